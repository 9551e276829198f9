package multiway

import (
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic/stochastictest"
)

// TestCompleteDeals holds the sums over deals to a slow enumeration of all ends on all boards.
func TestCompleteDeals(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := 4; n <= 6; n++ {
		table, x := stochastictest.Table(rng, n)
		g := toyGame(tournament.RemovalExact, table)
		s := newSolver(g, Options{})
		s.before = must.Get(x.Earlier(g.Table, g.From))(t)
		d := s.newDealer(x)
		d.ends = make([]endValues, 1<<n)
		want := make(observations, len(x))
		for c := range d.deck {
			d.deck[c] = cards.Card(c)
		}
		random := rand.NewPCG(7, uint64(n))
		for range 20 {
			d.deal(random)
			d.act(0, 0, 1)
			for node, v := range stochastictest.ValueDeal(table, x, d.deck[:], d.boards) {
				if seat := tournament.DecisionOf(node).Seat; v.Before > 0 && d.choice[node] {
					want[node][d.class[seat]].add(v.Before, v.Jam-d.start[seat], v.Fold-d.start[seat])
				}
			}
		}
		for node := range want {
			for k, w := range want[node] {
				g := d.by[node][k]
				for _, pair := range [][2]float64{
					{g.weight, w.weight}, {g.weights, w.weights}, {g.difference, w.difference}, {g.fold, w.fold},
					{g.differences, w.differences}, {g.foldSquares, w.foldSquares},
				} {
					if math.Abs(pair[0]-pair[1]) > 1e-9 {
						t.Fatalf("%d players, decision %d, %v: %+v, want %+v", n, node, cards.Class(k), g, w)
					}
				}
			}
		}
	}
}

// TestSmooth estimates sums over ranks, with something of each hand's own, from noisy means: the estimates are nearer
// than the means, and about as far off as their standard errors say.
func TestSmooth(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, own := range []float64{0, 0.02} {
		var truth values
		var e estimates
		byRank := [cards.NumRanks]float64{}
		for r := range byRank {
			byRank[r] = 0.1 * rng.NormFloat64()
		}
		for k := range truth {
			high, low := cards.Class(k).Ranks()
			truth[k] = byRank[high] + byRank[low] + own*rng.NormFloat64()
			deviation := 0.03 + 0.03*rng.Float64()
			e[k] = estimate{truth[k] + deviation*rng.NormFloat64(), deviation * deviation}
		}
		e[7].variance = 0 // nothing is known of this hand
		got, errors, rough := e.smooth()
		off, said, before := 0.0, 0.0, 0.0
		for k, v := range truth {
			off += square(got[k] - v)
			said += square(errors[k])
			before += e[k].variance
		}
		if rough {
			t.Errorf("own %v is rough", own)
		}
		if off > before/4 || said < off/2 || said > 2*off {
			t.Errorf("own %v: squares %v, the errors say %v, those of the means are %v", own, off, said, before)
		}
	}
	var noise estimates
	for k := range noise {
		noise[k] = estimate{rng.NormFloat64(), 1}
	}
	got, _, _ := noise.smooth()
	squares := 0.0
	for _, x := range got {
		squares += square(x)
	}
	if squares > 15 {
		t.Errorf("noise of 169 squares is smoothed to %v", squares)
	}
}

// TestCorrected solves with complete deals, by one and by three workers.
func TestCorrected(t *testing.T) {
	g := toyGame(tournament.RemovalExact, fourPlayers())
	o := Options{Iterations: 8, Target: 0.002, Seed: 5, Workers: 1, Deals: 1 << 17}
	solve := func() *Solution { return must.Get(Solve(t.Context(), g, o))(t) }
	one := solve()
	o.Workers = 3
	if three := solve(); three.Correction.Deals != 1<<17 || !three.Correction.Applied || !same(one, three) {
		t.Errorf("three workers: %v, want %v", three, one)
	}
	o.Product = true
	product := solve()
	o.Deals = 0
	if without := solve(); product.Correction.Applied || without.Correction != nil || !same(product, without) {
		t.Errorf("%v only measures the correction; without deals: %v", product, without)
	}
	if same(one, product) {
		t.Error("the toy's cards are not those of the deck, but the correction changes nothing")
	}
}

func same(a, b *Solution) bool {
	for node := range a.Strategy {
		if a.Strategy[node] != b.Strategy[node] || a.Jam[node] != b.Jam[node] || a.Fold[node] != b.Fold[node] {
			return false
		}
	}
	return true
}
