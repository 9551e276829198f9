package jamfold

import (
	"context"
	"errors"
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

var background = context.Background()

// toyGame is a tournament with few chips.
func toyGame(t testing.TB, units int, change func(*tournament.Rules)) *stochastic.Game {
	t.Helper()
	rules := tournament.Default()
	rules.Chips = units * rules.Unit
	if change != nil {
		change(&rules)
	}
	g, err := stochastic.New(rules, stochastictest.Triples(rules.Removal))
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
		g := toyGame(t, 45, func(r *tournament.Rules) { r.Removal = tournament.Removal(removal) })
		accumulators := newAccumulators(g)
		for _, stacks := range []tournament.Stacks{{15, 15, 15}, {43, 1, 1}, {1, 2, 42}, {0, 25, 20}} {
			h := g.Hands[g.Space.Index(stacks)]
			var payoffs tournament.Payoffs
			h.Payoffs(g.ICM, &payoffs)
			x := randomStrategy(rng, h)
			p := &fictitiousPlay{hand: h, accumulator: accumulators.of(h), payoffs: &payoffs, x: x}
			p.accumulator.load(&payoffs, x)
			p.respond(0)
			p.step(0.3) // so that the marginals are mixed, too
			p.accumulator.advantages(x, &p.table)

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
			checkEnds(t, g, h, p.accumulator.ends(x), endings, x, &payoffs)
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
	h := toyGame(t, 45, nil).Hands[500]
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

func TestSolve(t *testing.T) {
	for _, method := range []tournament.Method{tournament.PIFP, tournament.VIFP, tournament.FPMDP} {
		units, options := 5, Options{Method: method, Epsilon: 0.001}
		if method == tournament.FPMDP {
			units, options.Epsilon = 4, 0.1 // far slower
		}
		g := toyGame(t, units, nil)
		s, err := Solve(background, g, options)
		if err != nil {
			t.Fatalf("%v: %v", method, err)
		}
		c, err := expost.Check(background, g, s.Profile, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%v: gain %.5f after %d rounds", method, c.Gain, len(s.Rounds))
		if limit := 10 * options.Epsilon; c.Gain > limit {
			t.Errorf("%v: a deviation gains %v", method, c.Gain)
		}
		if method == tournament.VIFP {
			continue // its values are the last iterate, not the profile's
		}
		for _, i := range g.Played() {
			for seat, v := range s.Values[i] {
				if math.Abs(v-c.Values[i][seat]) > rounding {
					t.Errorf("%v: at %v value %v, checked %v", method, g.Space.At(i), v, c.Values[i][seat])
				}
			}
		}
	}
}

// The result is the same for any number of workers.
func TestWorkers(t *testing.T) {
	var solutions [2]*Solution
	for i, workers := range []int{1, 3} {
		g := toyGame(t, 8, nil) // 21 states and more: two blocks
		s, err := Solve(background, g, Options{Epsilon: 0.01, Rounds: 1, Workers: workers})
		if !errors.Is(err, ErrRounds) {
			t.Fatal(err)
		}
		solutions[i] = s
	}
	if a, b := solutions[0], solutions[1]; !cmp.Equal(a.Profile, b.Profile) || !cmp.Equal(a.Values, b.Values) || !cmp.Equal(a.Rounds, b.Rounds) {
		t.Error("one and three workers differ")
	}
}

func TestResume(t *testing.T) {
	g := toyGame(t, 4, nil)
	stop := errors.New("stop")
	var kept *Snapshot
	_, err := Solve(background, g, Options{Visit: func(r Round, at *Snapshot) error {
		kept = at.Clone()
		return stop
	}})
	if !errors.Is(err, stop) || kept.Round != 1 {
		t.Fatalf("%v, round %d", err, kept.Round)
	}
	before := kept.Clone()
	s, err := Solve(background, g, Options{Start: kept})
	if err != nil {
		t.Fatal(err)
	}
	if first := s.Rounds[0].Number; first != 2 {
		t.Errorf("resumes with round %d", first)
	}
	if !cmp.Equal(before, kept) {
		t.Error("the start was changed")
	}
	again, err := Solve(background, g, Options{Start: &Snapshot{Round: 9, Values: s.Values, Profile: s.Profile}})
	if err != nil || again.Rounds[0].Iterations > len(g.Hands) {
		t.Errorf("a solved game took %+v: %v", again.Rounds, err)
	}
	kept.Profile[0][0][0] = 2
	if _, err := Solve(background, g, Options{Start: kept}); !errors.Is(err, stochastic.ErrStrategy) {
		t.Errorf("a probability of 2: %v", err)
	}
	if _, err := Solve(background, g, Options{Start: &Snapshot{}}); !errors.Is(err, ErrSnapshot) {
		t.Errorf("an empty snapshot: %v", err)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(background)
	g := toyGame(t, 9, nil)
	s, err := Solve(ctx, g, Options{Progress: func(_, done, _ int) {
		if done == 3 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || s == nil {
		t.Fatalf("%v", err)
	}
}

func TestBadOptions(t *testing.T) {
	g := toyGame(t, 5, nil)
	for _, o := range []Options{{Epsilon: -1}, {Delta: math.NaN()}, {Rounds: -1}, {Iterations: -5}, {Method: 7}, {Epsilon: math.Inf(1)}, {Damping: 1}, {Damping: -0.1}, {Damping: math.NaN()}} {
		if _, err := Solve(background, g, o); !errors.Is(err, ErrOptions) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if _, err := Solve(background, g, Options{Epsilon: 1e-9, Iterations: 3}); !errors.Is(err, ErrIterations) {
		t.Errorf("3 iterations: %v", err)
	}
	var m tournament.Method
	if err := m.UnmarshalText([]byte("pi-pf")); !errors.Is(err, tournament.ErrOption) {
		t.Error(err)
	}
	if err := m.UnmarshalText([]byte("fp-mdp")); err != nil || m != tournament.FPMDP {
		t.Errorf("%v, %v", m, err)
	}
}

// Policy evaluation of a profile gives the limit of many rounds of value iteration.
func TestEvaluate(t *testing.T) {
	g := toyGame(t, 7, nil)
	accumulators := newAccumulators(g)
	ends := make([]Ends, len(g.Hands))
	profile := g.AllJam()
	var payoffs tournament.Payoffs
	for _, i := range g.Played() {
		g.Hands[i].Payoffs(g.ICM, &payoffs)
		k := accumulators.of(g.Hands[i])
		k.load(&payoffs, profile[i])
		ends[i] = k.ends(profile[i])
	}
	values, err := Evaluate(g, ends, g.ICM)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range g.Played() {
		g.Hands[i].Payoffs(values, &payoffs)
		for seat, v := range ends[i].Values(&payoffs) {
			if math.Abs(v-values[i][seat]) > rounding {
				t.Errorf("state %v: %v becomes %v", g.Space.At(i), values[i][seat], v)
			}
		}
	}
}
