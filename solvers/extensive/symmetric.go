package extensive

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"feltlab/model/game"
)

// ErrAsymmetric marks policies that distinguish suits, for which suit isomorphism is wrong.
var ErrAsymmetric = errors.New("the policy is not suit-symmetric")

const (
	// symmetryTolerance is how far probabilities may differ between suits, by the rounding of a policy
	// that computes them. A difference of d in all probabilities moves a value by no more than d times
	// the largest payoff and the number of decisions on a path.
	symmetryTolerance = 1e-12
	symmetrySamples   = 400 // number of random public states compared with random permutations
	// smallTree is the number of decisions up to which all public states are compared with all
	// permutations instead: those of Leduc, but not hold'em.
	smallTree = 1_000
)

// CheckSymmetric returns an error that wraps ErrAsymmetric and names a public state and a hand if the policy
// treats states below s, or hands, that differ only in suits differently. In small trees it compares all
// states with all their permutations, in large ones random states with random permutations, by the seed.
func CheckSymmetric(g game.Game, p game.Policy, s game.State, seed uint64) error {
	c := symmetryCheck{g: g, policy: p, group: g.Symmetries()[1:]}
	if len(c.group) == 0 {
		return nil
	}
	if states, ok := decisionsBelow(g, s, nil, smallTree); ok {
		for _, state := range states {
			for _, symmetry := range c.group {
				if err := c.compare(state, symmetry); err != nil {
					return err
				}
			}
		}
		return nil
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	boards := map[game.Board][]game.Deal{}
	for range symmetrySamples {
		if err := c.compare(randomDecision(g, s, boards, rng), c.group[rng.IntN(len(c.group))]); err != nil {
			return err
		}
	}
	return nil
}

// decisionsBelow lists the decisions of a public tree, unless there are more than limit.
func decisionsBelow(g game.Game, s game.State, found []game.State, limit int) ([]game.State, bool) {
	ok := true
	switch s.Kind {
	case game.Decision:
		if len(found) == limit {
			return nil, false
		}
		found = append(found, s)
		for i := 0; ok && i < len(s.Actions); i++ {
			found, ok = decisionsBelow(g, s.After(i), found, limit)
		}
	case game.Chance:
		if limit-len(found) < g.Hands().Len(0)/2 {
			return nil, false // there are at least as many deals, each with a decision
		}
		for _, d := range g.Deals(s, nil).List {
			if found, ok = decisionsBelow(g, d.State, found, limit); !ok {
				break
			}
		}
	}
	return found, ok
}

// randomDecision plays at random from s, and picks one of the decisions on the path. It keeps the deals that
// follow the first board, which do not depend on the betting.
func randomDecision(g game.Game, s game.State, boards map[game.Board][]game.Deal, rng *rand.Rand) game.State {
	first := s.Board
	var passed []game.State
	for {
		switch s.Kind {
		case game.Decision:
			passed = append(passed, s)
			s = s.After(rng.IntN(len(s.Actions)))
		case game.Chance:
			list := boards[s.Board]
			if list == nil {
				list = g.Deals(s, nil).List
			}
			if s.Board == first {
				boards[first] = list
			}
			s = game.State{Node: s.Children[0], Board: list[rng.IntN(len(list))].State.Board}
		default:
			return passed[rng.IntN(len(passed))]
		}
	}
}

type symmetryCheck struct {
	g      game.Game
	policy game.Policy
	group  []*game.Symmetry

	scratch stack
}

func (c *symmetryCheck) compare(s game.State, p *game.Symmetry) error {
	n := c.g.Hands().Len(s.Actor)
	mark := c.scratch.mark()
	defer c.scratch.release(mark)
	plain, renamed := c.scratch.vectors(len(s.Actions), n), c.scratch.vectors(len(s.Actions), n)
	other := s.Renamed(p)
	if err := c.policy.Vector(s, plain); err != nil {
		return err
	}
	if err := c.policy.Vector(other, renamed); err != nil {
		return err
	}
	board := s.Board.Set()
	for i := range plain {
		for h, to := range p.Hands[s.Actor] {
			if !c.g.Hands().Live(h, board) {
				continue
			}
			if a, b := plain[i][h], renamed[i][to]; math.Abs(a-b) > symmetryTolerance {
				name := func(h int) string { return c.g.Hands().Name(s.Actor, h) }
				return fmt.Errorf("%w: action %v has probability %v at %v with %s, but %v at %v with %s",
					ErrAsymmetric, s.Actions[i], a, s, name(h), b, other, name(int(to)))
			}
		}
	}
	return nil
}
