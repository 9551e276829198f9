package multiway

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"feltlab/internal/must"
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

// String is what errors of tests say of a solution.
func (r *Solution) String() string {
	return fmt.Sprintf("%d iterations, regret %.3g, left out %.3g", r.Iterations, max(0, slices.Max(r.Regret)),
		r.LeftOut)
}

func fourPlayers() *tournament.Table {
	return &tournament.Table{Stacks: []int{6, 9, 5, 7}, SmallBlind: 1, BigBlind: 2, Ante: 1, Prizes: []float64{5, 3}}
}

// TestFew holds the regrets of tables of two and three to the checker.
func TestFew(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range 8 {
		table := &tournament.Table{SmallBlind: 1, BigBlind: 2}
		for range 2 + rng.IntN(2) {
			table.Stacks = append(table.Stacks, 3+rng.IntN(20))
		}
		g := toyGame(tournament.Removal(2*rng.IntN(2)), table)
		if i%2 == 1 {
			g = toyGame(tournament.RemovalExact, table)
			table.SmallBlind, table.BigBlind = 0, 1
			hands := make([]float64, cards.NumClasses)
			for k := range hands {
				hands[k] = rng.Float64()
			}
			table.Open(&tournament.Opening{Seat: 0, To: 2, Hands: hands})
			g.From = table.Start()
		}
		r := must.Get(Solve(t.Context(), g, Options{Iterations: 2000, Target: 1e-3}))(t)
		c, _, err := expost.CheckTableExactly(table, r.Strategy, g.From, g.Triples, g.Pairs)
		must.Do(t, err)
		for seat, got := range r.Regret {
			off := rounding
			if table.Opened != nil { // the made-up deals have classes nearly as often as a deck has them
				off = 1e-3 * got
			}
			if math.Abs(got-c.Upper[seat]) > off || got > 1e-3 {
				t.Errorf("%v: regret of seat %d is %v, exact %v", table.Stacks, seat, got, c.Upper[seat])
			}
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
	const disjoint = 0.614 // of 4 combos
	if mean := total / float64(len(d.weight)); math.Abs(mean-disjoint) > 0.05 {
		t.Errorf("mean weight %v", mean)
	}
	if n := len(d.numbers); n > 75 { // orders of four hands with ties
		t.Errorf("%d different orders", n)
	}
}

// TestDealsOfTen draws ten hands, which every source seldom deals without a card twice.
func TestDealsOfTen(t *testing.T) {
	const m = 10
	disjoint := 1.0
	for k := range m {
		left := float64(cards.NumCards - 2*k)
		disjoint *= left * (left - 1) / (cards.NumCards * (cards.NumCards - 1))
	}
	d, total := draw(m, 3), 0.0
	for _, w := range d.weight {
		total += w
	}
	if mean := total / float64(len(d.weight)); len(d.hands) != m*len(d.weight) || math.Abs(mean/disjoint-1) > 0.1 {
		t.Errorf("%d hands of %d deals, mean weight %v, want %v", len(d.hands), len(d.weight), mean, disjoint)
	}
}

// TestFour solves four players, and repeats with other numbers of workers.
func TestFour(t *testing.T) {
	table := fourPlayers()
	g := toyGame(tournament.RemovalExact, table)
	solve := func(workers int) *Solution {
		return must.Get(Solve(t.Context(), g, Options{Iterations: 60, Target: 0.002, Seed: 5, Workers: workers}))(t)
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

// TestSumMarginals holds both ways to sum a leaf of three equal, and the sparse sums over a player's classes to dense
// ones.
func TestSumMarginals(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	table := &tournament.Table{Stacks: []int{16, 16, 16, 16}, SmallBlind: 1, BigBlind: 2}
	s := newSolver(toyGame(tournament.RemovalExact, table), Options{})
	l := &leaf{weights: make([]values, 3)}
	var support [3][]int
	for i := range l.weights {
		for k := range l.weights[i] {
			if rng.IntN(i+2) == 0 {
				l.weights[i][k] = rng.Float64()
				support[i] = append(support[i], k)
			}
		}
	}
	var slow, fast [3]tripleOrders
	s.sumTriples(l, &support, &slow)
	s.sumMarginals(l, &support, &fast)
	if diff := cmp.Diff(slow, fast, cmpopts.EquateApprox(1e-9, 0)); diff != "" {
		t.Error(diff)
	}
	var got values
	weight, x := &l.weights[0], &l.weights[1]
	s.blocks.chance(&got, weight, x)
	for a := range got {
		all, jams := 0.0, 0.0
		for c, w := range weight {
			joint := s.Pairs.Joint(cards.Class(a), cards.Class(c))
			all += w * (joint[0] + joint[1] + joint[2])
			jams += w * x[c] * (joint[0] + joint[1] + joint[2])
		}
		if want := jams / all; math.Abs(got[a]-want) > rounding {
			t.Fatalf("given %v: %v, want %v", cards.Class(a), got[a], want)
		}
	}
}

// TestStart starts from the solution of a table with another stack.
func TestStart(t *testing.T) {
	table := fourPlayers()
	g, o := toyGame(tournament.RemovalExact, table), Options{Iterations: 200, Target: 0.004}
	other := must.Get(Solve(t.Context(), g, o))(t)
	table.Stacks[2] = 6
	cold := must.Get(Solve(t.Context(), g, o))(t)
	o.Start, o.Age = other.Strategy, WarmAge
	warm := must.Get(Solve(t.Context(), g, o))(t)
	if slices.Max(warm.Regret) > o.Target || warm.Iterations >= cold.Iterations {
		t.Errorf("warm: %v, cold: %v", warm, cold)
	}
	o.Start, o.Age = warm.Strategy, WarmAge
	if again, err := Solve(t.Context(), g, o); err != nil || again.Iterations > 1 {
		t.Errorf("from its own solution: %v, %v", again, err)
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

// TestFixedMix: play leaves a range that is given as it is, where it mixes too.
func TestFixedMix(t *testing.T) {
	for n := 3; n <= 4; n++ {
		g := toyGame(tournament.RemovalExact, &tournament.Table{Stacks: []int{16, 16, 16, 16}[:n], SmallBlind: 1,
			BigBlind: 2})
		given := new([cards.NumClasses]float64)
		for k := range given {
			given[k] = float64(k%5) / 4
		}
		g.Fixed = map[int]*[cards.NumClasses]float64{0: given}
		r, err := Solve(t.Context(), g, Options{Iterations: 40, Target: 1e-9})
		if err != nil || r.Strategy[0] != *given {
			t.Errorf("%d players: %v: the range is %v, want %v", n, err, r.Strategy[0], given)
		}
	}
}

// TestFrom: play from a decision is that of the whole game, given that play comes to it, in which nobody may change
// anything before.
func TestFrom(t *testing.T) {
	table := &tournament.Table{Stacks: []int{16, 12, 16, 20}, SmallBlind: 1, BigBlind: 2}
	g := toyGame(tournament.RemovalExact, table)
	whole := must.Get(Solve(t.Context(), g, Options{Iterations: 50, Target: 1e-3}))(t)
	g.From, g.Fixed = tournament.Decision{Seat: 2, Jammed: 1}, map[int]*[cards.NumClasses]float64{}
	for node := range whole.Strategy {
		g.Fixed[node] = &whole.Strategy[node]
	}
	r := must.Get(Solve(t.Context(), g, Options{Iterations: 1}))(t)
	node := g.From.Node()
	for k := range cards.NumClasses {
		if math.Abs(r.Jam[node][k]-whole.Jam[node][k]) > 1e-9 || math.Abs(r.Fold[node][k]-whole.Fold[node][k]) > 1e-9 {
			t.Fatalf("%v: jam %v, fold %v, want %v and %v", cards.Class(k), r.Jam[node][k], r.Fold[node][k],
				whole.Jam[node][k], whole.Fold[node][k])
		}
	}
	after := tournament.Node(3, 1)
	if want := whole.Reach[after] / whole.Reach[node]; r.Reach[node] != 1 || math.Abs(r.Reach[after]-want) > 1e-9 ||
		r.Reach[0] != 0 {
		t.Errorf("reach %v and %v, want 1 and %v", r.Reach[node], r.Reach[after], want)
	}
}
