package tournament_test

import (
	"fmt"

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

func ExampleHand_Choice() {
	rules := tournament.Default()
	hand, _ := tournament.NewHand(&rules, tournament.Stacks{1, 41, 3})
	for s := range tournament.Situation(tournament.NumSituations) {
		fmt.Println(s, hand.Choice(s) == tournament.Free)
	}
	// Output:
	// BTN true
	// SB|jam true
	// SB|fold true
	// BB|jam-fold false
	// BB|fold-jam true
	// BB|jam-jam true
}

func ExampleHand_Words() {
	rules := tournament.Rules{Mode: tournament.Cash, Unit: 1, SmallBlind: 1, BigBlind: 2}
	for _, stacks := range []tournament.Stacks{{20, 20, 20}, {0, 20, 20}} {
		hand, _ := tournament.NewHand(&rules, stacks)
		for s := range tournament.Situation(tournament.NumSituations) {
			if hand.Arises(s) {
				fmt.Printf("%v: %s: %s\n", s, hand.Words(s), s.Verb())
			}
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

// Three stacks of different size all-in: button and big blind tie for the main pot, and the
// big blind has a better hand than the small blind for the side pot.
func ExampleTerminal_Outcomes() {
	rules := tournament.Default()
	hand, _ := tournament.NewHand(&rules, tournament.Stacks{5, 25, 15})
	end := hand.Terminal(tournament.JamJamJam)
	for _, pot := range end.Pots {
		fmt.Println(pot.Units, "units for", pot.Eligible)
	}
	for _, outcome := range end.Outcomes([3]uint8{0, 1, 0}) {
		fmt.Println(outcome.Probability, outcome.Stacks)
	}
	// Output:
	// 15 units for BTN+SB+BB
	// 20 units for SB+BB
	// 0.5 [8 10 27]
	// 0.5 [7 10 28]
}

func ExampleRules_Transition() {
	rules := tournament.Default()
	start := tournament.Stacks{5, 25, 15}
	after := rules.Transition(start, tournament.Stacks{0, 10, 35}, [3]uint8{2, 1, 0})
	fmt.Println("next", after.Next, "seats", after.Seat, "paid", after.Prize)
	// Output:
	// next [0 35 10] seats [-1 2 1] paid [20 0 0]
}

// The utilities of a walk and of the button's jam when everyone folds, by ICM.
func ExampleHand_Payoffs() {
	rules := tournament.Default()
	hand, _ := tournament.NewHand(&rules, tournament.Stacks{15, 15, 15})
	values := rules.ICMValues(hand.Space())
	var table tournament.Payoffs
	hand.Payoffs(values, &table)
	for _, line := range []tournament.Line{tournament.FoldFold, tournament.JamFoldFold} {
		fmt.Printf("%v %.3f\n", line, table[line][0])
	}
	// Output:
	// fold-fold [33.344 32.605 34.050]
	// jam-fold-fold [35.431 32.671 31.897]
}

func ExampleTwoBust_UnmarshalText() {
	var b tournament.TwoBust
	fmt.Println(b.UnmarshalText([]byte("splitt")))
	// Output:
	// unknown option: no rule for two who bust in one hand "splitt", did you mean "split"? (one of larger-stack, split, showdown)
}
