package handout_test

import (
	"os"

	"feltlab/pipeline/handout"
)

func ExampleWriteDeck() {
	deck := []handout.Card{{Front: "<b>AA</b> on K72?", Back: "exact <b>88.1%</b>", Tags: "feltlab AA"}}
	if err := handout.WriteDeck(os.Stdout, deck); err != nil {
		panic(err)
	}
	// Output:
	// #separator:Comma
	// #html:true
	// #columns:Front,Back,Tags
	// #tags column:3
	// <b>AA</b> on K72?,exact <b>88.1%</b>,feltlab AA
}
