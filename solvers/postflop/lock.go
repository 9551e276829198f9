package postflop

import (
	"feltlab/model/game"
	"feltlab/solvers/extensive"
)

// roundingOfOthers is that of strategies of other programs, which are floats of 32 bits.
const roundingOfOthers = 1e-5

// Lock makes the solver keep what a policy plays at a decision, on all boards. It wraps extensive.ErrAsymmetric if the
// policy tells suits apart that the game does not; other errors are those of the policy.
func (s *Solver) Lock(n *game.Node, p game.Policy) error {
	list, actions := s.hands[n.Actor].listed, len(n.Actions)
	kept := make([]float32, 0, len(s.rounds[n.Round])*s.row(n))
	for i := range s.rounds[n.Round] {
		odds, err := s.ask(p, game.State{Node: n, Board: s.rounds[n.Round][i].public})
		if err != nil {
			return err
		}
		for k := range actions {
			for _, h := range list {
				kept = append(kept, float32(odds[k][h]))
			}
		}
	}
	for i := range s.rounds[n.Round] {
		at := game.State{Node: n, Board: s.rounds[n.Round][i].public}
		if err := extensive.CheckSuits(s.game, p, at, roundingOfOthers); err != nil {
			return err
		}
	}
	s.locks[n.ID] = kept
	return nil
}

// Locked reports whether a decision is locked.
func (s *Solver) Locked(n *game.Node) bool { return s.locks[n.ID] != nil }

// ask gets the probabilities of a policy at a decision and checks them.
func (s *Solver) ask(p game.Policy, at game.State) ([][]float64, error) {
	odds := make([][]float64, len(at.Actions))
	for i := range odds {
		odds[i] = make([]float64, s.game.Hands().Len(at.Actor))
	}
	if err := p.Vector(at, odds); err != nil {
		return nil, err
	}
	return odds, game.CheckVector(s.game.Hands(), at, odds)
}
