package buckets_test

import (
	"fmt"

	"feltlab/dataset/buckets"
	"feltlab/model/cards"
	"feltlab/model/game"
)

// Tens before the flop, on a flop that misses them, and on the river where a third comes.
func ExampleLookup() {
	g := game.LimitHoldem()
	b, err := buckets.Lookup(g, "strength-10")
	if err != nil {
		panic(err)
	}
	hand, _ := cards.ParseCombo("ThTd")
	board, _ := cards.ParseBoard("AsKd2cQhTc")
	of := make([]int32, g.Hands().Len(0))
	for round, n := range []int{0, 3, 4, 5} {
		b.Of(round, game.BoardOf(board[:n]...), of)
		fmt.Printf("%-10s %s\n", cards.Format(board[:n]), b.Label(round, int(of[hand])))
	}
	// Output:
	//            9
	// AsKd2c     7
	// AsKd2cQh   7
	// AsKd2cQhTc 8
}
