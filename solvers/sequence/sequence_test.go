package sequence

import (
	"errors"
	"math"
	"testing"

	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/extensive"
	"feltlab/solvers/highs"
)

func form(t *testing.T, g game.Game, names ...string) *Form {
	t.Helper()
	var buckets [2]strategy.Bucketing
	for seat, name := range names {
		b, err := strategy.BucketingOf(g, name)
		if err != nil {
			t.Fatal(err)
		}
		buckets[seat] = b
	}
	f, err := New(g, buckets)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// needHiGHS skips a test that solves programs.
func needHiGHS(t *testing.T) {
	t.Helper()
	if !highs.Available() {
		t.Skip("built without HiGHS")
	}
}

// In Kuhn the bets with the jack of seat 0's equilibria are those from 0 to 1/3, all that a game in
// which seat 1 knows no more can tell apart is the value, and suits make no difference.
func TestKuhn(t *testing.T) {
	needHiGHS(t)
	f := form(t, game.Kuhn(), "real", "real")
	e, err := NewEquilibria(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(e.Value+1./18) > 1e-12 {
		t.Errorf("value %v", e.Value)
	}
	const jack, bet = 0, 1
	for sign, want := range map[float64]float64{-1: 1. / 3, 1: 0} {
		p := e.program()
		at := f.sides[0].sets[f.sides[0].at[place{0, jack}]].first + bet
		p.Columns[at].Cost = sign
		r, err := p.solve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(r.X[at]-want) > 1e-8 {
			t.Errorf("the jack bets %v, want %v", r.X[at], want)
		}
	}
	for _, find := range []func() (Plan, float64, error){
		func() (Plan, float64, error) { return e.Best(t.Context(), f) },
		func() (Plan, float64, error) { return e.Worst(t.Context(), f, 2, 1) },
	} {
		if _, sure, err := find(); err != nil || math.Abs(sure-e.Value) > 1e-9 {
			t.Errorf("%v is sure, want %v (%v)", sure, e.Value, err)
		}
	}
}

// Equilibria of an abstraction of Leduc that lose least, most found, and a given amount: that
// they are equilibria, and what they lose, is computed again by other means.
func TestLeduc(t *testing.T) {
	needHiGHS(t)
	g := game.Leduc()
	abstract, real := form(t, g, "[JQ].K", "J.Q.K"), form(t, g, "[JQ].K", "real")
	e, err := NewEquilibria(t.Context(), abstract)
	if err != nil {
		t.Fatal(err)
	}
	best, most, err := e.Best(t.Context(), real)
	if err != nil {
		t.Fatal(err)
	}
	worst, least, err := e.Worst(t.Context(), real, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	_, other, err := abstract.Value(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	middle := (least + most) / 2
	for sure, plan := range map[float64]Plan{most: best, least: worst, middle: e.Between(real, best, worst, middle)} {
		table := abstract.Table([2]Plan{plan, other})
		if r := extensive.AbstractGap(table); r.Gap > 1e-7 || math.Abs(r.Value-e.Value) > 1e-7 {
			t.Errorf("value %v with a gap of %v, want %v", r.Value, r.Gap, e.Value)
		}
		r, err := extensive.BestResponse(t.Context(), g, table, extensive.ResponseOptions{})
		if err != nil || math.Abs(r.SeatValues[1]+sure) > 1e-7 {
			t.Errorf("a best response wins %v, want %v (%v)", r.SeatValues[1], -sure, err)
		}
	}
	if least >= most-0.01 {
		t.Errorf("from %v to %v", least, most)
	}
	if _, _, err := e.Best(t.Context(), form(t, g, "real", "real")); !errors.Is(err, ErrSeats) {
		t.Error(err)
	}
}

func TestSizes(t *testing.T) {
	// Seven actions a round and five ways to the second.
	if f := form(t, game.Leduc(), "cards", "real"); f.sides[0].sequences != 1+6*7+30*5*7 || f.sides[1].sequences != 1+3*7+9*5*7 {
		t.Errorf("%d and %d sequences", f.sides[0].sequences, f.sides[1].sequences)
	}
	if _, err := New(game.LimitHoldem(), [2]strategy.Bucketing{}); !errors.Is(err, ErrSize) {
		t.Error(err)
	}
}

// forgetful knows the pair but not the hand in the second round.
type forgetful struct{ strategy.Bucketing }

func (forgetful) Of(round int, board game.Board, of []int32) {
	for h := range of {
		if of[h] = int32(h / 2); round > 0 {
			of[h] = 0
		}
	}
}
func (forgetful) Name() string          { return "forgetful" }
func (forgetful) Label(int, int) string { return "x" }

func TestRecall(t *testing.T) {
	if _, err := New(game.Leduc(), [2]strategy.Bucketing{forgetful{}, forgetful{}}); !errors.Is(err, ErrRecall) {
		t.Error(err)
	}
}
