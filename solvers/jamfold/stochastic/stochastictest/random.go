package stochastictest

import (
	"math/rand/v2"
	"testing"

	"feltlab/dataset/eval"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// Game returns the tournament of some rules with a number of units in play, dealt by the rollout.
func Game(t testing.TB, rules tournament.Rules, units int) *stochastic.Game {
	t.Helper()
	rules.Chips = units * rules.Unit
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

// Valued is a decision in a deal: the probability that the seats before act so, and the values of jam and fold.
type Valued struct{ Before, Jam, Fold float64 }

// ValueDeal values a deal from one deck slowly, by all sequences of actions that the rules allow on each board: by
// tournament.Node, the mean over the boards. The deck has the seats' hands first, and then the boards.
func ValueDeal(t *tournament.Table, x stochastic.Strategy, deck []cards.Card, boards int) []Valued {
	n, valued := len(t.Stacks), make([]Valued, len(x))
	for b := range boards {
		board := cards.SetOf(deck[2*n+5*b:][:5]...)
		chances, ranks, strengths := make([]float64, n), make([]uint8, n), make([]eval.Strength, n)
		for seat := range n {
			strengths[seat] = eval.Of(board | cards.SetOf(deck[2*seat:][:2]...))
		}
		for in := range tournament.SeatSet(1 << n) {
			if !t.Possible(in) {
				continue
			}
			for seat := range n {
				k := cards.ComboOf(deck[2*seat], deck[2*seat+1]).Class()
				chances[seat] = x[tournament.Node(seat, in&(1<<seat-1))][k]
				if !in.Has(seat) {
					chances[seat] = 1 - chances[seat]
				}
				ranks[seat] = 0
				for other := range n {
					if in.Has(other) && strengths[other] > strengths[seat] {
						ranks[seat]++
					}
				}
			}
			for me, value := range t.Values(t.End(in, ranks)) {
				v, after := &valued[tournament.Node(me, in&(1<<me-1))], 1/float64(boards)
				v.Before = 1
				for seat, p := range chances {
					if seat < me {
						v.Before *= p
					} else if seat > me {
						after *= p
					}
				}
				if in.Has(me) {
					v.Jam += after * value
				} else {
					v.Fold += after * value
				}
			}
		}
	}
	return valued
}
