package limitholdem

import (
	"sync"

	"feltlab/model/cards"
	"feltlab/model/game"
)

// Rounds of betting.
const (
	preflop = iota
	onFlop
	onTurn
	onRiver
	numRounds
)

// NumPreflop is the number of betting histories before the flop that go on to it.
const NumPreflop = 7

// NumFlops is the number of flops that differ by more than suits.
const NumFlops = 1_755

// tree is the betting tree of limit hold'em by rounds, and the flops.
type tree struct {
	game *game.FixedLimit
	// opens lists the first decisions of each round in depth-first order; the decisions 9j to 9j+8 of the next round
	// (0 to 6 from before the flop) follow decision j.
	opens [numRounds][]*game.Node
	// place is the place of a node in opens, by ID.
	place []int
	// chance is any chance node of each round but the last: deals do not depend on the betting.
	chance [numRounds - 1]*game.Node
	// flops represent the orbits of flops; flopWays is the number of flops once both hands are known.
	flops    []game.Deal
	flopWays float64
}

// limitTree returns the tree, which all solvers share.
var limitTree = sync.OnceValue(newTree)

func newTree() *tree {
	t := &tree{game: game.LimitHoldem()}
	decisions := t.game.Root().Decisions()
	t.place = make([]int, len(decisions))
	t.open(t.game.Root().Node)
	flops := t.game.Deals(game.State{Node: t.chance[preflop]}, t.game.Symmetries())
	t.flops, t.flopWays = flops.List, flops.Ways
	return t
}

// open lists a first decision and those below it.
func (t *tree) open(n *game.Node) {
	t.place[n.ID] = len(t.opens[n.Round])
	t.opens[n.Round] = append(t.opens[n.Round], n)
	eachChance(n, func(chance *game.Node) {
		t.chance[chance.Round] = chance
		t.open(chance.Children[0])
	})
}

// eachChance visits the chance nodes at the end of a betting round.
func eachChance(n *game.Node, visit func(*game.Node)) {
	if n.Kind == game.Chance {
		visit(n)
		return
	}
	for _, child := range n.Children {
		eachChance(child, visit)
	}
}

// deals lists the cards that may come on a board, one deal of each orbit of the group.
func (t *tree) deals(round int, board game.Board, group []*game.Symmetry) game.Deals {
	return t.game.Deals(game.State{Node: t.chance[round], Board: board}, group)
}

// after is the place in opens of the decision that follows a chance node.
func (t *tree) after(chance *game.Node) int { return t.place[chance.Children[0].ID] }

// vector holds a number for each combo.
type vector [cards.NumCombos]float64

func (v *vector) add(weight float64, w *vector) {
	if weight == 0 {
		return
	}
	for h, x := range w {
		v[h] += weight * x
	}
}

// symmetrized returns the mean of values over the images of a combo: summing one board of each orbit with the size of
// the orbit as weight, and taking this mean, is the sum over all boards.
func symmetrized(group []*game.Symmetry, seat int, combo int, value func(combo int) float64) float64 {
	if len(group) <= 1 {
		return value(combo)
	}
	sum := 0.0
	for _, p := range group {
		sum += value(int(p.Hands[seat][combo]))
	}
	return sum / float64(len(group))
}
