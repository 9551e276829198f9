package features_test

import (
	"fmt"

	"feltlab/model/cards"
	"feltlab/model/features"
)

func ExampleOf() {
	hand, _ := cards.ParseCombo("AsAh")
	flop, _ := cards.ParseFlop("Qs7h2d")
	v := features.Of(hand, flop)
	fmt.Println(v.Has(54), v.IDs())
	// Output: true [3 6 7 12 15 18 22 23 27 38 47 54 58 66]
}

func ExampleByID() {
	f, _ := features.ByID(34)
	fmt.Println(f.Name)
	fmt.Println("true when", f.Sentence)
	// Output:
	// three in a row on the flop
	// true when the flop has three different ranks with none missing between lowest and highest, the ace high or low
}
