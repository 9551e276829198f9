package features_test

import (
	"fmt"

	"feltlab/model/cards"
	"feltlab/model/features"
)

func ExampleDescribe() {
	hand, _ := cards.ParseCombo("KcTh")
	flop, _ := cards.ParseFlop("AcQcTc")
	for _, f := range features.Describe(hand, flop) {
		if f.ID >= 39 {
			fmt.Println(f)
		}
	}
	// Output:
	// F40 flush draw
	// F47 one pair
	// F51 a hole card matches the lowest flop card
	// F55 one flop card above our highest
	// F62 inside straight draw
	// F67 inside straight draw, neither of our cards above the flop
	// F71 inside straight draw and flush draw
}

func ExampleOf() {
	hand, _ := cards.ParseCombo("AsAh")
	flop, _ := cards.ParseFlop("Qs7h2d")
	v := features.Of(hand, flop)
	fmt.Println(v.Has(54), v.IDs())
	// Output: true [3 6 7 12 15 18 22 23 27 38 47 54 58 66]
}

func ExampleFeature_Phrase() {
	f, _ := features.ByID(34)
	fmt.Println(f.Phrase(-0.13))
	fmt.Println("true when", f.Sentence)
	// Output:
	// three in a row on the flop: -13
	// true when the flop has three different ranks with none missing between lowest and highest, the ace high or low
}

func ExampleParseID() {
	fmt.Println(features.ParseID("F54"))
	_, err := features.ParseID("F80")
	fmt.Println(err)
	// Output:
	// 54 <nil>
	// features: no such feature: "F80" (want F1..F73, or a number from 1 to 73)
}
