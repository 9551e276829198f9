package jamfold

import (
	"context"
	"io"

	"feltlab/internal/progress"
	"feltlab/model/tournament"
	"feltlab/pipeline/store"
	"feltlab/solvers/jamfold/stochastic"
)

// Lab computes equilibria and keeps them in a store.
type Lab struct {
	Store *store.Store
	// Workers below 1 mean one for each processor.
	Workers int
	// Progress gets progress bars if it is a terminal; nil for none.
	Progress io.Writer

	triples map[tournament.Removal]*stochastic.Triples
}

// Triples returns the joint distribution of three hands, made once. The rollout behind it takes about 40 seconds of
// processor time unless the store has it.
func (l *Lab) Triples(ctx context.Context, removal tournament.Removal) (*stochastic.Triples, error) {
	if t := l.triples[removal]; t != nil {
		return t, nil
	}
	bar := progress.Start(l.Progress, "rollout", 0)
	rollout, err := AllInTriples(ctx, l.Store, l.Workers, bar.Of)
	bar.Close()
	if err != nil {
		return nil, err
	}
	t, err := stochastic.NewTriples(ctx, rollout, removal)
	if err != nil {
		return nil, err
	}
	if l.triples == nil {
		l.triples = map[tournament.Removal]*stochastic.Triples{}
	}
	l.triples[removal] = t
	return t, nil
}

// pairs returns the joint distribution of two hands.
func (l *Lab) pairs(ctx context.Context, removal tournament.Removal) (*stochastic.Pairs, error) {
	pairs, err := AllInPairs(ctx, l.Store, l.Workers)
	if err != nil {
		return nil, err
	}
	return stochastic.NewPairs(pairs, removal), nil
}

// Game returns the tournament of a configuration.
func (l *Lab) Game(ctx context.Context, c *Config) (*stochastic.Game, error) {
	rules := c.Rules()
	if c.Players == 2 {
		duels, err := l.pairs(ctx, c.Removal)
		if err != nil {
			return nil, err
		}
		return stochastic.NewHeadsUp(rules, duels)
	}
	trios, err := l.Triples(ctx, c.Removal)
	if err != nil {
		return nil, err
	}
	return stochastic.New(rules, trios)
}
