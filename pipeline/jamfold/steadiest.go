package jamfold

import (
	"context"
	"errors"

	"feltlab/solvers/jamfold"
)

// Steadiest returns what Tournament does and true, or, if that ends with jamfold.ErrRounds, the
// round in which values moved least (the first of equals) with its certificate, and false. It
// chooses among the first Rounds rounds, so that going on later does not change the answer.
func (l *Lab) Steadiest(ctx context.Context, c *Config, visit func(jamfold.Round)) (s *Solved, settled bool, err error) {
	if s, err = l.Tournament(ctx, c, visit); !errors.Is(err, jamfold.ErrRounds) {
		return s, err == nil, err
	}
	s = &Solved{Config: *c}
	if s.Game, err = l.Game(ctx, c); err != nil {
		return nil, false, err
	}
	for n := 1; n <= c.Rounds; n++ {
		at, err := l.round(c, s.Game, n)
		if err != nil {
			return nil, false, err
		}
		if at != nil && (s.Snapshot == nil || at.Moved < s.Moved) {
			s.Snapshot = at
		}
	}
	if s.Snapshot == nil { // the store lost them since
		return nil, false, jamfold.ErrRounds
	}
	key, err := c.roundSpec(s.Round).Key()
	if err != nil {
		return nil, false, err
	}
	s.Certificate, err = l.certify(ctx, s, key)
	return s, false, err
}
