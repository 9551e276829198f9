package featureset

import (
	"embed"
	"sync"

	"feltlab/model/cards"
)

//go:embed *.yaml
var files embed.FS

// AnyHandName names the set of AnyHand where a file is wanted.
const AnyHandName = "any-hand"

// AnyHand returns the questions about any hand on any flop, which formulas for several hands together have by default.
var AnyHand = sync.OnceValue(func() *Set { return builtIn(AnyHandName) })

// Default returns the features that a street has without a set of the user's: Paper2 on the flop. All callers share
// the set.
func Default(street cards.Street) *Set { return defaults[street]() }

var defaults = [...]func() *Set{
	sync.OnceValue(Paper2),
	sync.OnceValue(func() *Set { return builtIn("turn") }),
	sync.OnceValue(func() *Set { return builtIn("river") }),
}

func builtIn(name string) *Set {
	text, _ := files.ReadFile(name + ".yaml") // parse refuses an empty text
	s, err := parse(name, text)
	if err != nil {
		panic(err) // a test reads it
	}
	return s
}
