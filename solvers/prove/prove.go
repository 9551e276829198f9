package prove

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"feltlab/internal/parallel"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
	"feltlab/solvers/subset"
)

var (
	// ErrCount marks a number of features below 1 or above the number of columns.
	ErrCount = errors.New("prove: bad number of features")
	// ErrWith marks features for every formula that are no features, too many, or not all in the
	// incumbent.
	ErrWith = errors.New("prove: bad features for every formula")
)

// Tolerance is the largest gap, a fraction of 1, of an error that counts as proved: a
// hundred-thousandth of a percentage point.
const Tolerance = 1e-7

// Options tune a proof. The zero value is ready to use.
type Options struct {
	Workers  int            // goroutines; 0 means one per CPU. The answer does not depend on it
	Target   float64        // if positive, a bound of this much is enough, and so is a formula with a smaller error
	Start    []proof.Cut    // of like claims: fewer features, or other ranges. Their cores are where this proof begins
	With     []int          // features that every formula is to have, among the n; those that are true nowhere just count
	Progress func(Progress) // called, never concurrently, when the bound gets better
	// Share, if set, is told of each search that begins, and how to answer the requests of those who
	// call Help with the part, at any time until it calls end, which waits for answers under way.
	Share func(p Part, answer func(request []byte) (reply []byte)) (end func())
}

// Progress is what is known at some time.
type Progress struct {
	Bound  float64 // a fraction of 1
	Cutoff float64 // error whose proof was completed, or 0 for the root
	Nodes  int64
	Cuts   int64
}

// Result is a proof or as much of it as there was time for.
type Result struct {
	Incumbent *lad.Fit // the best formula known
	Bound     float64  // no formula with N features has a smaller error
	Proved    bool     // Incumbent.Error - Bound <= Tolerance
	Nodes     int64    // of the search for a choice that has a column of every cut
	Solves    int64    // of relaxations, to learn cuts
	// Cuts are those of the last cutoff that was proved: they leave no choice. What they are worth,
	// a judge has to find out (model/proof); Bound is by this package's word.
	// Those that were learned have the dual vector that shows them.
	Cuts []proof.Cut
}

// steps are the cutoffs to be proved, as fractions of the way from the loss of all columns to the
// goal. The first is the goal; the others are for when there is no time to prove it, and begin with
// the cuts of those before, which are cuts of theirs too.
var steps = []float64{1, 0.85, 0.7, 0.5}

// stepShare is the part of the time that is left which a step but the last may take.
const stepShare = 0.75

// prover is the state of a call.
type prover struct {
	ctx     context.Context
	t       *table
	in      *proof.Instance
	p       *lad.Problem
	n       int
	with    columns
	o       Options
	result  *Result
	known   *cuts   // of the last cutoff, proved or not
	support []int   // features that are better than the incumbent; nil if none were found
	better  float64 // their error, or the incumbent's
}

// AvgErr proves AVGERR(n) for an instance. The incumbent is a good formula with at most n features,
// as package subset finds it; nil asks for it. When the context ends, the result holds the
// best bound so far and the error is nil. The error wraps ErrCount, regression.ErrInstance or
// lad.ErrFeature.
func AvgErr(ctx context.Context, inst *regression.Instance, n int, incumbent regression.Formula, o Options) (*Result, error) {
	return proveInstance(ctx, inst, lad.Average, n, incumbent, o)
}

// MaxErr proves MAXERR(n), as AvgErr does AVGERR(n).
func MaxErr(ctx context.Context, inst *regression.Instance, n int, incumbent regression.Formula, o Options) (*Result, error) {
	return proveInstance(ctx, inst, lad.Max, n, incumbent, o)
}

func proveInstance(
	ctx context.Context, inst *regression.Instance, loss lad.Loss, n int, incumbent regression.Formula, o Options,
) (*Result, error) {
	s, err := NewProblem(inst)
	if err != nil {
		return nil, err
	}
	return prove(ctx, s, loss, n, incumbent, o)
}

func prove(
	ctx context.Context, s *Problem, loss lad.Loss, n int, incumbent regression.Formula, o Options,
) (*Result, error) {
	inst := s.Instance
	if n < 1 || n > inst.Columns.Count() {
		return nil, fmt.Errorf("%w: %d (want 1 to %d)", ErrCount, n, inst.Columns.Count())
	}
	t, err := newTable(inst, loss)
	if err != nil {
		return nil, err
	}
	p, err := lad.New(inst, loss)
	if err != nil {
		return nil, err
	}
	o.Workers = parallel.Workers(o.Workers)
	with, err := t.with(n, inst.Columns.Count(), o.With, incumbent)
	if err != nil {
		return nil, err
	}
	if incumbent == nil && len(o.With) > 0 {
		incumbent = formulaOf(o.With)
	}
	fit, err := first(ctx, p, n, incumbent, o.Workers)
	if err != nil {
		return nil, err
	}
	v := &prover{ctx: ctx, t: t, in: s.Exact, p: p, n: n, with: with, o: o, result: &Result{Incumbent: fit}, known: &cuts{}, better: fit.Error}
	for _, c := range o.Start {
		if c.Need == 1 {
			v.known.old = append(v.known.old, t.columns(c.Columns))
		}
	}
	switch {
	case len(t.ids) == 0:
		// No formula has a feature that counts: the cut of no features says so.
		v.result.Bound, v.result.Cuts = fit.Error, []proof.Cut{{Need: 1}}
	case loss == lad.Max:
		err = v.proveLargest()
	default:
		err = v.proveAverage()
	}
	if err != nil {
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

// root returns the node of all choices.
func (v *prover) root() task {
	free := v.t.all().minus(v.with)
	return task{v.with, free, min(v.n-len(v.o.With), free.size())}
}

// target returns the error to be proved, a fraction of 1, and whether that is answered.
func (v *prover) target() (target float64, answered bool) {
	target = v.better - Tolerance/2
	if v.o.Target <= 0 {
		return target, v.result.Bound >= target
	}
	return min(target, v.o.Target), v.result.Bound >= v.o.Target || v.better < v.o.Target
}

// proveAverage proves the goal, or as much of the way there as it can.
func (v *prover) proveAverage() error {
	root := newLP(v.t)
	root.solve(math.Inf(1))
	all := root.value / v.t.total * (1 - jitter)
	v.bounded(all, 0)
	v.result.Cuts = []proof.Cut{{Need: 1}} // all columns together do not get below the bound
	return v.climb(all, func(ctx context.Context, cutoff float64) error { return v.learn(ctx, v.t, root, cutoff) })
}

// proveLargest proves first what all columns lose, and then the goal. Each cutoff has losses of its
// own.
func (v *prover) proveLargest() error {
	fit, err := v.p.Fit(v.t.ids)
	if err != nil {
		return err
	}
	all := min(fit.Error, v.better) - Tolerance/2
	learn := func(ctx context.Context, cutoff float64) error {
		t := v.t.within(cutoff + levelMargin)
		root := newLP(t)
		root.solve(math.Inf(1))
		return v.learn(ctx, t, root, cutoff)
	}
	if len(v.o.Start) == 0 && all > 0 { // else it is not worth a proof
		if err := learn(v.ctx, all); err != nil || v.ctx.Err() != nil {
			return err
		}
		v.known = &cuts{old: v.known.list}
	}
	return v.climb(all, learn)
}

// climb proves one of the steps from what all columns lose to the goal. If a better formula turns
// up, the goal is another one.
func (v *prover) climb(all float64, learn func(context.Context, float64) error) error {
	for i := 0; i < len(steps); {
		target, answered := v.target()
		cutoff := all + steps[i]*(target-all)
		if answered || cutoff <= v.result.Bound {
			return nil
		}
		before := v.better
		ctx, cancel := v.share(i)
		err := learn(ctx, cutoff)
		late := ctx.Err() != nil
		cancel()
		switch {
		case err != nil || v.ctx.Err() != nil:
			return err
		case late:
			i++
		case v.better == before:
			return nil
		}
	}
	return nil
}

// share returns the context of a step.
func (v *prover) share(step int) (context.Context, context.CancelFunc) {
	deadline, ok := v.ctx.Deadline()
	if !ok || step == len(steps)-1 || v.o.Target > 0 {
		return context.WithCancel(v.ctx)
	}
	return context.WithTimeout(v.ctx, time.Duration(stepShare*float64(time.Until(deadline))))
}

// bounded notes a bound, a fraction of 1.
func (v *prover) bounded(b, cutoff float64) {
	b = max(min(b, v.result.Incumbent.Error), 0)
	if b > v.result.Bound {
		v.result.Bound = b
		if v.o.Progress != nil {
			v.o.Progress(Progress{b, cutoff, v.result.Nodes, int64(len(v.known.list))})
		}
	}
}

// adopt keeps a better formula.
func (v *prover) adopt(best float64, support []int) {
	if support != nil && (best < v.better || best == v.better && slices.Compare(support, v.support) < 0) {
		v.better, v.support = best, support
	}
}

// outcome is what a worker has found.
type outcome struct {
	lowest float64 // the cutoff, or the error of the best choice below it, in the unit of the losses

	best    float64 // smallest error of a fit, and its features
	support []int

	nodes, solves int64
	err           error
}

// learn proves a cutoff by cuts, or finds the choices that lose less. The cuts of a higher cutoff,
// and what cores of like claims become, are where it begins.
func (v *prover) learn(ctx context.Context, t *table, root *lp, cutoff float64) error {
	workers := make([]*searcher, v.o.Workers)
	for i := range workers {
		workers[i] = newSearcher(ctx, t, v.p, root, cutoff*t.total, v.better, v.known)
		workers[i].dual = newWriter(t, v.in)
	}
	share := newPool(v.o.Workers)
	lent := v.ask(cutoff, v.known, share, func() { share.search(ctx, workers, v.root()) })
	if len(lent) > 0 && !share.over.Load() {
		// Nobody believes that helpers leave no choice. To see that takes little time: all cuts are here.
		share = newPool(v.o.Workers)
		share.search(ctx, workers, lent...)
	}
	return v.collect(workers, cutoff, ctx.Err() != nil || share.over.Load())
}

// collect adds up what the workers did. If they failed, they had no time, or found a better
// formula.
func (v *prover) collect(workers []*searcher, cutoff float64, failed bool) error {
	lowest := cutoff * v.t.total
	for _, w := range workers {
		if w.err != nil {
			return w.err
		}
		lowest = min(lowest, w.lowest)
		v.result.Nodes += w.nodes
		v.result.Solves += w.solves
		v.adopt(w.best, w.support)
	}
	if !failed {
		v.result.Cuts = v.result.Cuts[:0:0]
		for i, c := range v.known.list {
			v.result.Cuts = append(v.result.Cuts, proof.Cut{Columns: v.t.features(c), Need: 1, Dual: v.known.duals[i]})
		}
		v.bounded(lowest/v.t.total, cutoff)
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
