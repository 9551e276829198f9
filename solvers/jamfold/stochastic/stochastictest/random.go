package stochastictest

import (
	"math/rand/v2"
	"testing"

	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// Game returns the tournament of some rules, dealt by the rollout.
func Game(t testing.TB, rules tournament.Rules) *stochastic.Game {
	t.Helper()
	g, err := stochastic.New(rules, Triples(rules.Removal), &Triples(rules.Removal).Pairs)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Strategy returns a strategy with probabilities of 0, 1 and between.
func Strategy(rng *rand.Rand, t *tournament.Table) stochastic.Strategy {
	x := stochastic.NewStrategy(t)
	for node, free := range t.Free() {
		for k := range x[node] {
			if free {
				x[node][k] = min(1, max(0, 3*rng.Float64()-1))
			}
		}
	}
	return x
}

// Table returns a table of n unequal stacks, some of them short, with a Strategy.
func Table(rng *rand.Rand, n int) (*tournament.Table, stochastic.Strategy) {
	t := &tournament.Table{SmallBlind: 1, BigBlind: 2, Ante: 1, Prizes: []float64{5, 3, 2}}
	for range n {
		t.Stacks = append(t.Stacks, 2+rng.IntN(20))
	}
	return t, Strategy(rng, t)
}
