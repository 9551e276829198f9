package prove

import (
	"context"
	"math"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

func prepare(t *testing.T, inst *regression.Instance) (*table, *lad.Problem) {
	t.Helper()
	return newTable(inst, lad.Average, 1), must.Get(lad.New(inst, lad.Average))(t)
}

// TestFits compares relaxations that lose and regain columns, each started from the last, with fits.
func TestFits(t *testing.T) {
	r := matrixtest.Source(t, 0)
	for range 20 {
		inst := random(r, 40+r.IntN(300), 6+r.IntN(10))
		tb, p := prepare(t, inst)
		l := newLP(t.Context(), tb)
		for range 20 {
			var out columns
			for j := range tb.ids {
				if r.IntN(3) == 0 {
					out = out.with(j)
				}
			}
			ids := tb.names(tb.all().minus(out).list())
			fit := must.Get(p.Fit(ids))(t)
			loss := fit.Error * tb.total
			goal := loss * (0.9 + 0.2*r.Float64())
			l.limit(out)
			if above := l.solve(goal); above != (loss > goal) && math.Abs(loss-goal) > 1e-6*loss {
				t.Errorf("%v: solve(%v) says %v of a fit of %v", ids, goal, above, loss)
			}
			l.solve(math.Inf(1))
			if got := l.value / tb.total; math.Abs(got-fit.Error) > Tolerance {
				t.Fatalf("%v: relaxation %v, fit %v", ids, got, fit.Error)
			}
		}
	}
}

// TestCuts checks by fits that no formula without a column of a cut is below the lower of two
// cutoffs, unless the other columns are a choice of N that reaches it.
func TestCuts(t *testing.T) {
	r := matrixtest.Source(t, 0)
	for range 10 {
		inst := random(r, 40+r.IntN(200), 12)
		tb, p := prepare(t, inst)
		best := must.Get(first(t.Context(), p, nil, 4, nil, &Options{Workers: 1}))(t)
		cutoff := best.Error - Tolerance/2
		in := must.Get(inst.Exact())(t)
		v := &prover{ctx: context.Background(), t: tb, s: &Problem{inst, in}, p: p, n: 4, o: Options{Workers: 2},
			result: &Result{Incumbent: best}, known: &cuts{}, alone: &cuts{}, better: best.Error}
		root := newLP(t.Context(), tb)
		root.solve(math.Inf(1))
		for _, f := range []float64{1, 0.8} { // the second begins with the cuts of the first
			must.Do(t, v.learn(t.Context(), tb, root, f*cutoff))
		}
		for i, c := range v.known.list {
			d := &proof.Cut{Columns: tb.features(c)}
			if dual := v.known.duals[i]; dual != nil && in.Bound(&proof.Header{}, d, dual) < 0.8*cutoff {
				t.Errorf("the dual vector of cut %v shows %v, below %v", tb.names(c.list()),
					in.Bound(&proof.Header{}, d, dual), 0.8*cutoff)
			}
			fit := must.Get(p.Fit(tb.names(tb.all().minus(c).list())))(t)
			if fit.Error < 0.8*cutoff-1e-12 && tb.all().minus(c).size() > v.n {
				t.Errorf("without cut %v %v is reached, below %v", tb.names(c.list()), fit.Error, 0.8*cutoff)
			}
		}
		t.Logf("%d cuts", len(v.known.list))
	}
}

// looks is a context that is cancelled after a number of looks at it.
type looks struct {
	context.Context
	left, after int
}

func (c *looks) Err() error {
	if c.left--; c.left >= 0 {
		return nil
	}
	c.after++
	return context.Canceled
}

// TestCancelledRelaxation: a relaxation ends within a few pivots once the context is cancelled, also within a fresh
// inverse, and its value is a bound.
func TestCancelledRelaxation(t *testing.T) {
	inst := random(matrixtest.Source(t, 0), 400, 60)
	tb, p := prepare(t, inst)
	fit := must.Get(p.Fit(tb.ids))(t)
	for _, after := range []int{0, 1, 3} {
		ctx := &looks{Context: t.Context(), left: after}
		l := newLP(ctx, tb)
		if l.solve(math.Inf(1)) || l.pivots > int64(after*contextEvery) || ctx.after != 1 {
			t.Errorf("%d pivots and %d looks after %d of a context", l.pivots, ctx.after, after)
		}
		if l.value > fit.Error*tb.total {
			t.Errorf("the value %v is above the loss %v", l.value, fit.Error*tb.total)
		}
		ctx.left = math.MaxInt
		l.solve(math.Inf(1))
		if ctx.left = 0; l.refactor() {
			t.Error("a fresh inverse under a cancelled context")
		}
	}
}
