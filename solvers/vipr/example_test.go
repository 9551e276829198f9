package vipr_test

import (
	"context"
	"fmt"
	"os"

	"feltlab/model/proof"
	"feltlab/solvers/vipr"
)

// Two rows, in which the only column is true, have the targets 0 and 1: every formula errs by half on average. The
// multipliers of the proof say that the slope of the loss is 0 between them.
func ExampleNew() {
	rows := []proof.Row{{Columns: proof.VectorOf(1), Denominator: 1, Weight: 1},
		{Columns: proof.VectorOf(1), Numerator: 1, Denominator: 1, Weight: 1}}
	in, err := proof.NewInstance(1, rows)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := &proof.Proof{Header: proof.Header{Features: 1, Cutoff: 0.5, Instance: in.Digest()},
		Cuts: []proof.Cut{{Dual: &proof.Dual{Slopes: []proof.Entry{{At: 0, Value: 0}}}}}}
	c, err := vipr.New(context.Background(), in, rows, p, nil)
	if err == nil {
		err = c.Write(context.Background(), os.Stdout, "two rows")
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// % two rows
	// VER 1.0
	// VAR 4
	// x1
	// z1
	// d0_0
	// d0_1
	// INT 1
	// 1
	// OBJ min
	// 0
	// CON 10 2
	// none1 G 0 1 1 1
	// all1 L 1 1 1 1
	// down1 G 0 2 0 1 1 1
	// up1 L 0 2 0 1 1 -1
	// budget L 1 1 1 1
	// over0_0 G 0 2 0 1 2 1
	// under0_0 L 0 2 0 1 2 -1
	// over0_1 G 1 2 0 1 3 1
	// under0_1 L 1 2 0 1 3 -1
	// total L 4999999999999/5000000000000 2 2 1 3 1
	// RTP infeas
	// SOL 0
	// DER 4
	// D10 G 1 2 2 1 3 1 { lin 2 6 -1 7 1 } 11
	// D11 G 1/5000000000000 0 { lin 2 10 1 9 -1 } 12
	// D12 G 1 0 { lin 1 11 1 } 13
	// D13 G 1 0 { lin 1 12 1 } -1
}
