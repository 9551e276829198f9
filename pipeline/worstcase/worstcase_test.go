package worstcase

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/store"
	"feltlab/solvers/limitholdem"
)

func named(t *testing.T, name string) strategy.Always {
	t.Helper()
	p, ok := strategy.Trivial(name)
	if !ok {
		t.Fatal(name)
	}
	return p.(strategy.Always)
}

// byClass plays by the class of its hand alone: the higher, the more it raises.
type byClass struct{}

func (byClass) Vector(s game.State, out [][]float64) error {
	for h := range out[0] {
		raise := float64(cards.Combo(h).Class()) / cards.NumClasses
		weights := []float64{0.2, 1, raise} // fold, call, raise
		if s.Actions[0] == game.Call {
			weights = weights[1:]
		}
		sum := 0.0
		for i := range out {
			sum += weights[i]
		}
		for i := range out {
			out[i][h] = weights[i] / sum
		}
	}
	return nil
}

// estimateOf is the answer of a finished sample.
func estimateOf(t *testing.T, r *Result) *Response {
	t.Helper()
	a := must.Get(r.Answer("", true, 0))(t)
	must.Equal(t, a.Status, "estimate")
	return a
}

// TestEstimate estimates a published number from 1% of the flops.
func TestEstimate(t *testing.T) {
	r := must.Get(BestResponse(t.Context(), named(t, "always-call"), "always-call",
		Options{Flops: 16, Seed: 5, ByRound: true}))(t)
	e := estimateOf(t, r)
	const exact = 1.1634757
	mean, spread := e.Exploitability/Millis, e.Spread()/Millis
	if off := mean - exact; spread <= 0 || spread > 0.15 || math.Abs(off) > 4*spread {
		t.Errorf("%.4f ± %.4f, want %.4f", mean, spread, exact)
	}
	s := must.Get(r.sums())(t)
	l, err := r.lower(s)
	if err != nil || *e.Lower != Millis*l.mean || l.mean > mean || l.mean > exact+4*l.standardError ||
		l.mean < exact-0.5 || l.standardError > 0.15 {
		t.Errorf("%+v of %+v, want less than %.4f", l, e.SeatValues, exact)
	}
	sum := 0.0
	for _, loss := range e.Losses() {
		sum += loss
	}
	must.Near(t, sum, e.NashConv, 1e-6, e.Rounds)
	must.Near(t, e.SeatValues[0]+e.SeatValues[1], e.NashConv, 1e-6, e.Rounds)
	if m := r.Mean(); m.Low > exact || m.High < exact {
		t.Errorf("%+v does not hold %v", m, exact)
	}
}

// TestSampleOfFolds estimates without an error what a player wins who is always left the pot, from few flops: no hand
// wins more than that because the sample meets it too often, and what is chosen on other flops wins the same.
func TestSampleOfFolds(t *testing.T) {
	for seed := range uint64(3) {
		r := must.Get(BestResponse(t.Context(), named(t, "always-fold"), "always-fold", Options{Flops: 5, Seed: seed,
			ByRound: true}))(t)
		e := estimateOf(t, r)
		if e.StandardError == nil || e.LowerError == nil {
			t.Fatalf("an error of 0 is none: %+v", e)
		}
		off := math.Abs(e.SeatValues[0]-Millis) + math.Abs(e.SeatValues[1]-Millis/2) + e.Spread() +
			*e.LowerError +
			math.Abs(*e.Lower-0.75*Millis)
		for _, hand := range e.Hands {
			off += math.Abs(hand.Values[0]-Millis) + math.Abs(hand.Values[1]-Millis/2)
		}
		if off > 1e-6 {
			t.Errorf("seed %d: %v ± %v, lower %+v; want 1 and 0.5 big blinds", seed, e.SeatValues, e.Spread(), *e.Lower)
		}
	}
	flops := Options{Flops: 5, Seed: 1}
	r := must.Get(Match(t.Context(), named(t, "always-raise"), named(t, "always-fold"), [2]string{"raise", "fold"},
		flops))(t)
	if e := estimateOf(t, r); math.Abs(e.Exploitability-0.75*Millis)+e.Spread() > 1e-6 {
		t.Errorf("a match: %+v", e)
	}
}

// TestSampleIsEven draws every flop as often as its orbit demands.
func TestSampleIsEven(t *testing.T) {
	s := must.Get(limitholdem.New(named(t, "always-fold"), limitholdem.Options{}))(t)
	const n, seeds = 100, 400
	drawn := map[int]int{}
	for seed := range uint64(seeds) {
		flops := sample(s, n, seed)
		must.Equal(t, len(flops), n)
		for _, f := range flops {
			drawn[orbitSize(s.FlopCards(f))]++
		}
	}
	total := map[int]int{}
	for f := range limitholdem.NumFlops {
		size := orbitSize(s.FlopCards(f))
		total[size] += size
	}
	for size, flops := range total {
		got, want := float64(drawn[size])/(n*seeds), float64(flops)/numFlops
		must.Near(t, got, want, 0.005, size)
	}
}

// TestResume stops a run in its middle and starts it again: the same bytes come out, and what was
// done is not done again.
func TestResume(t *testing.T) {
	p := named(t, "always-raise")
	o := Options{Flops: 3, Seed: 1, Workers: 1}
	want := must.Get(BestResponse(t.Context(), p, "raise", o))(t)
	o.Store = cache(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	stopped, err := BestResponse(ctx, p, "raise", o)
	if !errors.Is(err, context.Canceled) || stopped.Complete() {
		t.Fatalf("cancelled: %v", err)
	}
	must.Fails(stopped.Answer("", true, 0))(t, ErrUnfinished)
	some := *want // as if the last flop of the sample were not done for one seat
	some.Items = want.Items[:len(want.Items)-1]
	a := must.Get(some.Answer("", false, 0))(t)
	smaller := *want
	smaller.sample = want.sample[:2]
	if b := must.Get(smaller.Answer("", true, 0))(t); a.Status != "estimate" || a.Flops != 2 || a.Total != 6 ||
		a.SeatValues != b.SeatValues || *a.StandardError != *b.StandardError {
		t.Errorf("from two of three flops %+v, want %+v", a, b)
	}
	some.Items = want.Items[:3]
	must.Equal(t, must.Get(some.Answer("", false, 0))(t).Status, "interval")
	part := o
	part.Flops = 2 // other flops; what both have is kept
	must.Get(BestResponse(t.Context(), p, "raise", part))(t)
	got := must.Get(BestResponse(t.Context(), p, "raise", o))(t)
	if got.SeatValues != want.SeatValues || got.Hands != want.Hands || got.Done != want.Done {
		t.Errorf("%v, want %v", got.SeatValues, want.SeatValues)
	}
	again, err := BestResponse(ctx, p, "raise", o)
	if again == nil || again.Done != want.Done || again.Cached != want.Done || got.Cached != 0 {
		t.Errorf("%+v (%v) after %d: want %d kept items", again, err, got.Cached, want.Done)
	}
	// Another opponent, or another question, has items of its own.
	for _, other := range []func() (*Result, error){
		func() (*Result, error) { return BestResponse(ctx, p, "call", o) },
		func() (*Result, error) { o.ByRound = true; return BestResponse(ctx, p, "raise", o) },
		func() (*Result, error) { o.ByRound, o.Fresh = false, true; return BestResponse(ctx, p, "raise", o) },
	} {
		if r, err := other(); !errors.Is(err, context.Canceled) || r.Done != 0 {
			t.Errorf("%d items are taken: %v", r.Done, err)
		}
	}
}

// cache is an empty store.
func cache(t *testing.T) *store.Store {
	t.Helper()
	return must.Get(store.Open(t.TempDir(), nil))(t)
}

// errLimit is the error of a limitedPolicy.
var errLimit = errors.New("no answers left")

// limitedPolicy is a policy that fails after a number of answers about flops. It folds to bets.
type limitedPolicy struct{ left *atomic.Int64 }

func (m limitedPolicy) Vector(s game.State, out [][]float64) error {
	if s.Board.Len() == 3 && m.left.Add(-1) < 0 {
		return fmt.Errorf("%w, at %v", errLimit, s)
	}
	first := 0.0
	for h := range out[0] {
		if s.Board.Len() == 3 { // so that it looks at its hand
			first = float64(cards.Combo(h).Class()%2) / 4
		}
		for i := range out {
			out[i][h] = 0
		}
		out[0][h], out[1][h] = 1-first, first
	}
	return nil
}

// TestCrash has a policy fail in the middle of a run: finished items are kept, and the same run resumes and gives the
// result of a run without failure.
func TestCrash(t *testing.T) {
	p := limitedPolicy{new(atomic.Int64)}
	o := Options{Flops: 2, Turns: 2, Rivers: 2, Workers: 1}
	run := func(answers int64) (*Response, int64, error) {
		p.left.Store(answers)
		r, err := BestResponse(t.Context(), p, "limited", o)
		if err != nil {
			return nil, 0, err
		}
		e := estimateOf(t, r)
		e.Cached = 0
		return e, answers - p.left.Load(), nil
	}
	const enough = 1 << 30
	want, all, err := run(enough)
	must.Do(t, err)
	o.Store = cache(t)
	_, _, err = run(all - 1)
	must.Fail(t, err, errLimit, ", at /cc/", "2 of 4 pieces of work are in the cache")
	got, asked, err := run(enough)
	must.Do(t, err)
	if diff := cmp.Diff(want, got); diff != "" || asked >= all {
		t.Errorf("%d answers, %d from nothing: %s", asked, all, diff)
	}
}

// TestMatch plays two policies against each other, from the store too, and each way round.
func TestMatch(t *testing.T) {
	raise, fold := named(t, "always-raise"), named(t, "always-fold")
	o := Options{Flops: 4, Store: cache(t)}
	digests := [2]string{"raise", "fold"}
	for range 2 {
		r := must.Get(Match(t.Context(), raise, fold, digests, o))(t)
		// Nobody sees a flop: the blinds are won.
		if e := estimateOf(t, r); math.Abs(e.SeatValues[0]-Millis) > 1e-9 || math.Abs(e.SeatValues[1]-Millis/2) > 1e-9 {
			t.Errorf("%+v", e)
		}
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	for _, other := range []func() (*Result, error){
		func() (*Result, error) { return Match(stopped, fold, raise, [2]string{"fold", "raise"}, o) },
		func() (*Result, error) { return BestResponse(stopped, fold, "fold", o) },
	} {
		if r, err := other(); !errors.Is(err, context.Canceled) || r.Done != 0 {
			t.Errorf("%d items of another match are taken: %v", r.Done, err)
		}
	}
	o.Flops = 1
	must.Fails(Match(t.Context(), raise, fold, digests, o))(t, ErrSample)
}

func TestBadSamples(t *testing.T) {
	for _, n := range []int{-1, 1, limitholdem.NumFlops + 1} {
		must.Fails(BestResponse(t.Context(), named(t, "always-call"), "", Options{Flops: n}))(t, ErrSample)
	}
}
