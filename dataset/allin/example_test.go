package allin_test

import (
	"context"
	"fmt"

	"feltlab/dataset/allin"
	"feltlab/model/cards"
	"feltlab/model/tournament"
)

func ExampleTriple() {
	aces, _ := cards.ParseClass("AA")
	kings, _ := cards.ParseClass("KK")
	queens, _ := cards.ParseClass("QQ")
	counts, err := allin.Triple(context.Background(), aces, kings, queens)
	if err != nil {
		fmt.Println(err)
		return
	}
	for order, n := range counts {
		fmt.Println(tournament.Order(order), n)
	}
	fmt.Println("deals", counts.Deals())
	// Output:
	// 012 187800984
	// 021 9911268
	// 102 41323500
	// 120 42815844
	// 201 10575900
	// 210 1663524
	// 001 0
	// 010 0
	// 100 0
	// 011 160488
	// 101 201096
	// 110 305532
	// 000 1324728
	// deals 296082864
}
