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

// Tolerance is the largest gap, a fraction of 1, of an error that counts as proved: a millionth of
// a percentage point.
const Tolerance = 1e-8

// Options tune a proof. The zero value is ready to use.
type Options struct {
	Workers  int            // goroutines; 0 means one per CPU. The answer does not depend on it
	Method   Method         // Auto unless set
	Progress func(Progress) // called, never concurrently, when the bound gets better
	// Witness returns a witness of the proof of a cutoff (a fraction of 1). It is called once for every
	// stack, from any goroutine; what it returns is used by one goroutine at a time.
	Witness func(cutoff float64) Witness
}

// Method chooses how to prove.
type Method uint8

// The methods.
const (
	Auto      Method = iota // Enumerate if that takes at most enumerateFits fits, else Branch
	Enumerate               // fit all sets of N-2 columns that bounds leave; no bound before the end
	Branch                  // branch and bound
)

// Progress is what is known at some time.
type Progress struct {
	Bound  float64 // certified, a fraction of 1
	Cutoff float64 // error whose proof was completed, or 0 for the root
	Nodes  int64
	Fits   int64
}

// Result is a proof or as much of it as there was time for.
type Result struct {
	Incumbent *lad.Fit // the best formula known
	Bound     float64  // no formula with N features has a smaller average error
	Proved    bool     // Incumbent.Error - Bound <= Tolerance
	Nodes     int64    // relaxations
	Fits      int64    // sets that were fitted
	Leaves    int64    // ends of branches, each with its certificate
}

const (
	// enumerateFits is the number of sets of N-2 columns up to which Auto enumerates.
	enumerateFits = 3e6
	// claimDepth is the number of columns at which an enumeration is divided among workers.
	claimDepth = 2
)

// steps are the cutoffs that branch and bound proves in turn, as fractions of the way from the
// bound of the root to the incumbent.
var steps = []float64{0.2, 0.35, 0.5, 0.6, 0.7, 0.8, 0.88, 0.95, 1}

// prover is the state of a call.
type prover struct {
	ctx     context.Context
	t       *table
	p       *lad.Problem
	n       int
	o       Options
	result  *Result
	support []int
	better  float64 // smallest loss found
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
	v := &prover{ctx: ctx, t: t, p: p, n: min(n, max(len(t.ids), 1)), o: o, result: &Result{Incumbent: fit}, better: math.Inf(1)}
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

func (v *prover) run() error {
	if len(v.t.ids) == 0 {
		v.result.Bound = v.result.Incumbent.Error
		return nil
	}
	v.bounded(v.rootBound(), 0)
	method := v.o.Method
	if method == Auto {
		method = Branch
		if binomial(len(v.t.ids), v.n-2) <= enumerateFits {
			method = Enumerate
		}
	}
	target := (v.result.Incumbent.Error - Tolerance/2) * v.t.total
	if method == Enumerate {
		return v.enumerate(target)
	}
	root := v.result.Bound * v.t.total
	for _, f := range steps {
		if err := v.branch(root + f*(target-root)); err != nil {
			return err
		}
		if v.ctx.Err() != nil {
			break
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
			v.o.Progress(Progress{b, cutoff / v.t.total, v.result.Nodes, v.result.Fits})
		}
	}
}

// rootBound certifies the relaxation of the whole problem.
func (v *prover) rootBound() float64 {
	w := newWalker(v.ctx, v.t, nil, math.Inf(1))
	w.cutoff = (v.result.Incumbent.Error + 1) * v.t.total
	w.relax(w.root(), v.n)
	return w.b.value
}

// witness returns a witness for a new stack.
func (v *prover) witness(cutoff float64) Witness {
	if v.o.Witness == nil {
		return silent{}
	}
	return v.o.Witness(cutoff / v.t.total)
}

func (v *prover) stopped() bool { return v.ctx.Err() != nil }

// enumerate proves a cutoff by enumeration. All workers walk the top of the tree and claim the sets
// of claimDepth columns one by one.
func (v *prover) enumerate(cutoff float64) error {
	var claimed atomic.Int64
	workers := make([]*enumerator, v.o.Workers)
	list := make([]int, len(v.t.ids))
	for j := range list {
		list[j] = j
	}
	var group sync.WaitGroup
	for i := range workers {
		e := newEnumerator(v.t, v.p, cutoff, v.stopped)
		e.claim = &claimed
		e.witness, e.claimed = v.witness(cutoff), func() Witness { return v.witness(cutoff) }
		workers[i] = e
		group.Go(func() {
			e.witness.Open(nil, v.t.ids, v.n)
			e.visit(v.n, e.enter(nil, make([]float64, len(list))), list)
			e.witness.Close()
		})
	}
	group.Wait()
	return v.collect(workers, math.Inf(1), cutoff)
}

// branch proves a cutoff by branch and bound.
func (v *prover) branch(cutoff float64) error {
	share := newPool(v.o.Workers)
	walkers := make([]*walker, v.o.Workers)
	workers := make([]*enumerator, v.o.Workers)
	for i := range walkers {
		workers[i] = newEnumerator(v.t, v.p, cutoff, v.stopped)
		walkers[i] = newWalker(v.ctx, v.t, workers[i], cutoff)
		walkers[i].share = share
	}
	share.put(v.t, walkers[0].root(), v.n)
	var group sync.WaitGroup
	for _, w := range walkers {
		group.Go(func() { v.work(w, share, cutoff) })
	}
	group.Wait()
	lowest := math.Inf(1)
	for _, w := range walkers {
		lowest = min(lowest, w.lowest)
		v.result.Nodes += w.nodes
		v.result.Leaves += w.leaves
	}
	return v.collect(workers, lowest, cutoff)
}

// work searches nodes from the pool until none are left.
func (v *prover) work(w *walker, share *pool, cutoff float64) {
	for {
		k, ok := share.take(w.at(0))
		if !ok {
			return
		}
		w.witness = v.witness(cutoff)
		set, list := w.at(0).columns()
		w.witness.Open(v.t.names(set), v.t.names(list), k)
		w.visit(0, k)
		w.witness.Close()
	}
}

// collect adds up what enumerators did.
func (v *prover) collect(workers []*enumerator, lowest, cutoff float64) error {
	for _, e := range workers {
		if e.err != nil {
			return e.err
		}
		lowest = min(lowest, e.lowest)
		v.result.Fits += e.fits
		v.result.Leaves += e.leaves
		if e.best < v.better || e.best == v.better && slices.Compare(e.support, v.support) < 0 {
			v.better, v.support = e.best, e.support
		}
	}
	if v.ctx.Err() == nil {
		v.bounded(lowest, cutoff)
	}
	return nil
}

// finish adopts a better formula if one was found.
func (v *prover) finish() error {
	r := v.result
	if v.better < (r.Incumbent.Error-Tolerance/4)*v.t.total {
		var ids []int
		for _, j := range v.support {
			ids = append(ids, v.t.ids[j])
		}
		slices.Sort(ids)
		fit, err := v.p.Fit(ids)
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
