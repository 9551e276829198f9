package cover_test

import (
	"context"
	"fmt"
	"os"

	"feltlab/model/proof"
	"feltlab/solvers/cover"
)

// Three cuts, each two of three columns: no single column is in all of them, since half of each would be too many.
func ExampleTree() {
	p := &cover.Problem{Free: proof.FirstColumns(3), Most: 1,
		Cuts: []proof.Vector{proof.VectorOf(1, 2), proof.VectorOf(1, 3), proof.VectorOf(2, 3)}}
	nodes, err := cover.Tree(context.Background(), p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%+v\n", nodes)
	if err := cover.WritePBP(os.Stdout, p, nodes); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [{Column:0 Leaf:{Cuts:[{At:0 Times:1} {At:1 Times:1} {At:2 Times:1}] Groups:[] Orders:[] Limit:2}}]
	// pseudo-Boolean proof version 2.0
	// f 4
	// pol 2 1 * 3 1 * + 4 1 * + 1 2 * +
	// rup >= 1 ;
	// del id 5
	// output NONE
	// conclusion UNSAT : 6
	// end pseudo-Boolean proof
}
