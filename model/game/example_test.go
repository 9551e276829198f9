package game_test

import (
	"fmt"

	"feltlab/model/game"
)

// The public tree of Kuhn poker.
func Example() {
	var walk func(s game.State)
	walk = func(s game.State) {
		switch s.Kind {
		case game.Decision:
			fmt.Printf("%-4s seat %d chooses among %v\n", s, s.Actor, s.Actions)
			for i := range s.Actions {
				walk(s.After(i))
			}
		case game.Folded:
			fmt.Printf("%-4s seat 0 wins %+g\n", s, s.Payoff)
		case game.Showdown:
			fmt.Printf("%-4s the better hand wins %g\n", s, s.Payoff)
		}
	}
	walk(game.Kuhn().Root())
	// Output:
	// /    seat 0 chooses among [c r]
	// /c   seat 1 chooses among [c r]
	// /cc  the better hand wins 1
	// /cr  seat 0 chooses among [f c]
	// /crf seat 0 wins -1
	// /crc the better hand wins 2
	// /r   seat 1 chooses among [f c]
	// /rf  seat 0 wins +1
	// /rc  the better hand wins 2
}

// In Leduc six cards may come, but only three that differ in more than suits.
func ExampleFixedLimit_Deals() {
	g := game.Leduc()
	checked := g.Root().After(0).After(0)
	fmt.Println(len(g.Deals(checked, nil).List))
	for _, d := range g.Deals(checked, g.Symmetries()).List {
		fmt.Println(d.State, len(d.Orbit))
	}
	// Output:
	// 6
	// /cc/ Jc 2
	// /cc/ Qc 2
	// /cc/ Kc 2
}
