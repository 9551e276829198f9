package tournament_test

import (
	"fmt"
	"strings"

	"feltlab/model/tournament"
)

func ExampleICM() {
	values, err := tournament.ICM([]float64{300, 12_300, 900}, []float64{50, 30, 20})
	fmt.Printf("%.3f %v\n", values, err)
	// Output:
	// [22.960 48.191 28.848] <nil>
}

func ExampleRules_Stacks() {
	rules := tournament.Default()
	stacks, _ := rules.Stacks(300, 12_300, 900)
	fmt.Println(stacks, "is state", rules.Space().Index(stacks))
	_, err := rules.Stacks(300, 12_300, 600)
	fmt.Println(err)
	// Output:
	// [1 41 3] is state 40
	// bad stacks: they sum to 13200, but 13500 chips are in play
}

func ExampleDecision_Words() {
	for _, players := range []int{3, 2} {
		for _, d := range tournament.DecisionsOf(players) {
			fmt.Printf("%v: %s: %s\n", d.Name(players), d.Words(players), d.Verb())
		}
	}
	// Output:
	// BTN: button, first to act: jam
	// SB|jam: small blind, after the button jams: call
	// SB|fold: small blind, after the button folds: jam
	// BB|jam-fold: big blind, after the button jams and the small blind folds: call
	// BB|fold-jam: big blind, after the button folds and the small blind jams: call
	// BB|jam-jam: big blind, after the button jams and the small blind jams: call
	// SB|fold: small blind, first to act: jam
	// BB|fold-jam: big blind, after the small blind jams: call
}

func ExampleStacks_Words() {
	const unit = 300
	for _, stacks := range []tournament.Stacks{{11, 5, 29}, {15, 15, 15}, {0, 20, 20}} {
		fmt.Println(stacks.Words(unit))
	}
	// Output:
	// button 3300, small blind 1500, big blind 8700 chips
	// 4500 chips each
	// small blind 6000, big blind 6000 chips
}

// Three stacks of different size all-in: button and big blind tie for the main pot of 4,500 chips, and the big blind
// has a better hand than the small blind for the side pot of 6,000.
func ExampleState() {
	rules := tournament.Default()
	state := rules.State(tournament.Stacks{5, 25, 15})
	fmt.Println(state.Table.End(tournament.JamJamJam, []uint8{0, 1, 0}).Stacks)
	order := tournament.OrderOf(2, 1, 2)
	for _, leaf := range state.Leaves[tournament.JamJamJam][order] {
		fmt.Println(leaf.P, rules.Space().At(int(leaf.Next)), "seats", leaf.Seat)
	}
	// Output:
	// [2250 3000 8250]
	// 0.5 [10 27 8] seats [2 0 1]
	// 0.5 [10 28 7] seats [2 0 1]
}

// The utilities of a walk and of the button's jam when everyone folds, by ICM.
func ExampleState_Payoffs() {
	rules := tournament.Default()
	state := rules.State(tournament.Stacks{15, 15, 15})
	var table tournament.Payoffs
	state.Payoffs(rules.ICMOfAll(), &table)
	for _, in := range []tournament.SeatSet{tournament.FoldFold, tournament.JamFoldFold} {
		fmt.Printf("%.3f\n", table[in][0])
	}
	// Output:
	// [33.344 32.605 34.050]
	// [35.431 32.671 31.897]
}

func ExampleTwoBust_UnmarshalText() {
	var b tournament.TwoBust
	said, options, _ := strings.Cut(b.UnmarshalText([]byte("splitt")).Error(), " (")
	fmt.Println(said)
	fmt.Println("(" + options)
	// Output:
	// unknown option: no rule for two who bust in one hand "splitt", did you mean "split"?
	// (one of larger-stack, split, showdown)
}
