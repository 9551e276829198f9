package sampled

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"feltlab/dataset/eval"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/bestresponse"
)

func bucketings(t testing.TB, g game.Game, names ...string) (out [2]strategy.Bucketing) {
	t.Helper()
	for seat, name := range names {
		b, err := strategy.BucketingOf(g, name)
		if err != nil {
			t.Fatal(err)
		}
		out[seat] = b
	}
	return out
}

// ranked is a cheap bucketing of limit hold'em for tests: the higher rank of the hand, and
// on a board whether it pairs it.
type ranked struct{}

func (ranked) Name() string               { return "ranked" }
func (ranked) Len(int) int                { return 2 * cards.NumRanks }
func (ranked) Label(_, bucket int) string { return strconv.Itoa(bucket) }
func (ranked) Of(_ int, b game.Board, of []int32) {
	for h := range of {
		_, high := cards.Combo(h).Cards()
		of[h] = int32(high.Rank())
		if cards.Combo(h).Set()&b.Set() != 0 {
			of[h] = strategy.Blocked
			continue
		}
		for _, c := range b.Cards() {
			if c.Rank() == high.Rank() {
				of[h] = int32(high.Rank()) + cards.NumRanks
			}
		}
	}
}

func solver(t testing.TB, g game.Game, o Options) *Solver {
	t.Helper()
	s, err := New(g, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// relative is how far single precision may be from double, relative to the largest number of
// a table: sums of some thousand terms.
const relative = 2e-5

// Every pass changes regrets and sums as the definition says.
func TestPassEqualsReference(t *testing.T) {
	for _, tc := range []struct {
		g      game.Game
		o      Options
		passes int
	}{
		{game.Kuhn(), Options{Buckets: bucketings(t, game.Kuhn(), "real", "[JQ].K"), Boards: 3}, 20},
		{game.Leduc(), Options{Buckets: bucketings(t, game.Leduc(), "real", "J.[QK]"), Boards: 5}, 40},
		{game.LimitHoldem(), Options{Buckets: [2]strategy.Bucketing{ranked{}, ranked{}}, Boards: 1}, 4},
	} {
		t.Run(fmt.Sprintf("%s %+v", tc.g.Name(), tc.o), func(t *testing.T) {
			s := solver(t, tc.g, tc.o)
			for pass := range tc.passes {
				seat := pass % 2
				// The deals of the coming pass, dealt before it for the reference.
				s.each(s.options.Boards, func(w *worker, i int) { s.dealer.deal(w.table, i, s.dealer.dealt+i) })
				want, won := s.passByReference(seat)
				before := s.values
				s.pass(seat)
				for id, n := range s.decisions {
					compare(t, fmt.Sprintf("%s pass %d regret at %s", tc.g.Name(), pass, n.History), n.regret, want.regret[id])
					compare(t, fmt.Sprintf("%s pass %d sum at %s", tc.g.Name(), pass, n.History), n.sum, want.sum[id])
				}
				if seat == 1 {
					won = -won
				}
				if got := (s.values.sum - before.sum) / (s.values.weight - before.weight); math.Abs(got-won) > relative*24 {
					t.Errorf("%s pass %d: %v won, want %v", tc.g.Name(), pass, got, won)
				}
				if t.Failed() {
					t.FailNow()
				}
				s.iterations += seat
			}
		})
	}
}

func compare(t *testing.T, place string, got []row, want [][maxActions]float64) {
	t.Helper()
	scale := 1.0
	for _, row := range want {
		scale = max(scale, math.Abs(row[0]), math.Abs(row[1]), math.Abs(row[2]))
	}
	for b := range want {
		for a, v := range want[b] {
			if math.Abs(float64(got[b][a])-v) > relative*scale {
				t.Errorf("%s, bucket %d, action %d: %v, want %v", place, b, a, got[b][a], v)
				return
			}
		}
	}
}

// Deals are full tables of disjoint hands in the order of their strength.
func TestDeals(t *testing.T) {
	s := solver(t, game.LimitHoldem(), Options{Buckets: [2]strategy.Bucketing{ranked{}, ranked{}}, Boards: 1})
	d := s.dealer
	if d.players != 23 || !slices.Equal(d.rounds, []int{0, 3, 4, 5}) {
		t.Fatalf("%d players, board cards %v", d.players, d.rounds)
	}
	tab := d.newTable()
	for number := range 200 {
		d.deal(tab, 0, number)
		board := cards.SetOf(tab.deck[:5]...)
		used := board
		for x, p := range tab.seats {
			hole := cards.Combo(p.hand).Set()
			if used&hole != 0 {
				t.Fatalf("board %d: %v is dealt twice", number, used&hole)
			}
			used |= hole
			for y, q := range tab.seats {
				mine, theirs := eval.Of(board|hole), eval.Of(board|cards.Combo(q.hand).Set())
				if (mine > theirs) != (d.batch.low[x] >= d.batch.high[y]) || (mine == theirs) != (d.batch.low[x] == d.batch.low[y]) {
					t.Fatalf("board %d: %v and %v are in the wrong order", number, cards.Combo(p.hand), cards.Combo(q.hand))
				}
			}
			of := make([]int32, cards.NumCombos)
			for round, n := range d.rounds {
				ranked{}.Of(round, game.BoardOf(tab.deck[:n]...), of)
				if got := d.batch.buckets[1][round][x]; int32(got) != of[p.hand] {
					t.Fatalf("board %d: %v is in bucket %d, want %d", number, cards.Combo(p.hand), got, of[p.hand])
				}
			}
		}
	}
}

// Small games: the value is the known one and exploitability falls. In Kuhn every table holds
// all hands, so that nothing is sampled.
func TestKnownValues(t *testing.T) {
	for _, tc := range []struct {
		g          game.Game
		iterations [2]int
		value      float64
		nashConv   [2]float64 // at most, after each number of iterations
	}{
		{game.Kuhn(), [2]int{100, 10_000}, -1. / 18, [2]float64{0.01, 1e-4}},
		{game.Leduc(), [2]int{30, 3_000}, -0.0856, [2]float64{0.3, 0.02}},
	} {
		t.Run(tc.g.Name(), func(t *testing.T) {
			s := solver(t, tc.g, Options{Buckets: bucketings(t, tc.g, "real", "real"), Boards: 32, Seed: 3})
			for i, iterations := range tc.iterations {
				if err := s.Run(t.Context(), iterations, nil); err != nil {
					t.Fatal(err)
				}
				r := s.Result()
				response, err := bestresponse.Solve(t.Context(), tc.g, r.Strategy, bestresponse.Options{})
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%s, %d iterations: value %.5f +- %.5f, regret %.4f, NashConv %.5f", tc.g.Name(), r.Iterations, r.Value, r.StandardError, r.Regret, response.NashConv())
				// The regrets bound the gap of the deals seen; the deals are a sample.
				bound := r.Regret[0] + r.Regret[1] + 5*r.StandardError
				if response.NashConv() > tc.nashConv[i] || math.Abs(r.Value-tc.value) > bound {
					t.Errorf("%s: value %v, want %v within %v; NashConv %v, want at most %v", tc.g.Name(), r.Value, tc.value, bound, response.NashConv(), tc.nashConv[i])
				}
			}
		})
	}
}

// Limit hold'em over a coarse bucketing: aces are raised, the worst hands are not, and the
// result does not depend on the number of workers.
func TestHoldem(t *testing.T) {
	g := game.LimitHoldem()
	o := Options{Buckets: [2]strategy.Bucketing{ranked{}, ranked{}}, Boards: 8, Seed: 1}
	var results []*Result
	for _, o.Workers = range []int{1, 3} {
		r, err := Solve(t.Context(), g, o, 12)
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, r)
	}
	a, b := results[0], results[1]
	for id, n := range g.Root().Decisions() {
		for bucket := range o.Buckets[n.Actor].Len(n.Round) {
			if !slices.Equal(a.Strategy.Row(id, bucket), b.Strategy.Row(id, bucket)) {
				t.Fatalf("%s, bucket %d: %v with one worker, %v with three", n.History, bucket, a.Strategy.Row(id, bucket), b.Strategy.Row(id, bucket))
			}
		}
	}
	if a.Value != b.Value || a.Regret != b.Regret {
		t.Errorf("%v and %v with one worker, %v and %v with three", a.Value, a.Regret, b.Value, b.Regret)
	}
	if err := a.Strategy.Check(); err != nil {
		t.Error(err)
	}
	if open := a.Strategy.Row(0, int(cards.Ace)); open[0] > 0.05 {
		t.Errorf("an ace opens with fold, call, raise %v", open)
	}
	if a.Boards != 12*2*8 || a.Iterations != 12 {
		t.Errorf("%d boards in %d iterations", a.Boards, a.Iterations)
	}
}

// Another seed deals other boards; a context that ends leaves the average so far.
func TestSeedAndInterruption(t *testing.T) {
	g := game.Leduc()
	o := Options{Buckets: bucketings(t, g, "real", "real"), Boards: 2}
	first, err := Solve(t.Context(), g, o, 50)
	if err != nil {
		t.Fatal(err)
	}
	o.Seed = 1
	second, err := Solve(t.Context(), g, o, 50)
	if err != nil || first.Value == second.Value {
		t.Errorf("both seeds lead to %v (%v)", first.Value, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	s := solver(t, g, o)
	err = s.Run(ctx, 1_000, func() {
		if s.Iterations() == 50 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if r := s.Result(); r.Iterations != 50 || r.Value != second.Value || !reflect.DeepEqual(r.Strategy.Row(0, 1), second.Strategy.Row(0, 1)) {
		t.Errorf("after the interruption: %d iterations, value %v, want 50 and %v", r.Iterations, r.Value, second.Value)
	}
	if _, err := Solve(ctx, g, o, 10); !errors.Is(err, context.Canceled) {
		t.Errorf("nothing learnt: %v", err)
	}
}

func TestOptions(t *testing.T) {
	g := game.Leduc()
	good := Options{Buckets: bucketings(t, g, "real", "real")}
	for name, o := range map[string]Options{
		"no buckets":       {},
		"negative boards":  {Buckets: good.Buckets, Boards: -1},
		"negative workers": {Buckets: good.Buckets, Workers: -1},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := New(g, o); !errors.Is(err, ErrOptions) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	if _, err := Solve(t.Context(), g, good, 0); !errors.Is(err, ErrOptions) {
		t.Errorf("no iterations: %v", err)
	}
	one := game.NewMatrix(cards.NumClasses, cards.NumClasses)
	for i := range one.Data {
		one.Data[i] = 1 / float64(len(one.Data))
	}
	jamfold, err := game.NewJamFold(10, one, one)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(jamfold, good); !errors.Is(err, ErrGame) {
		t.Errorf("jamfold: %v", err)
	}
}

func TestQuantise(t *testing.T) {
	for _, weights := range [][]float64{{1, 1, 1}, {1, 0}, {2, 1}, {1e-9, 1, 1e-9}, {3e30, 1e30, 2e30}} {
		row := make([]float64, len(weights))
		quantise(weights, row)
		total, sum := 0.0, 0.0
		for i := range weights {
			total += weights[i]
			sum += row[i]
		}
		for i, v := range weights {
			if math.Abs(row[i]-v/total) > 1./Resolution {
				t.Errorf("%v becomes %v", weights, row)
			}
		}
		if math.Abs(sum-1) > 1e-15 {
			t.Errorf("%v sums to %v", row, sum)
		}
	}
}
