package limitholdem

import (
	"maps"

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
	terminals *extensive.Terminals
	seat      int // ours
	levels    int
	pairs     int

	board game.Board
	of    [2][cards.NumCombos]int32 // buckets by seat; ours only if copies is true

	free    []*vector // scratch
	answers answers
	asked   asked // answers on the board that were asked ahead
}

// lookAhead asks at once for all decisions of the round below nodes.
func (s *street) lookAhead(t *tree, nodes []*game.Node) (err error) {
	for _, vectors := range s.asked[s.board] {
		s.answers.giveBack(vectors)
	}
	s.asked = nil
	players := [2]opponent{s.opponent, s.opponent}
	players[s.seat] = s.self
	for actor, player := range players {
		if actor == s.seat && !s.copies() {
			continue
		}
		found, err := ahead(player, t.decisions(nodes, actor), []game.Board{s.board}, &s.answers)
		if err != nil {
			return err
		}
		switch {
		case s.asked == nil:
			s.asked = found
		case found != nil:
			maps.Copy(s.asked[s.board], found[s.board])
		}
	}
	return nil
}

// ask returns what a player answers at a decision, until release.
func (s *street) ask(player opponent, n *game.Node) ([][]float64, error) {
	if found := s.asked[s.board][n.ID]; found != nil {
		return found, nil
	}
	return s.answers.ask(player, n, s.board)
}

func (s *street) release(n *game.Node, probabilities [][]float64) {
	if s.asked[s.board][n.ID] == nil {
		s.answers.giveBack(probabilities)
	}
}

func (s *street) deal(round int, board game.Board) error {
	s.board = board
	err := s.opponent.buckets(1-s.seat, round, board, &s.of[1-s.seat])
	if err == nil && s.copies() {
		err = s.self.buckets(s.seat, round, board, &s.of[s.seat])
	}
	return err
}

// copies reports whether our own policy is needed, at some level.
func (s *street) copies() bool { return s.played || s.levels > 1 }

func (s *street) borrow() *vector {
	if n := len(s.free); n > 0 {
		v := s.free[n-1]
		s.free = s.free[:n-1]
		return v
	}
	return new(vector)
}

func (s *street) giveBack(v ...*vector) { s.free = append(s.free, v...) }

// descend carries the opponent's reach to the chance nodes that end the round, except those that it does not reach
// with any hand.
func (s *street) descend(n *game.Node, reach *vector, arrive func(chance *game.Node, reach *vector)) error {
	switch {
	case allZero(reach) || n.Kind == game.Folded:
		return nil
	case n.Kind == game.Chance:
		arrive(n, reach)
		return nil
	case n.Actor == s.seat:
		for _, child := range n.Children {
			if err := s.descend(child, reach, arrive); err != nil {
				return err
			}
		}
		return nil
	}
	probabilities, err := s.ask(s.opponent, n)
	if err != nil {
		return err
	}
	defer s.release(n, probabilities)
	share := s.borrow()
	defer s.giveBack(share)
	for i, child := range n.Children {
		s.split(share, reach, probabilities[i])
		if err := s.descend(child, share, arrive); err != nil {
			return err
		}
	}
	return nil
}

func (s *street) split(share, reach *vector, probability []float64) {
	of := &s.of[1-s.seat]
	for h, r := range reach {
		share[h] = r * probability[of[h]]
	}
}

// ascend fills out with the values of a node, level by level. At chance nodes that the opponent reaches, later fills
// in the values of the next round.
func (s *street) ascend(
	n *game.Node, reach *vector, out []*vector, later func(chance *game.Node, out []*vector),
) error {
	switch {
	case allZero(reach):
		for _, v := range out {
			clear(v[:])
		}
		return nil
	case n.Kind == game.Chance:
		later(n, out)
		return nil
	case n.Kind == game.Folded:
		s.terminals.Values(game.State{Node: n, Board: s.board}, s.seat, reach[:], out[0][:])
		for _, v := range out[1:] {
			*v = *out[0]
		}
		return nil
	case n.Actor == s.seat:
		return s.ours(n, reach, out, later)
	}
	return s.theirs(n, reach, out, later)
}

func (s *street) theirs(n *game.Node, reach *vector, out []*vector, later func(*game.Node, []*vector)) error {
	probabilities, err := s.ask(s.opponent, n)
	if err != nil {
		return err
	}
	defer s.release(n, probabilities)
	share, values := s.borrow(), s.vectors(len(out))
	defer s.giveBack(append(values, share)...)
	for i, child := range n.Children {
		s.split(share, reach, probabilities[i])
		into := values
		if i == 0 {
			into = out
		}
		if err := s.ascend(child, share, into, later); err != nil {
			return err
		}
		if i == 0 {
			continue
		}
		for k, v := range values {
			for h, x := range v {
				out[k][h] += x
			}
		}
	}
	return nil
}

func (s *street) ours(n *game.Node, reach *vector, out []*vector, later func(*game.Node, []*vector)) error {
	var probabilities [][]float64
	if s.copies() {
		var err error
		if probabilities, err = s.ask(s.self, n); err != nil {
			return err
		}
		defer s.release(n, probabilities)
	}
	values := s.vectors(len(out))
	defer s.giveBack(values...)
	for i, child := range n.Children {
		if err := s.ascend(child, reach, values, later); err != nil {
			return err
		}
		for k, v := range values {
			switch {
			case k >= s.levels:
				if (k-s.levels)%2 == 0 {
					choose(out[k], out[k+1], v, values[k+1], i == 0)
				}
			case k > 0 || s.played:
				s.mix(out[k], v, probabilities[i], i == 0)
			case i == 0:
				*out[0] = *v
			default:
				for h, x := range v {
					out[0][h] = max(out[0][h], x)
				}
			}
		}
	}
	return nil
}

// choose keeps the better of the first of each pair, and the second that belongs to it.
func choose(out, follow, v, w *vector, first bool) {
	if first {
		*out, *follow = *v, *w
		return
	}
	for h, x := range v {
		if x > out[h] {
			out[h], follow[h] = x, w[h]
		}
	}
}

// mix adds the value of an action, weighted by our policy.
func (s *street) mix(out, v *vector, probability []float64, first bool) {
	if first {
		clear(out[:])
	}
	of := &s.of[s.seat]
	for h, x := range v {
		out[h] += probability[of[h]] * x
	}
}

func (s *street) all() []*vector { return s.vectors(s.levels + 2*s.pairs) }

func (s *street) vectors(n int) []*vector {
	out := make([]*vector, n, n+1)
	for i := range out {
		out[i] = s.borrow()
	}
	return out
}

func allZero(reach *vector) bool {
	for _, r := range reach {
		if r != 0 {
			return false
		}
	}
	return true
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

// decisions lists the decisions of a seat in the round of nodes: those among them, and those below.
func (t *tree) decisions(nodes []*game.Node, actor int) (out []*game.Node) {
	for _, n := range nodes {
		if n.Kind != game.Decision {
			continue
		}
		if n.Actor == actor {
			out = append(out, n)
		}
		out = append(out, t.decisions(n.Children, actor)...)
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
