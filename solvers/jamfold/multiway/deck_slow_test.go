//go:build slow

package multiway

import (
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/dataset/allin"
	"feltlab/dataset/eval"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/expost"
	"feltlab/solvers/jamfold/stochastic"
)

// visits are how far a seat's results at a decision are from the solver's values, over the deals that come there.
type visits struct{ n, sum, squares float64 }

// sample plays complete deals from one deck by the strategies, and calls visit with each decision of a deal.
func sample(t *tournament.Table, x stochastic.Strategy, deals int, visit func(node int, k cards.Class, value float64)) {
	rng := rand.New(rand.NewPCG(20, 26))
	n := len(t.Stacks)
	value := t.Valuer()
	for range deals {
		deck := rng.Perm(cards.NumCards)
		var in tournament.SeatSet
		nodes, classes, strengths := make([]int, n), make([]cards.Class, n), make([]eval.Strength, n)
		board := eval.HandOf(0)
		for _, c := range deck[2*n : 2*n+5] {
			board = board.Merge(eval.HandOf(cards.SetOf(cards.Card(c))))
		}
		for seat := range n {
			a, b := cards.Card(deck[2*seat]), cards.Card(deck[2*seat+1])
			classes[seat] = cards.ClassOf(a.Rank(), b.Rank(), a.Suit() == b.Suit())
			strengths[seat] = board.Merge(eval.HandOf(cards.SetOf(a, b))).Strength()
			nodes[seat] = tournament.Node(seat, in)
			if rng.Float64() < x[nodes[seat]][classes[seat]] {
				in |= 1 << seat
			}
		}
		ranks := make([]uint8, n)
		for seat := range n {
			for other := range n {
				if in.Has(other) && strengths[other] > strengths[seat] {
					ranks[seat]++
				}
			}
		}
		values := value(t.End(in, ranks))
		for seat, node := range nodes {
			visit(node, classes[seat], values[seat])
		}
	}
}

// TestDeck holds the values of tables of three, four, five and nine to complete deals, in which the players act by
// chance: at every decision that comes often enough, the mean difference is 0 within its interval.
func TestDeck(t *testing.T) {
	counts := must.Get(allin.Compute(t.Context(), 0, nil))(t)
	trios := must.Get(stochastic.NewTriples(t.Context(), counts, tournament.RemovalExact))(t)
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{3, 4, 5, 9} {
		table := &tournament.Table{
			SmallBlind: 500, BigBlind: 1000, Ante: 1000, BigBlindAnte: true, Prizes: []float64{50, 30, 20},
		}
		for range n {
			table.Stacks = append(table.Stacks, 4000+100*rng.IntN(60))
		}
		g := Game{Table: table, Pairs: &trios.Pairs, Triples: trios}
		r := must.Get(Solve(t.Context(), g, Options{Iterations: 100, Target: 0.003, Deals: 8 << 20}))(t)
		if n <= tournament.NumSeats {
			r.Jam, r.Fold = exactly(t, g, r.Strategy)
		}
		const deals, often, deviations = 2_000_000, 10_000, 4.5
		by := make([]visits, len(r.Strategy))
		sample(table, r.Strategy, deals, func(node int, k cards.Class, value float64) {
			x := r.Strategy[node][k]
			miss := value - (x*r.Jam[node][k] + (1-x)*r.Fold[node][k])
			v := &by[node]
			v.n++
			v.sum += miss
			v.squares += miss * miss
		})
		seen := 0
		for node, v := range by {
			if r.Jam[node] == r.Fold[node] || v.n < often { // no choice
				continue
			}
			seen++
			mean := v.sum / v.n
			interval := deviations * math.Sqrt(v.squares/v.n/v.n)
			t.Logf("%d players, decision %d: %.0f visits, off by $%.4f, interval $%.4f", n, node, v.n, mean, interval)
			if math.Abs(mean) > interval {
				t.Errorf("%d players, decision %d: off by $%.4f, interval $%.4f", n, node, mean, interval)
			}
		}
		if seen < n {
			t.Errorf("%d players: %d decisions", n, seen)
		}
	}
}

// exactly returns the values of actions over all deals, by the checker.
func exactly(t *testing.T, g Game, x stochastic.Strategy) (jam, fold [][cards.NumClasses]float64) {
	_, actions, err := expost.CheckTableExactly(g.Table, x, g.From, g.Triples, g.Pairs)
	must.Do(t, err)
	jam, fold = make([][cards.NumClasses]float64, len(x)), make([][cards.NumClasses]float64, len(x))
	for node := range actions {
		for k, a := range actions[node] {
			if a.Reach > 1e-12 {
				jam[node][k], fold[node][k] = a.Jam/a.Reach, a.Fold/a.Reach
			}
		}
	}
	return jam, fold
}
