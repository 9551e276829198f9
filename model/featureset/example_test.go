package featureset_test

import (
	"fmt"

	"feltlab/model/cards"
	"feltlab/model/featureset"
)

func ExampleParse() {
	set, err := featureset.Parse("mine.yaml", []byte(`
name: mine
features:
  - {name: eight-outs, when: "outs.clean >= 8", says: "at least eight outs"}
  - {name: top-pair, when: "pair.top", says: "we have paired the highest card"}
`))
	if err != nil {
		panic(err)
	}
	hand, _ := cards.ParseCombo("AsKs")
	flop, _ := cards.ParseBoard("Qs7s2d")
	facts, err := set.NewReader().Of(hand, cards.SetOf(flop...))
	if err != nil {
		panic(err)
	}
	for _, id := range facts.IDs() {
		fmt.Println(set.Features[id-1].Sentence)
	}
	// Output: at least eight outs
}

func ExampleDefault() {
	hand, _ := cards.ParseCombo("AhKh")
	river, _ := cards.ParseBoard("Qh7h2c2d3s")
	set := featureset.Default(cards.River)
	facts, err := set.NewReader().Of(hand, cards.SetOf(river...))
	if err != nil {
		panic(err)
	}
	for _, id := range facts.IDs()[10:] {
		fmt.Println(set.Features[id-1].Name)
	}
	// Output:
	// one pair or less
	// no hole card matches the board
	// no board card above our highest
	// both our cards above the board
	// flush draw that missed
	// nothing made beyond the board, no board card above our highest
}
