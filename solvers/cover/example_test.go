package cover_test

import (
	"context"
	"fmt"

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
	// Output:
	// [{Column:0 Leaf:{Cuts:[{At:0 Times:1} {At:1 Times:1} {At:2 Times:1}] Groups:[] Orders:[] Limit:2}}]
}
