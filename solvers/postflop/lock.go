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
		at := game.State{Node: n, Board: s.rounds[n.Round][i].public}
		odds, err := game.Ask(p, s.game.Hands(), at, nil)
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
