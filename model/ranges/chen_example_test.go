package ranges_test

import (
	"fmt"

	"feltlab/model/cards"
	"feltlab/model/ranges"
)

func ExampleChenScore() {
	for _, name := range []string{"AA", "AKs", "98s", "72o"} {
		k, _ := cards.ParseClass(name)
		fmt.Println(k, ranges.ChenScore(k), ranges.ChenAsPublished.Score(k))
	}
	// Output:
	// AA 20 20
	// AKs 12 11
	// 98s 8 7
	// 72o -1 -1
}
