package cards_test

import (
	"fmt"

	"feltlab/model/cards"
)

func ExampleParseCombo() {
	hand, err := cards.ParseCombo("AhKd")
	fmt.Println(hand, hand.Class(), err)
	_, err = cards.ParseCombo("AhAh")
	fmt.Println(err)
	// Output:
	// AhKd AKo <nil>
	// duplicate card: Ah, at character 3 of "AhAh"
}

func ExampleSuitPerm_Set() {
	flop, _ := cards.ParseFlop("Qs7h2d")
	swap := cards.SuitPerm{cards.Diamonds, cards.Clubs, cards.Hearts, cards.Spades}
	fmt.Println(swap.Set(cards.SetOf(flop[:]...)))
	// Output: Qs7h2c
}
