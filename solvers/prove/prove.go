package prove

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
	"feltlab/solvers/subset"
)

// ErrCount marks a number of features below 1 or above features.Count.
var ErrCount = errors.New("prove: bad number of features")

// Tolerance is the largest gap, a fraction of 1, of an error that counts as proved: a hundred-thousandth
// of a percentage point. Multipliers lie on a grid and constants are lowered by their rounding, so a
// certificate falls a little short of the optimum it belongs to; on instances of small total weight
// by up to 3e-8.
const Tolerance = 1e-7

// Options tune a proof. The zero value is ready to use.
type Options struct {
	Workers  int            // goroutines; 0 means one per CPU. The answer does not depend on it
	Method   Method         // Auto unless set
	Target   float64        // if positive, a bound of this much is enough
	Progress func(Progress) // called, never concurrently, when the bound gets better
	// Witness returns a witness of the proof of a cutoff (a fraction of 1). It is called once for every
	// stack, from any goroutine; what it returns is used by one goroutine at a time.
	Witness func(cutoff float64) Witness
}

// Method chooses how to prove.
type Method uint8

// The methods.
const (
	Auto      Method = iota // Cut if there is a Target or there are many sets of N-1 columns, else Enumerate
	Enumerate               // fit all sets of N-1 columns that bounds leave; no bound before the end
	Cut                     // search for a choice with a column of every cut
)

// Progress is what is known at some time.
type Progress struct {
	Bound  float64 // certified, a fraction of 1
	Cutoff float64 // error whose proof was completed, or 0 for the root
	Nodes  int64
	Cuts   int64
	Fits   int64
}

// Result is a proof or as much of it as there was time for.
type Result struct {
	Incumbent *lad.Fit // the best formula known
	Bound     float64  // no formula with N features has a smaller average error
	Proved    bool     // Incumbent.Error - Bound <= Tolerance
	Nodes     int64    // of the search for a choice that has a column of every cut
	Cuts      int64    // that were learned, each with its dual vector
	Solves    int64    // of relaxations, to learn them
	Fits      int64    // sets that an enumeration fitted
}

// enumerateFits is the number of sets of N-1 columns up to which Auto enumerates.
const enumerateFits = 3e7

// steps are the cutoffs that are proved in turn so that there is a bound at any time, as fractions of
// the way from the loss of all columns to the goal. The last step takes most of the time.
var steps = []float64{0.4, 0.65, 0.85, 1}

// prover is the state of a call.
type prover struct {
	ctx     context.Context
	t       *table
	p       *lad.Problem
	n       int
	o       Options
	result  *Result
	support []int   // features that are better than the incumbent; nil if none were found
	better  float64 // their error, or the incumbent's
}

// AvgErr proves AVGERR(n) for an instance. The incumbent is a good formula with at most n features,
// as package subset finds it; nil asks for it. When the context ends, the result holds the
// best bound so far and the error is nil. The error wraps ErrCount, regression.ErrInstance or
// lad.ErrFeature.
func AvgErr(ctx context.Context, inst *regression.Instance, n int, incumbent regression.Formula, o Options) (*Result, error) {
	if n < 1 || n > features.Count {
		return nil, fmt.Errorf("%w: %d (want 1 to %d)", ErrCount, n, features.Count)
	}
	t, err := newTable(inst)
	if err != nil {
		return nil, err
	}
	p, err := lad.New(inst, lad.Average)
	if err != nil {
		return nil, err
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	fit, err := first(ctx, p, n, incumbent, o.Workers)
	if err != nil {
		return nil, err
	}
	v := &prover{ctx: ctx, t: t, p: p, n: n, o: o, result: &Result{Incumbent: fit}, better: fit.Error}
	if err := v.run(); err != nil {
		return nil, err
	}
	return v.result, v.finish()
}

// first fits the incumbent, or finds one.
func first(ctx context.Context, p *lad.Problem, n int, incumbent regression.Formula, workers int) (*lad.Fit, error) {
	if incumbent == nil {
		fit, err := subset.Best(ctx, p, n, subset.Options{Workers: workers})
		if fit != nil {
			return fit, nil
		}
		if err == nil || ctx.Err() != nil {
			return p.Fit(nil)
		}
		return nil, err
	}
	var ids []int
	for _, term := range incumbent {
		ids = append(ids, term.ID)
	}
	if len(ids) > n {
		return nil, fmt.Errorf("%w: the incumbent has %d features, more than %d", ErrCount, len(ids), n)
	}
	return p.Fit(ids)
}

// choose returns the most columns that a formula can use.
func (v *prover) choose() int { return min(v.n, len(v.t.ids)) }

func (v *prover) run() error {
	if len(v.t.ids) == 0 {
		v.result.Bound = v.result.Incumbent.Error
		return nil
	}
	root := newLP(v.t.whole())
	root.start()
	root.solve(math.Inf(1), maxPivots)
	s := newSearcher(v.ctx, v.t, v.p, 0, nil)
	v.bounded(s.certify(root), 0)
	target := v.result.Incumbent.Error - Tolerance/2
	if v.o.Target > 0 {
		if v.result.Bound >= v.o.Target {
			return nil
		}
		target = min(target, v.o.Target)
	}
	target *= v.t.total
	if v.o.Method == Enumerate || v.o.Method == Auto && v.o.Target <= 0 && binomial(len(v.t.ids), v.n-1) <= enumerateFits {
		return v.enumerate(target)
	}
	all := v.result.Bound * v.t.total
	for i, f := range steps {
		cutoff := all + f*(target-all)
		switch {
		case i == len(steps)-1:
			cutoff = target
		case v.o.Target > 0 || cutoff <= v.result.Bound*v.t.total || cutoff >= target:
			continue
		}
		if _, err := v.prove(root, cutoff); err != nil || v.ctx.Err() != nil {
			return err
		}
	}
	return nil
}

// bounded notes a certified bound on the loss.
func (v *prover) bounded(loss, cutoff float64) {
	b := max(min(loss/v.t.total, v.result.Incumbent.Error), 0)
	if b > v.result.Bound {
		v.result.Bound = b
		if v.o.Progress != nil {
			v.o.Progress(Progress{b, cutoff / v.t.total, v.result.Nodes, v.result.Cuts, v.result.Fits})
		}
	}
}

// witness returns a witness for a new stack.
func (v *prover) witness(cutoff float64) Witness {
	if v.o.Witness == nil {
		return silent{}
	}
	return v.o.Witness(cutoff / v.t.total)
}

// adopt keeps a better formula.
func (v *prover) adopt(best float64, support []int) {
	if support != nil && (best < v.better || best == v.better && slices.Compare(support, v.support) < 0) {
		v.better, v.support = best, support
	}
}

func (v *prover) enumerator(cutoff float64) *enumerator {
	return newEnumerator(v.t, v.p, cutoff, v.n, v.better, v.stopped)
}

func (v *prover) stopped() bool { return v.ctx.Err() != nil }

// enumerate proves a cutoff by enumeration. The top of the tree is walked first; then workers
// take the sets that it leaves, each with a fresh stack so that it does not matter who does.
func (v *prover) enumerate(cutoff float64) error {
	var plan []job
	list := make([]int, len(v.t.ids))
	for j := range list {
		list[j] = j
	}
	planner := v.enumerator(cutoff)
	planner.plan = &plan
	planner.run(v.witness(cutoff), job{nil, list, v.choose()})
	workers := []*enumerator{planner}
	var taken atomic.Int64
	var group sync.WaitGroup
	for range v.o.Workers {
		e := v.enumerator(cutoff)
		workers = append(workers, e)
		group.Go(func() {
			for {
				i := int(taken.Add(1)) - 1
				if i >= len(plan) || e.stop() || e.err != nil {
					return
				}
				e.stack = v.p.NewStack()
				e.run(v.witness(cutoff), plan[i])
			}
		})
	}
	group.Wait()
	lowest := math.Inf(1)
	for _, e := range workers {
		if e.err != nil {
			return e.err
		}
		lowest = min(lowest, e.lowest)
		v.result.Fits += e.fits
		v.adopt(e.best, e.support)
	}
	if v.ctx.Err() == nil {
		v.bounded(lowest, cutoff)
	}
	return nil
}

// prove proves a cutoff, or finds the choices that lose less, and returns the cuts it learned.
func (v *prover) prove(root *lp, cutoff float64) (*cuts, error) {
	share, known := newPool(v.o.Workers), &cuts{}
	share.put(task{root, columns{}, v.t.all(), v.choose()})
	workers := make([]*searcher, v.o.Workers)
	var group sync.WaitGroup
	for i := range workers {
		s := newSearcher(v.ctx, v.t, v.p, cutoff, known)
		s.share, s.limit, s.best = share, v.n, v.better
		workers[i] = s
		group.Go(func() {
			for {
				x, ok := share.take()
				if !ok {
					return
				}
				s.run(v.witness(cutoff), x)
				share.done(x)
			}
		})
	}
	group.Wait()
	return known, v.collect(workers, known, cutoff)
}

// collect adds up what the workers did.
func (v *prover) collect(workers []*searcher, known *cuts, cutoff float64) error {
	lowest := cutoff
	v.result.Cuts += known.size.Load()
	for _, s := range workers {
		if s.err != nil {
			return s.err
		}
		lowest = min(lowest, s.lowest)
		v.result.Nodes += s.nodes
		v.result.Solves += s.solves
		v.adopt(s.best, s.support)
	}
	if v.ctx.Err() == nil {
		v.bounded(lowest, cutoff)
	}
	return nil
}

// finish adopts a better formula if one was found.
func (v *prover) finish() error {
	r := v.result
	if v.support != nil {
		fit, err := v.p.Fit(v.support)
		if err != nil {
			return err
		}
		if fit.Error < r.Incumbent.Error {
			r.Incumbent = fit
		}
	}
	r.Bound = min(r.Bound, r.Incumbent.Error)
	r.Proved = r.Incumbent.Error-r.Bound <= Tolerance
	return nil
}

// binomial returns C(m, k).
func binomial(m, k int) float64 {
	c := 1.0
	for i := range k {
		c *= float64(m-i) / float64(i+1)
	}
	return c
}
