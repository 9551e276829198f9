package featureset

import (
	_ "embed"
	"sync"

	"feltlab/model/cards"
)

//go:embed turn.yaml
var turn []byte

//go:embed river.yaml
var river []byte

//go:embed any-hand.yaml
var anyHand []byte

// AnyHandName names the set of AnyHand where a file is wanted.
const AnyHandName = "any-hand"

// AnyHand returns the questions about any hand on any flop, which formulas for several hands together have by default.
var AnyHand = sync.OnceValue(func() *Set { return mustParse(AnyHandName, anyHand) })

// Default returns the features that a street has without a set of the user's: Paper2 on the flop. All callers share
// the set.
func Default(street cards.Street) *Set { return defaults[street]() }

var defaults = [...]func() *Set{
	sync.OnceValue(Paper2),
	sync.OnceValue(func() *Set { return mustParse("turn", turn) }),
	sync.OnceValue(func() *Set { return mustParse("river", river) }),
}

func mustParse(name string, text []byte) *Set {
	s, err := parse(name, text)
	if err != nil {
		panic(err) // a test reads it
	}
	return s
}
