package showdown_test

import (
	"fmt"

	"feltlab/dataset/showdown"
	"feltlab/model/cards"
)

func ExampleSweep() {
	board, _ := cards.ParseBoard("Ah9h8c5d2s")
	var order showdown.Order
	order.Sort(cards.SetOf(board...))

	var weights [cards.NumCombos]uint32 // every opponent hand once
	for h := range weights {
		weights[h] = 1
	}
	var outcomes [cards.NumCombos]showdown.Outcome[uint32]
	showdown.Sweep(&order, &weights, &outcomes)

	hand, _ := cards.ParseCombo("AdKc")
	fmt.Printf("%v beats %d of 990 hands and ties %d\n", hand, outcomes[hand].Below, outcomes[hand].Tied)
	// Output: AdKc beats 861 of 990 hands and ties 6
}

func ExampleOrbits_Index() {
	flop, _ := cards.ParseBoard("Ac7c2h")
	set := cards.SetOf(flop...)
	i, p := showdown.Flops().Index(set)
	fmt.Println(showdown.Flops().Set(i), p.Set(set), showdown.Flops().Size(i))
	// Output: As7s2h As7s2h 12
}
