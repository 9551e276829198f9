//go:build slow

package multiway

import (
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/dataset/allin"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/expost"
	"feltlab/solvers/jamfold/stochastic"
)

// TestDeck holds the values of a table of four, and those of nine, to deals of all hands from one deck: the mean value
// of each seat, for an equilibrium.
func TestDeck(t *testing.T) {
	counts, err := allin.Compute(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	trios, err := stochastic.NewTriples(t.Context(), counts, tournament.RemovalExact)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{3, 4, 9} {
		table := &tournament.Table{
			SmallBlind: 500, BigBlind: 1000, Ante: 1000, BigBlindAnte: true, Prizes: []float64{50, 30, 20},
		}
		for range n {
			table.Stacks = append(table.Stacks, 4000+100*rng.IntN(60))
		}
		g := Game{Table: table, Pairs: &trios.Pairs, Triples: trios}
		r, err := Solve(t.Context(), g, Options{Iterations: 64, Target: 0.003})
		if err != nil {
			t.Fatal(err)
		}
		c, err := expost.CheckTable(t.Context(), table, r.Strategy, expost.TableOptions{Deals: 4 << 20})
		if err != nil {
			t.Fatal(err)
		}
		for seat := range n {
			node := stochastic.TableNode(seat, 0)
			if seat == n-1 {
				continue // walks
			}
			t.Logf("%d players, seat %d: gain %.4f to %.4f", n, seat, c.Lower[seat], c.Upper[seat])
			mean, value := 0.0, 0.0
			for k, x := range r.Strategy[node] {
				p := stochastic.Prior(cards.Class(k))
				mean += p * x
				value += p * (x*r.Jam[node][k] + (1-x)*r.Fold[node][k])
			}
			if seat == 0 && math.Abs(value-c.Values[seat]) > 0.02 {
				t.Errorf("%d players: the first seat is worth %.4f, on deals %.4f", n, value, c.Values[seat])
			}
		}
		if c.Gain() > 0.2 {
			t.Errorf("%d players: a gain of %v", n, c.Gain())
		}
	}
}
