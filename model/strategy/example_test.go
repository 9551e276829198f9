package strategy_test

import (
	"fmt"
	"os"
	"strings"

	"feltlab/model/game"
	"feltlab/model/strategy"
)

func ExampleWrite() {
	g := game.Kuhn()
	ranks, err := strategy.BucketingOf(g, "[JQK]")
	if err != nil {
		panic(err)
	}
	table := strategy.NewTable(g, [2]strategy.Bucketing{ranks, ranks})
	for _, n := range g.Root().Decisions() {
		copy(table.Row(n.ID, 0), []float64{0.25, 0.75})
	}
	if err := strategy.Write(os.Stdout, table); err != nil {
		fmt.Println(err)
	}
	// Output:
	// feltlab-strategy 1
	// game kuhn
	// buckets 0 [JQK]
	// buckets 1 [JQK]
	// / JQK 0.25 0.75
	// /c JQK 0.25 0.75
	// /cr JQK 0.25 0.75
	// /r JQK 0.25 0.75
	// end 4
}

func ExampleRead() {
	_, err := strategy.Read(strings.NewReader(`feltlab-strategy 1
game kuhn
buckets 0 [JQK]
buckets 1 [JQK]
/ JQK 0.25 0.70
`), game.Kuhn(), strategy.BucketingOf)
	fmt.Println(err)
	// Output: line 5: not a probability distribution: the sum is 0.95, at /, bucket JQK
}
