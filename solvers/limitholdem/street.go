package limitholdem

import (
	"sync"

	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/solvers/extensive"
)

// street walks the betting of one round on one board, for all combos at once and in double precision; the caller
// values what follows the round.
//
// Values come in levels: level 0 is a best response from the round on, level k follows the opponent's own policy for
// k rounds, this one included, and plays a best response after. In a match there is one level, that of our policy.
// Pairs of levels may follow: a best response if later rounds have the value of the first of a pair, and its winnings
// if they have the value of the second.
type street struct {
	*players
	walk      extensive.Walk[float64]
	terminals *extensive.Terminals
	seat      int // ours
	levels    int
	pairs     int

	board game.Board
	of    [2][cards.NumCombos]int32 // buckets by seat; ours only if copies is true

	out    []*vector // scratch of the caller, as many as there are levels and pairs
	memory answers
	asked  asked // answers on the board that were asked ahead
	chance func(chance *game.Node, reach *vector, out []*vector)
}

func newStreet(p *players, g game.Game, seat, levels, pairs int) *street {
	s := &street{players: p, terminals: extensive.NewTerminals(g), seat: seat, levels: levels, pairs: pairs}
	s.walk.Visitor, s.out = s, newVectors(levels+2*pairs)
	return s
}

// deal moves to a board, and asks ahead for all decisions of the round below nodes.
func (s *street) deal(t *tree, round int, board game.Board, nodes []*game.Node) error {
	s.board = board
	s.memory.giveBack(s.asked)
	s.asked = asked{}
	for actor, player := range s.bySeat(s.seat) {
		if actor == s.seat && !s.copies() {
			continue
		}
		if err := player.buckets(actor, round, board, &s.of[actor]); err != nil {
			return err
		}
		if err := s.asked.ahead(player, t.decisions(nodes, actor), []game.Board{board}, &s.memory); err != nil {
			return err
		}
	}
	return nil
}

// copies reports whether our own policy is needed, at some level.
func (s *street) copies() bool { return s.played || s.levels > 1 }

// descend carries the opponent's reach to the chance nodes that end the round, except those that it does not reach
// with any hand.
func (s *street) descend(n *game.Node, reach *vector, arrive func(chance *game.Node, reach *vector)) error {
	return s.from(n, reach, nil, func(chance *game.Node, reach *vector, _ []*vector) { arrive(chance, reach) })
}

// ascend fills out with the values of a node, level by level. At chance nodes that the opponent reaches, later fills
// in the values of the next round.
func (s *street) ascend(n *game.Node, reach *vector, out []*vector, later func(*game.Node, []*vector)) error {
	return s.from(n, reach, out, func(chance *game.Node, _ *vector, out []*vector) { later(chance, out) })
}

func (s *street) from(n *game.Node, reach *vector, out []*vector, chance func(*game.Node, *vector, []*vector)) error {
	s.chance = chance
	v := &extensive.Vectors[float64]{}
	v.Reach[1-s.seat] = reach[:]
	for _, of := range out {
		v.Values[s.seat] = append(v.Values[s.seat], of[:])
	}
	return s.walk.From(game.State{Node: n, Board: s.board}, v)
}

// Play asks the player of the seat that acts.
func (s *street) Play(at game.State, _ *extensive.Vectors[float64]) ([][]float64, error) {
	if at.Actor == s.seat && !s.copies() {
		return nil, nil
	}
	if found := s.asked[at.Board][at.ID]; found != nil {
		return found, nil
	}
	play := s.walk.Vectors(len(at.Actions), cards.NumCombos)
	return play, s.bySeat(s.seat)[at.Actor].play(at, s.of[at.Actor][:], play)
}

// Leaf values folds, and lets the caller value chance nodes.
func (s *street) Leaf(at game.State, v *extensive.Vectors[float64]) error {
	reach, values := v.Reach[1-s.seat], v.Values[s.seat]
	if at.Kind == game.Chance {
		out := make([]*vector, len(values))
		for level, of := range values {
			out[level] = (*vector)(of)
		}
		s.chance(at.Node, (*vector)(reach), out)
		return nil
	}
	for level, of := range values {
		if level == 0 {
			s.terminals.Values(at, s.seat, reach, of)
		} else {
			copy(of, values[0])
		}
	}
	return nil
}

// Choose plays our actions at each level.
func (s *street) Choose(_ game.State, v *extensive.Vectors[float64], play [][]float64, after [][][]float64) {
	for k, values := range v.Values[s.seat] {
		switch {
		case k >= s.levels:
			if (k-s.levels)%2 == 0 {
				choose(values, v.Values[s.seat][k+1], after, k)
			}
		case k > 0 || s.played:
			extensive.Mix(values, after, k, play)
		default:
			extensive.Best(values, after, k)
		}
	}
}

// choose takes the best of the first of each pair, and the second that belongs to it.
func choose(values, follow []float64, after [][][]float64, k int) {
	copy(values, after[0][k])
	copy(follow, after[0][k+1])
	for _, of := range after[1:] {
		for h, x := range of[k] {
			if x > values[h] {
				values[h], follow[h] = x, of[k+1][h]
			}
		}
	}
}

func newVectors(n int) []*vector {
	out := make([]*vector, n)
	for i := range out {
		out[i] = new(vector)
	}
	return out
}

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
	place []int // place of a node in opens, by ID
	// chance is any chance node of each round but the last: deals do not depend on the betting.
	chance [numRounds - 1]*game.Node
	// flops represent the orbits of flops; flopWays is the number of flops once both hands are known.
	flops    []game.Deal
	flopWays float64
}

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

func (t *tree) open(n *game.Node) {
	t.place[n.ID] = len(t.opens[n.Round])
	t.opens[n.Round] = append(t.opens[n.Round], n)
	for m := range n.Betting() {
		if m.Kind == game.Chance {
			t.chance[m.Round] = m
			t.open(m.Children[0])
		}
	}
}

// decisions lists the decisions of a seat in the round of nodes: those among them, and those below.
func (t *tree) decisions(nodes []*game.Node, actor int) (out []*game.Node) {
	for _, n := range nodes {
		for m := range n.Betting() {
			if m.Kind == game.Decision && m.Actor == actor {
				out = append(out, m)
			}
		}
	}
	return out
}

// deals lists the cards that may come on a board, one deal of each orbit of the group.
func (t *tree) deals(round int, board game.Board, group []*game.Symmetry) game.Deals {
	return t.game.Deals(game.State{Node: t.chance[round], Board: board}, group)
}

// after is the place in opens of the decision that follows a chance node.
func (t *tree) after(chance *game.Node) int { return t.place[chance.Children[0].ID] }

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
