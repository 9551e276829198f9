package multiway

import (
	"math"
	"math/rand/v2"
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
	rules.Chips, rules.Removal = 45*rules.Unit, removal
	g, err := stochastic.New(rules, stochastictest.Triples(removal))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// randomStrategy has probabilities of 0, 1 and between.
func randomStrategy(rng *rand.Rand, h *tournament.Hand) *stochastic.Strategy {
	x := stochastic.AllJam(h)
	for s := range x {
		if h.Choice(tournament.Situation(s)) != tournament.Free {
			continue
		}
		for k := range x[s] {
			x[s][k] = min(1, max(0, 3*rng.Float64()-1))
		}
	}
	return x
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
		hands := NewHands(g.Pairs, g.Triples)
		for _, stacks := range []tournament.Stacks{{15, 15, 15}, {43, 1, 1}, {1, 2, 42}, {0, 25, 20}} {
			h := g.Hands[g.Space.Index(stacks)]
			var payoffs tournament.Payoffs
			h.Payoffs(g.ICM, &payoffs)
			x := randomStrategy(rng, h)
			sums := hands.of(h.Stacks[0] == 0)
			sums.value(&payoffs)
			p := (&Options{}).play(sums, x[:], make([]bool, len(x)), tournament.NumSeats)
			p.seat = func(s int) int { return int(tournament.Situation(s).Seat()) }
			for s := range p.free {
				p.free[s] = h.Choice(tournament.Situation(s)) == tournament.Free
			}
			p.table, p.jams, p.since = make(decisions, len(x)), make(responses, len(x)), make([][cards.NumClasses]int, len(x))
			sums.load(x[:])
			p.respond(0)
			p.step(0.3) // so that the marginals are mixed, too
			sums.advantages(x[:], p.table, 0)

			endings := expost.EndingsOf(h, x, g.Triples, g.Pairs)
			for s := range tournament.Situation(tournament.NumSituations) {
				if h.Choice(s) != tournament.Free {
					continue
				}
				for k := range cards.Class(cards.NumClasses) {
					a := endings.Action(s, k, &payoffs)
					if got, want := p.table[s][k], a.Jam-a.Fold; math.Abs(got-want) > rounding {
						t.Fatalf("seed %d, removal %d, %v, %v with %v: advantage %v, want %v", seed, removal, stacks, s, k, got, want)
					}
				}
			}
			want := endings.Regret(h, x, &payoffs)
			for seat, got := range p.regret() {
				if math.Abs(got-want[seat]) > rounding {
					t.Errorf("removal %d, %v: regret of %v is %v, want %v", removal, stacks, tournament.Seat(seat), got, want[seat])
				}
			}
			checkEnds(t, g, h, sums.ends(x[:]), endings, x, &payoffs)
		}
	}
}

// checkEnds compares the value of the button's game with the sum over his hands, and all values with the prizes.
func checkEnds(t *testing.T, g *stochastic.Game, h *tournament.Hand, ends Ends, endings *expost.Endings, x *stochastic.Strategy, payoffs *tournament.Payoffs) {
	t.Helper()
	total, want := 0.0, 100.0
	for l := range ends {
		for _, p := range ends[l] {
			total += p
		}
	}
	values := ends.Values(payoffs)
	first, s := tournament.Button, tournament.ButtonOpens
	if h.Stacks[0] == 0 {
		first, s, want = tournament.SmallBlind, tournament.SmallBlindAfterFold, 80
	}
	value := 0.0
	for k := range cards.Class(cards.NumClasses) {
		a := endings.Action(s, k, payoffs)
		value += x[s][k]*a.Jam + (1-x[s][k])*a.Fold
	}
	if math.Abs(total-1) > rounding || math.Abs(value-values[first]) > rounding || math.Abs(values[0]+values[1]+values[2]-want) > 1e-6 {
		t.Errorf("%v: ends sum to %v, values %v, but %v is worth %v", h.Stacks, total, values, first, value)
	}
}

// A marginal is the same whichever way it was reached.
func TestBlendForgetsItsPast(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	h := toyTournament(t, tournament.RemovalExact).Hands[500]
	x, y := randomStrategy(rng, h), randomStrategy(rng, h)
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
