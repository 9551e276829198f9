package main

import (
	"flag"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	flag.Parse()
	ConstraintExpr("amd64")
	switch flag.Lookup("pkg").Value.String() {
	case "prove":
		estimate()
		subtract()
	case "multiway":
		mix()
	case "eval":
		sevens()
	case "postflop":
		sums()
		matchHands()
		learnHands()
		rows()
		mass()
		showdown()
	default:
		for _, a := range []isa{{"AVX2", false}, {"AVX512", true}} {
			add(a, "value", false)
			add(a, "play", true)
			learn(a, "learn", true)
			learn(a, "learnLater", false)
			match(a)
			updateRegrets(a)
			share(a)
			average(a)
			carry(a)
			respond(a)
		}
	}
	Generate()
}
