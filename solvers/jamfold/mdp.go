package jamfold

import (
	"context"
	"fmt"

	"feltlab/model/tournament"
	"feltlab/solvers/expost"
)

// outerPlay is FP-MDP: in each iteration every player's best response in the whole tournament to the
// others' averages is mixed into the player's own average.
func (s *solver) outerPlay(ctx context.Context) error {
	for {
		progress := func(done, total int) {
			if s.options.Progress != nil {
				s.options.Progress(s.at.Round+1, done, total)
			}
		}
		c, err := expost.Check(ctx, s.game, s.at.Profile, s.options.Workers, progress)
		if err != nil {
			return err
		}
		s.at.Values, s.at.Round, s.at.Moved = c.Values, s.at.Round+1, c.Gain
		round := Round{Number: s.at.Round, Epsilon: s.options.Epsilon, Regret: c.Gain, Moved: c.Gain, Iterations: 1}
		s.rounds = append(s.rounds, round)
		if s.options.Visit != nil {
			if err := s.options.Visit(round, s.at); err != nil {
				return err
			}
		}
		switch {
		case c.Gain <= s.options.Epsilon:
			return nil
		case s.at.Round >= min(s.options.Rounds, s.options.Iterations):
			return fmt.Errorf("%w: a player gains %.3g after %d", ErrRounds, c.Gain, s.at.Round)
		}
		lambda := 2 / float64(s.at.Round+2)
		if s.game.Rules.Averaging == tournament.AverageUniform {
			lambda = 1 / float64(s.at.Round+1)
		}
		for _, i := range s.played {
			x, best := s.at.Profile[i], c.Response[i]
			for situation := range x {
				for k := range x[situation] {
					x[situation][k] += lambda * (best[situation][k] - x[situation][k])
				}
			}
		}
	}
}
