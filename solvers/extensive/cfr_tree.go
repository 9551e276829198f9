package extensive

import (
	"math/rand/v2"

	"feltlab/model/game"
	"feltlab/model/strategy"
)

type solver struct {
	game      game.Game
	hands     *game.Hands
	buckets   [2]strategy.Bucketing
	terminals *Terminals
	rounds    [][]board
	of        [2][][]int32 // bucket of each entry, by seat and round
	root      *node
	decisions []*node
	// predictive plays as if the regrets of the last walk came again.
	predictive bool
}

// board is one board of a round: it represents its orbit under the suits.
type board struct {
	game.Deal
	ways   float64
	parent int     // index of the board of the round before
	copies float64 // number of boards that it represents
}

type node struct {
	*game.Node
	children []*node

	// By bucket and action, at decisions.
	regret, change, sum, strategy []float64
	saved                         []float64 // the strategy, while the average is in use

	// Scratch, by action: vectors that go down to children, and values that come up.
	reach, own, values [][]float64
}

func newSolver(g game.Game, buckets [2]strategy.Bucketing) *solver {
	s := &solver{game: g, hands: g.Hands(), buckets: buckets, terminals: NewTerminals(g)}
	s.listBoards()
	s.root = s.build(g.Root().Node)
	s.useRegrets()
	return s
}

// listBoards deals all rounds. The deals do not depend on the betting.
func (s *solver) listBoards() {
	root := board{Deal: game.Deal{State: s.game.Root()}, copies: 1}
	if s.suitBlind() {
		root.Group = s.game.Symmetries()
	}
	s.rounds = [][]board{{root}}
	for r := 1; r < s.game.Rounds(); r++ {
		chance := chanceBelow(s.rounds[r-1][0].State.Node)
		var next []board
		for i, b := range s.rounds[r-1] {
			deals := s.game.Deals(game.State{Node: chance, Board: b.State.Board}, b.Group)
			for _, d := range deals.List {
				next = append(next, board{d, deals.Ways, i, b.copies * float64(len(d.Orbit))})
			}
		}
		s.rounds = append(s.rounds, next)
	}
	for seat := range 2 {
		n := s.hands.Len(seat)
		for r, boards := range s.rounds {
			of := make([]int32, len(boards)*n)
			for i, b := range boards {
				s.buckets[seat].Of(r, b.State.Board, of[i*n:(i+1)*n])
			}
			s.of[seat] = append(s.of[seat], of)
		}
	}
}

// suitBlind reports whether no bucketing distinguishes hands and boards of one public card that differ only in
// suits. Bucketings of games with more cards are assumed not to.
func (s *solver) suitBlind() bool {
	if s.hands.Layout != game.OneCard {
		return true
	}
	boards := []game.Board{{}}
	if s.game.Rounds() > 1 {
		for _, hole := range s.hands.Cards {
			boards = append(boards, game.BoardOf(hole.Min()))
		}
	}
	n := len(s.hands.Cards)
	plain, renamed := make([]int32, n), make([]int32, n)
	for _, b := range boards {
		for _, p := range s.game.Symmetries() {
			other := game.State{Board: b}.Renamed(p).Board
			for _, buckets := range s.buckets {
				buckets.Of(min(b.Len(), 1), b, plain)
				buckets.Of(min(b.Len(), 1), other, renamed)
				for h, to := range p.Hands[0] {
					if plain[h] != renamed[to] {
						return false
					}
				}
			}
		}
	}
	return true
}

func chanceBelow(n *game.Node) *game.Node {
	if n.Kind == game.Chance {
		return n
	}
	for _, child := range n.Children {
		if found := chanceBelow(child); found != nil {
			return found
		}
	}
	return nil
}

func (s *solver) build(from *game.Node) *node {
	n := &node{Node: from}
	size := len(s.rounds[from.Round]) * max(s.hands.Len(0), s.hands.Len(1))
	if from.Kind == game.Chance {
		size = len(s.rounds[from.Round+1]) * max(s.hands.Len(0), s.hands.Len(1))
	}
	if from.Kind == game.Decision {
		rows := s.buckets[from.Actor].Len(from.Round) * len(from.Actions)
		for _, v := range []*[]float64{&n.saved, &n.regret, &n.change, &n.sum, &n.strategy} {
			*v = make([]float64, rows)
		}
		s.decisions = append(s.decisions, n)
	}
	for _, child := range from.Children {
		n.reach = append(n.reach, make([]float64, size))
		n.own = append(n.own, make([]float64, size))
		n.values = append(n.values, make([]float64, size))
		n.children = append(n.children, s.build(child))
	}
	return n
}

func (s *solver) randomise(rng *rand.Rand) {
	for _, n := range s.decisions {
		for i := range n.regret {
			n.regret[i] = startScale * rng.Float64()
		}
	}
	s.useRegrets()
}

func (s *solver) useRegrets() {
	for _, n := range s.decisions {
		normalise(n.strategy, n.regret, len(n.Actions))
	}
}

// normalise divides each row of weights by its sum; rows of zeros become uniform.
func normalise(rows, weights []float64, actions int) {
	for start := 0; start < len(rows); start += actions {
		row, weight := rows[start:start+actions], weights[start:start+actions]
		sum := 0.0
		for _, w := range weight {
			sum += w
		}
		for i, w := range weight {
			if sum > 0 {
				row[i] = w / sum
			} else {
				row[i] = 1 / float64(actions)
			}
		}
	}
}
