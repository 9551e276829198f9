package multiway

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/expost"
	"feltlab/solvers/jamfold/stochastic"
	"feltlab/solvers/jamfold/stochastic/stochastictest"
)

// toyTournament has 45 units of chips.
func toyTournament(t testing.TB, removal tournament.Removal) *stochastic.Game {
	t.Helper()
	rules := tournament.Default()
	rules.Removal = removal
	return stochastictest.Game(t, rules, 45)
}

// rounding is what two exact computations in dollars may differ by.
const rounding = 1e-9

// TestKernels holds fictitious play's advantages, ends and regrets equal to those of the
// checker, which shares no code with it.
func TestKernels(t *testing.T) {
	const seed = 11
	rng := rand.New(rand.NewPCG(seed, 0))
	for removal := range 3 {
		g := toyTournament(t, tournament.Removal(removal))
		hands := NewHands(g.Pairs, g.Triples, nil)
		for _, stacks := range []tournament.Stacks{{15, 15, 15}, {43, 1, 1}, {1, 2, 42}, {0, 25, 20}} {
			h := g.States[g.Space.Index(stacks)]
			var payoffs tournament.Payoffs
			h.Payoffs(g.ICM, &payoffs)
			x, free := stochastictest.Strategy(rng, h.Table), h.Table.Free()
			sums := hands.of(x)
			sums.value(&payoffs)
			p := &fictitiousPlay{sums: sums, x: decisions(x), free: free, seats: tournament.NumSeats}
			p.table, p.jams, p.since = make(decisions, len(x)), make(responses, len(x)), make([][cards.NumClasses]int,
				len(x))
			sums.load(p.x)
			p.respond(0)
			p.step(0.3) // so that the marginals are mixed, too
			sums.advantages(p.x, p.table, 0)

			endings := expost.EndingsOf(x, g.Triples, g.Pairs)
			var want [tournament.NumSeats]float64
			for node := range x {
				for k := range cards.Class(cards.NumClasses) {
					if !free[node] {
						continue
					}
					a := endings.Action(node, k, &payoffs)
					want[tournament.DecisionOf(node).Seat] += a.Loss(x[node][k])
					if got, want := p.table[node][k], a.Jam-a.Fold; math.Abs(got-want) > rounding {
						t.Fatalf("seed %d, removal %d, %v, %d with %v: advantage %v, want %v", seed, removal, stacks,
							node, k, got, want)
					}
				}
			}
			for seat, got := range p.regret() {
				if math.Abs(got-want[seat]) > rounding {
					t.Errorf("removal %d, %v: regret of %v is %v, want %v", removal, stacks, seat, got, want[seat])
				}
			}
			checkEnds(t, h, sums.ends(p.x), endings, x, &payoffs)
		}
	}
}

// checkEnds compares the value of the first seat's game with the sum over its hands, and all values with the prizes.
func checkEnds(t *testing.T, h *tournament.State, ends Ends, endings expost.Endings, x stochastic.Strategy,
	payoffs *tournament.Payoffs) {
	t.Helper()
	total, want := 0.0, 100.0
	for in := range ends {
		for _, p := range ends[in] {
			total += p
		}
	}
	values := ends.Values(payoffs)
	if len(h.Table.Stacks) == 2 {
		want = 80
	}
	value := 0.0
	for k := range cards.Class(cards.NumClasses) {
		a := endings.Action(0, k, payoffs)
		value += x[0][k]*a.Jam + (1-x[0][k])*a.Fold
	}
	if math.Abs(total-1) > rounding || math.Abs(value-values[0]) > rounding ||
		math.Abs(values[0]+values[1]+values[2]-want) > 1e-6 {
		t.Errorf("%v: ends sum to %v, values %v, but the first seat is worth %v", h.Table.Stacks, total, values, value)
	}
}

// A marginal is the same whichever way it was reached.
func TestBlendForgetsItsPast(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	h := toyTournament(t, tournament.RemovalExact).States[500].Table
	x, y := stochastictest.Strategy(rng, h), stochastictest.Strategy(rng, h)
	b, fresh := newMarginal(stochastictest.Triples(0)), newMarginal(stochastictest.Triples(0))
	b.set(&y[0])
	jams := rounded(&y[1])
	b.mix(&jams, 0.5)
	b.set(&x[0])
	fresh.set(&x[0])
	if !cmp.Equal(b.mixed, fresh.mixed) || !cmp.Equal(b.sums, fresh.sums) {
		t.Error("the marginal depends on its earlier strategy")
	}
}

// TestMixFour holds the kernel to the portable code, bit by bit, for counts up to the largest and all lengths.
func TestMixFour(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for n := range 12 {
		var columns [4][]uint32
		to := make([]float64, n)
		for i := range to {
			to[i] = 1e9 * rng.Float64()
			for c := range columns {
				columns[c] = append(columns[c], rng.Uint32()>>rng.IntN(32))
			}
		}
		want := slices.Clone(to)
		p, q, r, s := rng.Float64(), -rng.Float64(), rng.Float64(), rng.NormFloat64()
		mixFour(to, columns[0], columns[1], columns[2], columns[3], p, q, r, s)
		mixFourPortable(want, columns[0], columns[1], columns[2], columns[3], p, q, r, s)
		if !slices.Equal(to, want) {
			t.Errorf("%d numbers: %v, want %v", n, to, want)
		}
	}
}
