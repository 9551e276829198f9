package game

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"

	"feltlab/model/cards"
)

// ErrInput marks stacks, equities or priors from which no jam-or-fold game can be made.
var ErrInput = errors.New("no jam-or-fold game")

// probabilityTolerance bounds how far a joint prior may sum from one: the rounding of 28,561 terms.
const probabilityTolerance = 1e-9

// HeadsUpJamFold is heads-up jam or fold in big blinds, one hand for chips: the small blind (seat 0) posts
// 0.5 and jams or folds, the big blind posts 1 and calls a jam or folds. Private states are the 169
// classes of starting hands. Package solvers/jamfold solves tournaments of such hands instead.
type HeadsUpJamFold struct {
	frame
	edge *Matrix
}

// NewHeadsUpJamFold returns the game with stacks of the given number of big blinds, more than 1.
// Both matrices are 169x169 with the small blind's class as the row: its equity at the
// showdown as a fraction of 1, and the probability of the two classes.
func NewHeadsUpJamFold(bigBlinds float64, equity, joint *Matrix) (*HeadsUpJamFold, error) {
	if !(bigBlinds > 1) || math.IsInf(bigBlinds, 0) {
		return nil, fmt.Errorf("%w with stacks of %v big blinds: want more than 1", ErrInput, bigBlinds)
	}
	if err := cmp.Or(checkFractions("equity", equity), checkFractions("joint prior", joint)); err != nil {
		return nil, err
	}
	sum := 0.0
	edge := NewMatrix(cards.NumClasses, cards.NumClasses)
	for i, p := range joint.Data {
		sum += p
		edge.Data[i] = p * (2*equity.Data[i] - 1)
	}
	if math.Abs(sum-1) > probabilityTolerance {
		return nil, fmt.Errorf("%w: the joint prior sums to %v, want 1", ErrInput, sum)
	}
	names := make([]string, cards.NumClasses)
	same := make([]uint16, cards.NumClasses)
	for k := range names {
		names[k], same[k] = cards.Class(k).String(), uint16(k)
	}
	identity := &Symmetry{cards.SuitPerms[0], [2][]uint16{same, same}}
	return &HeadsUpJamFold{frame{
		name: "jamfold", unit: BigBlinds, hands: denseHands(joint, names), root: jamOrFold(bigBlinds),
		symmetries: []*Symmetry{identity}, rounds: 1,
	}, edge}, nil
}

func checkFractions(name string, m *Matrix) error {
	const n = cards.NumClasses
	if m == nil || m.Rows != n || m.Columns != n || len(m.Data) != n*n {
		return fmt.Errorf("%w: the %s is not a %dx%[3]d matrix", ErrInput, name, n)
	}
	for i, v := range m.Data {
		if !(v >= 0 && v <= 1) {
			row, column := cards.Class(i/m.Columns), cards.Class(i%m.Columns)
			return fmt.Errorf("%w: the %s of %v and %v is %v, want 0 to 1", ErrInput, name, row, column, v)
		}
	}
	return nil
}

func jamOrFold(stack float64) *Node {
	blinds, jammed, called := [2]float64{0.5, 1}, [2]float64{stack, 1}, [2]float64{stack, stack}
	root := &Node{
		Actor: 0, Contributions: blinds, History: "/", Actions: []Action{Fold, Raise},
		Children: []*Node{
			{Kind: Folded, Contributions: blinds, Payoff: -blinds[0], History: "/f"},
			{
				Actor: 1, Contributions: jammed, History: "/r", Actions: []Action{Fold, Call},
				Children: []*Node{
					{Kind: Folded, Contributions: jammed, Payoff: blinds[1], History: "/rf"},
					{Kind: Showdown, Contributions: called, Payoff: stack, History: "/rc"},
				},
			},
		},
	}
	root.number()
	return root
}

// Stack returns both seats' stacks in big blinds.
func (g *HeadsUpJamFold) Stack() float64 { return g.root.Children[1].Contributions[0] }

// String returns the name and the stacks.
func (g *HeadsUpJamFold) String() string {
	return g.Name() + " at " + strconv.FormatFloat(g.Stack(), 'g', -1, 64) + " big blinds"
}

// Stabilizer returns the identity: classes have no suits.
func (g *HeadsUpJamFold) Stabilizer(State) []*Symmetry { return g.symmetries }

// Deals returns no deals: no cards come after the hands.
func (g *HeadsUpJamFold) Deals(State, []*Symmetry) Deals { return Deals{Ways: 1} }

// Showdown returns the edge of every class over every other.
func (g *HeadsUpJamFold) Showdown(State) Comparison { return Comparison{Edge: g.edge} }
