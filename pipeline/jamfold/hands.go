package jamfold

import (
	"context"
	"io"

	"feltlab/internal/progress"
	"feltlab/model/tournament"
	"feltlab/pipeline/store"
	"feltlab/solvers/jamfold/stochastic"
)

// Lab is where equilibria are computed and kept.
type Lab struct {
	Store *store.Store
	// Workers below 1 mean one for each processor.
	Workers int
	// Progress gets bars if it is a terminal; nil for none.
	Progress io.Writer

	trios map[tournament.Removal]*stochastic.Trios
}

// Trios returns the joint distribution of three hands; it is made once. The rollout behind it
// costs about 40 seconds of processor time unless the store holds it.
func (l *Lab) Trios(ctx context.Context, removal tournament.Removal) (*stochastic.Trios, error) {
	if t := l.trios[removal]; t != nil {
		return t, nil
	}
	bar := progress.Start(l.Progress, "rollout", 0)
	rollout, err := AllInTriples(ctx, l.Store, l.Workers, bar.Of)
	bar.Close()
	if err != nil {
		return nil, err
	}
	t, err := stochastic.NewTrios(ctx, rollout, removal)
	if err != nil {
		return nil, err
	}
	if l.trios == nil {
		l.trios = map[tournament.Removal]*stochastic.Trios{}
	}
	l.trios[removal] = t
	return t, nil
}

// duels returns the joint distribution of two hands.
func (l *Lab) duels(ctx context.Context, removal tournament.Removal) (*stochastic.Duels, error) {
	pairs, err := AllInPairs(ctx, l.Store, l.Workers)
	if err != nil {
		return nil, err
	}
	return stochastic.NewDuels(pairs, removal), nil
}

// Game returns the tournament of a configuration.
func (l *Lab) Game(ctx context.Context, c *Config) (*stochastic.Game, error) {
	rules := c.Rules()
	if c.Players == 2 {
		duels, err := l.duels(ctx, c.Removal)
		if err != nil {
			return nil, err
		}
		return stochastic.NewHeadsUp(rules, duels)
	}
	trios, err := l.Trios(ctx, c.Removal)
	if err != nil {
		return nil, err
	}
	return stochastic.New(rules, trios)
}
