package multiway

import (
	"context"
	"errors"
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

func toyGame(removal tournament.Removal, table *tournament.Table) Game {
	trios := stochastictest.Triples(removal)
	return Game{Table: table, Pairs: &trios.Pairs, Triples: trios}
}

// randomize gives every free decision random strategies.
func (s *solver) randomize(rng *rand.Rand) {
	for node, free := range s.free {
		for k := range s.x[node] {
			if free {
				s.x[node][k] = []float64{0, 0, 0.25, 0.5, 1}[rng.IntN(5)]
			}
		}
	}
}

// situations are the situations of a hand of three by stochastic.TableNode.
var situations = []tournament.Situation{
	tournament.ButtonOpens, tournament.SmallBlindAfterFold, tournament.SmallBlindAfterJam, math.MaxUint8,
	tournament.BigBlindAfterJamFold, tournament.BigBlindAfterFoldJam, tournament.BigBlindAfterJamJam,
}

// TestThree holds the values of jam and fold of three players to those of the checker, with hands from decks of their
// own: then no card of a player who folded matters, and both are exact.
func TestThree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	rules := tournament.Rules{Mode: tournament.Cash, Unit: 1, SmallBlind: 1, BigBlind: 2, Removal: tournament.RemovalNone}
	for range 4 {
		stacks := tournament.Stacks{3 + rng.IntN(20), 3 + rng.IntN(20), 3 + rng.IntN(20)}
		g := toyGame(tournament.RemovalNone, &tournament.Table{Stacks: stacks[:], SmallBlind: 1, BigBlind: 2})
		s := newSolver(g, Options{})
		s.randomize(rng)
		if err := s.iterate(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		hand, err := tournament.NewHand(&rules, stacks)
		if err != nil {
			t.Fatal(err)
		}
		x := stochastic.AllJam(hand)
		for node, at := range situations {
			if node != 3 {
				x[at] = s.x[node]
			}
		}
		var payoffs tournament.Payoffs
		hand.Payoffs(nil, &payoffs)
		endings := expost.EndingsOf(hand, x, g.Triples, g.Pairs)
		for node, at := range situations {
			if !s.free[node] {
				continue
			}
			for k := range cards.Class(cards.NumClasses) {
				a := endings.Action(at, k, &payoffs)
				want := (a.Jam - a.Fold) / stochastic.Prior(k)
				if got := s.jam[node][k] - s.fold[node][k]; math.Abs(got-want) > 1e-4 {
					t.Fatalf("stacks %v, %v, %v: jam gains %v, want %v", stacks, at, k, got, want)
				}
			}
		}
	}
}

// TestTwo holds two players from one deck to the checker.
func TestTwo(t *testing.T) {
	table := &tournament.Table{Stacks: []int{17, 20}, SmallBlind: 1, BigBlind: 2}
	g := toyGame(tournament.RemovalExact, table)
	r, err := Solve(t.Context(), g, Options{Iterations: 400, Target: 1e-3})
	if err != nil {
		t.Fatal(err)
	}
	rules := tournament.Rules{Mode: tournament.Cash, Unit: 1, SmallBlind: 1, BigBlind: 2}
	hand, err := tournament.NewHand(&rules, tournament.Stacks{0, 17, 20})
	if err != nil {
		t.Fatal(err)
	}
	x := stochastic.AllJam(hand)
	x[tournament.SmallBlindAfterFold], x[tournament.BigBlindAfterFoldJam] = r.Strategy[0], r.Strategy[2]
	var payoffs tournament.Payoffs
	hand.Payoffs(nil, &payoffs)
	want := expost.EndingsOf(hand, x, nil, g.Pairs).Regret(hand, x, &payoffs)
	for seat, got := range r.Regret { // the toy's classes have nearly their priors
		if exact := want[tournament.SmallBlind+tournament.Seat(seat)]; math.Abs(got-exact) > 1e-5 || exact > 1e-3 {
			t.Errorf("seat %d: regret %v, exact %v", seat, got, exact)
		}
	}
}

// TestDealsWeights holds the weights of deals to
// the priors of the classes.
func TestDealsWeights(t *testing.T) {
	d := draw(4, 3)
	var by [cards.NumClasses]float64
	total := 0.0
	for i, w := range d.weight {
		by[d.hands[4*i]] += w
		total += w
	}
	for _, share := range []float64{0.05, 0.15, 0.4} {
		got, want := 0.0, 0.0
		for k, in := range top(share) {
			got += in * by[k] / total
			want += in * stochastic.Prior(cards.Class(k))
		}
		if math.Abs(got/want-1) > 0.1 {
			t.Errorf("the best %v of hands are %v of the weight, want %v", share, got, want)
		}
	}
	if mean := total / float64(len(d.weight)); math.Abs(mean-1.15) > 0.1 { // of 4 combos, 1 in 1.15 is disjoint
		t.Errorf("mean weight %v", mean)
	}
	first := 0
	for i, s := range d.pattern {
		if int(s) == i {
			first++
		}
	}
	if first > 75 { // orders of four hands with ties
		t.Errorf("%d different orders", first)
	}
}

// TestFour solves four players, and repeats with other numbers of workers.
func TestFour(t *testing.T) {
	table := &tournament.Table{
		Stacks: []int{6, 9, 5, 7}, SmallBlind: 1, BigBlind: 2, Ante: 1, Prizes: []float64{5, 3},
	}
	g := toyGame(tournament.RemovalExact, table)
	solve := func(workers int) *Solution {
		r, err := Solve(t.Context(), g, Options{Iterations: 60, Target: 0.002, Seed: 5, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := solve(1)
	if diff := cmp.Diff(r, solve(3)); diff != "" {
		t.Errorf("three workers: %s", diff)
	}
	if err := r.Strategy.Validate(table); err != nil {
		t.Error(err)
	}
	if worst := slices.Max(r.Regret); worst > 0.002 || r.LeftOut > 0.001 {
		t.Errorf("%v", r)
	}
	for k, jam := range r.Jam[0] {
		if x := r.Strategy[0][k]; x > 0.99 && jam < r.Fold[0][k]-0.01 || x < 0.01 && jam > r.Fold[0][k]+0.01 {
			t.Errorf("%v: jams %v, worth %v, fold %v", cards.Class(k), x, jam, r.Fold[0][k])
		}
	}
}

func TestFixed(t *testing.T) {
	table := &tournament.Table{Stacks: []int{16, 16}, SmallBlind: 1, BigBlind: 2}
	g := toyGame(tournament.RemovalExact, table)
	var never [cards.NumClasses]float64
	g.Fixed = map[int]*[cards.NumClasses]float64{2: &never}
	r, err := Solve(t.Context(), g, Options{Iterations: 100, Target: 1e-6})
	if err != nil {
		t.Fatal(err)
	}
	for k := range never {
		if r.Strategy[2][k] != 0 || math.Abs(r.Jam[0][k]-18) > 1e-9 || math.Abs(r.Fold[0][k]-15) > 1e-9 {
			t.Fatalf("%v against no calls: jam %v, fold %v", cards.Class(k), r.Jam[0][k], r.Fold[0][k])
		}
	}
}

func TestSolveErrors(t *testing.T) {
	table := &tournament.Table{Stacks: []int{16, 16}, SmallBlind: 1, BigBlind: 2}
	g := toyGame(tournament.RemovalExact, table)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Solve(ctx, g, Options{Iterations: 10}); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	table.Stacks = table.Stacks[:1]
	if _, err := Solve(t.Context(), g, Options{}); !errors.Is(err, tournament.ErrStacks) {
		t.Errorf("one player: %v", err)
	}
}
