package limitholdem

import (
	"fmt"

	"feltlab/model/game"
)

// form is a betting subtree against an opponent that plays blindfold: for one unit of its reach, subtrees with equal stakes
// and equal probabilities have the same value. The trivial opponents leave a form or two for each size of the pot.
type form struct {
	kind   game.Kind
	ours   bool    // we decide, by a best response
	payoff float64 // our winnings at a fold, the winner's at a showdown
	// probabilities are those of the policy; without ByRound only where the opponent decides.
	probabilities []float64
	// children are forms of the same round; the child of a chance node is of the next round. Actions that the opponent
	// never takes are left out.
	children []int
}

// forms lists the different forms of each round, children before parents.
type forms struct {
	seat          int
	played        bool // we follow a policy
	probabilities constants
	rounds        [numRounds][]form
	known         map[string]int
	// openings lists, by round, the forms that begin it; openingAt is the place of a form there.
	openings  [numRounds][]int
	openingAt [numRounds]map[int]int
}

func newForms(seat int, played bool, probabilities constants) *forms {
	f := &forms{seat: seat, played: played, probabilities: probabilities, known: map[string]int{}}
	for round := range f.openingAt {
		f.openingAt[round] = map[int]int{}
	}
	return f
}

// opening returns the place of a first decision's form among the openings of its round.
func (f *forms) opening(n *game.Node) int {
	at := f.of(n)
	place, ok := f.openingAt[n.Round][at]
	if !ok {
		place = len(f.openings[n.Round])
		f.openings[n.Round] = append(f.openings[n.Round], at)
		f.openingAt[n.Round][at] = place
	}
	return place
}

// of returns a node's form.
func (f *forms) of(n *game.Node) int {
	x := form{kind: n.Kind, payoff: n.Payoff}
	switch n.Kind {
	case game.Folded:
		if f.seat == 1 {
			x.payoff = -x.payoff
		}
	case game.Chance:
		x.children = []int{f.opening(n.Children[0])}
	case game.Decision:
		x.ours = n.Actor == f.seat && !f.played
		for i, child := range n.Children {
			if p := f.probabilities[n.ID]; x.ours && p != nil {
				x.probabilities = append(x.probabilities, p[i])
			} else if !x.ours && p[i] == 0 {
				continue
			} else if !x.ours {
				x.probabilities = append(x.probabilities, p[i])
			}
			x.children = append(x.children, f.of(child))
		}
	}
	key := fmt.Sprintf("%d %d %t %b %b %d", n.Round, x.kind, x.ours, x.payoff, x.probabilities, x.children)
	at, ok := f.known[key]
	if !ok {
		at = len(f.rounds[n.Round])
		f.rounds[n.Round] = append(f.rounds[n.Round], x)
		f.known[key] = at
	}
	return at
}
