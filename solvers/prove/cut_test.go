package prove

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

// prepare returns the table and the fits of an instance.
func prepare(t *testing.T, inst *regression.Instance) (*table, *lad.Problem) {
	t.Helper()
	tb, err := newTable(inst)
	if err != nil {
		t.Fatal(err)
	}
	p, err := lad.New(inst, lad.Average)
	if err != nil {
		t.Fatal(err)
	}
	return tb, p
}

// TestProjection holds relaxations with fewer columns, and their lifted dual vectors, to fits.
func TestProjection(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for range 20 {
		inst := random(r, 40+r.IntN(300), 6+r.IntN(10))
		tb, p := prepare(t, inst)
		s := newSearcher(t.Context(), tb, p, 0, &cuts{})
		v := tb.whole()
		for v.columns.size() > 1 { // project projections
			keep := v.columns
			for _, j := range keep.list() {
				if r.IntN(4) == 0 && keep.size() > 1 {
					keep = keep.without(j)
				}
			}
			v = v.project(keep)
			var ids []int
			for _, j := range keep.list() {
				ids = append(ids, tb.twins[j]...)
			}
			fit, err := p.Fit(ids)
			if err != nil {
				t.Fatal(err)
			}
			l := newLP(v)
			l.start()
			l.solve(math.Inf(1), maxPivots)
			got := s.certify(l) / tb.total
			if got > fit.Error || got < fit.Error-Tolerance/2 {
				t.Fatalf("%v: certified %v, fit %v", ids, got, fit.Error)
			}
		}
	}
}

// TestCuts checks by fits that no formula without a column of a cut is below the value of the cut, which
// is the cutoff or more unless the others are a choice of N columns that reaches it.
func TestCuts(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for range 10 {
		inst := random(r, 40+r.IntN(200), 12)
		tb, p := prepare(t, inst)
		best, err := first(t.Context(), p, 4, nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		cutoff := best.Error - Tolerance/2
		v := &prover{ctx: context.Background(), t: tb, p: p, n: 4, o: Options{Workers: 2}, result: &Result{Incumbent: best}, better: best.Error}
		root := newLP(tb.whole())
		root.start()
		root.solve(math.Inf(1), maxPivots)
		known, err := v.prove(root, cutoff*tb.total)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range known.list {
			var ids []int
			for _, j := range tb.all().minus(c.columns).list() {
				ids = append(ids, tb.twins[j]...)
			}
			fit, err := p.Fit(ids)
			if err != nil {
				t.Fatal(err)
			}
			if fit.Error*tb.total < c.value-1e-9 || c.value < cutoff*tb.total && tb.all().minus(c.columns).size() > v.n {
				t.Errorf("cut %v has value %v, but without it %v is reached", tb.names(c.columns.list()), c.value, fit.Error*tb.total)
			}
		}
		t.Logf("%d cuts", len(known.list))
	}
}
