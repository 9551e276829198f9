package stochastictest

import (
	"context"
	"sync"

	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// Trios returns the rollout's distribution for a card removal, made once. It panics where
// game.NewTrios fails, which this rollout gives no cause for.
func Trios(removal tournament.Removal) *stochastic.Trios { return trios[removal]() }

var trios = func() (makers [3]func() *stochastic.Trios) {
	for removal := range makers {
		makers[removal] = sync.OnceValue(func() *stochastic.Trios {
			t, err := stochastic.NewTrios(context.Background(), Rollout{}, tournament.Removal(removal))
			if err != nil {
				panic(err)
			}
			return t
		})
	}
	return makers
}()
