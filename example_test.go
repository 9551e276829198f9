package feltlab_test

import (
	"context"
	"fmt"
	"time"

	"feltlab"
	"feltlab/pipeline/fit"
)

// From pocket aces against the strongest hands to the two features that estimate their equity best,
// and a proof that no other two are better.
func Example() {
	ctx := context.Background()
	flops := must(feltlab.Equities(ctx, "AA", "RUS"))
	m := must(feltlab.NewMatrix("AA", "RUS", flops))
	best := must(feltlab.Fit(ctx, m, 2, time.Minute))
	proof := must(feltlab.Prove(ctx, m, best))
	fmt.Println(m.Hand, "against", m.Range, "on", len(m.Flops), "flops")
	fmt.Println(fit.Words(best, m.Instance()))
	fmt.Printf("average error %.4f; of two features no formula is below %.4f\n", best.AverageError, proof.Cutoff)
	fmt.Println("checked:", feltlab.Check(ctx, m, proof))
	// Output:
	// AA against RUS on 19600 flops
	// start with 75%; no paint card on the flop: +14
	// average error 0.0678; of two features no formula is below 0.0678
	// checked: <nil>
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
