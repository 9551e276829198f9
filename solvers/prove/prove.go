package prove

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"feltlab/internal/parallel"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
	"feltlab/solvers/subset"
)

// ErrCount is wrapped by errors about a number of features below 1 or above the number of columns.
var ErrCount = errors.New("bad number of features")

// Tolerance is the gap, a fraction of 1, up to which an error counts as proved: a hundred-thousandth
// of a percentage point.
const Tolerance = proof.AbsoluteGap

// tolerance is Tolerance for a small error: less than the kernel's.
func tolerance(e float64) float64 { return min(Tolerance, proof.SmallGap*e) }

// Options tune a proof. The zero value is ready to use.
type Options struct {
	Workers  int            // goroutines; 0 means one per CPU. The answer does not depend on it
	Target   float64        // if positive, the solve ends at this bound, or at a formula with a smaller error
	Gap      float64        // the part of the incumbent's error within which a bound suffices; below 1
	With     []int          // features that every formula of the claim has
	Start    []proof.Cut    // cuts of similar claims (fewer features, other ranges), whose cores start this proof
	Progress func(Progress) // called when the bound gets better, by one goroutine at a time

	visitAll bool // for tests: the search visits every node
	branch   bool // for tests: the search branches to the end before it learns a cut
	narrow   bool // for tests: the branching narrows bounds from the start
	divide   bool // for tests: the table is divided although it is not wide
}

// Progress is the state of a proof.
type Progress struct {
	Bound float64 // a fraction of 1
	Nodes int64
}

// Result is what a solve has found and proved in its time.
type Result struct {
	Incumbent *lad.Fit // the best formula known
	Bound     float64  // no formula with N features has a smaller error
	Proved    bool     // whether Incumbent.Error - Bound is at most Tolerance, less for small errors
	Nodes     int64    // of the search for a choice with a column of every cut
	Solves    int64    // relaxations solved to learn cuts
	Pivots    int64    // of these relaxations; none if package lad solves them
	// Cuts are those of the last cutoff that was proved; they leave no choice. Learned cuts have the dual
	// vector that shows them. Like Bound, they are this package's claim: package proof judges them.
	Cuts []proof.Cut
}

type prover struct {
	ctx     context.Context
	t       *table
	s       *Problem
	loss    proof.Loss
	p       *lad.Problem
	n       int
	o       Options
	result  *Result
	known   *cuts   // of the last cutoff, proved or not
	alone   *cuts   // of searches by one goroutine, which find the same formulas in every run
	support []int   // features of a better formula than the incumbent; nil if none was found
	better  float64 // its error, or the incumbent's

	tree    *brancher          // of the last search that branches, or nil
	sought  uint64             // searches for a better formula
	list    *lister            // of a search for the best sets, or nil
	round   *rounder           // of a solve with round weights, or nil
	formula regression.Formula // with round weights, better than the incumbent
}

// Solve proves AVGERR(n) or MAXERR(n), as the loss says, with round weights if the rules of the problem ask for them.
// The incumbent is a good formula with at most n features, as packages subset and lattice find it; nil has Solve search
// for one, or begin without features if weights are round. When the context ends, the result has the best bound so far
// and the error is nil. The error wraps ErrCount, ErrRules, proof.ErrHeader for bounds of weights that are too large
// for N, regression.ErrProgram, regression.ErrInstance or lad.ErrFeature.
func Solve(
	ctx context.Context, s *Problem, loss proof.Loss, n int, incumbent regression.Formula, o Options,
) (*Result, error) {
	v, err := newProver(ctx, s, loss, n, incumbent, o)
	if err != nil {
		return nil, err
	}
	for _, c := range o.Start {
		if c.Columns != (proof.Vector{}) {
			v.known.old = append(v.known.old, v.t.columns(c.Columns))
		}
	}
	switch {
	case len(v.t.ids) == 0:
		// No feature is true anywhere: a cut without columns shows the error of the empty formula.
		v.result.Bound, v.result.Cuts = v.better, []proof.Cut{{}}
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

func newProver(ctx context.Context, s *Problem, loss proof.Loss, n int, incumbent regression.Formula,
	o Options) (*prover, error) {
	inst := s.Instance
	if n < 1 || n > inst.Columns.Count() {
		return nil, fmt.Errorf("%w: %d (want 1 to %d)", ErrCount, n, inst.Columns.Count())
	}
	claim := s.claim(loss, n, 0)
	if err := cmp.Or(inst.CheckWith(n, o.With), s.CheckHeader(&claim)); err != nil {
		return nil, err
	}
	p := lad.Of(inst, loss)
	o.Workers = parallel.Workers(o.Workers)
	round, err := newRounder(s, p, n)
	if err != nil {
		return nil, err
	}
	fit, err := first(ctx, p, round, n, incumbent, &o)
	if err != nil {
		return nil, err
	}
	t := newTable(inst, loss, fit.Error)
	if t.large && loss == proof.Average {
		t.coarse = coarsen(p)
	}
	return &prover{
		ctx: ctx, t: t, s: s, loss: loss, p: p, n: n, o: o, round: round,
		result: &Result{Incumbent: fit}, known: &cuts{}, alone: &cuts{}, better: fit.Error,
	}, nil
}

func first(ctx context.Context, p *lad.Problem, round *rounder, n int, incumbent regression.Formula,
	o *Options) (*lad.Fit, error) {
	if round != nil {
		return round.first(n, incumbent)
	}
	if incumbent == nil {
		fit, err := subset.Best(ctx, p.Under(ctx), n, subset.Options{Workers: o.Workers, With: o.With})
		if fit != nil {
			return fit, nil
		}
		if err == nil || ctx.Err() != nil {
			return p.Fit(o.With)
		}
		return nil, err
	}
	ids := p.Instance().Rules.Units(proof.VectorOf(slices.Concat(o.With, incumbent.IDs())...)).IDs()
	if len(ids) > n {
		return nil, fmt.Errorf("%w: the incumbent has %d features, more than %d", ErrCount, len(ids), n)
	}
	return p.Fit(ids)
}

// root is the task of all choices: they have the features of With, and no others of their groups.
func (v *prover) root() task {
	in := v.with()
	free := v.t.all().minus(in)
	for _, j := range in.list() {
		free = free.minus(v.t.taken(j, in))
	}
	k := min(v.n-len(v.o.With), free.size())
	if k == 0 {
		free = columns{}
	}
	return task{in: in, free: free, k: max(k, 1)}
}

func (v *prover) with() columns { return v.t.columns(proof.VectorOf(v.o.With...)) }

// target returns the error to prove, a fraction of 1, and whether the solve can end.
func (v *prover) target() (target float64, answered bool) {
	half := tolerance(v.better) / 2
	target = v.better - half
	if v.o.Gap > 0 {
		target = min(target, (1-v.o.Gap)*v.better+half)
	}
	if v.o.Target <= 0 {
		return target, v.result.Bound >= target
	}
	return min(target, v.o.Target), v.result.Bound >= v.o.Target || v.better < v.o.Target
}

// proveAverage proves the goal for the average error, or a lower cutoff.
func (v *prover) proveAverage() error {
	if v.round == nil && (v.t.isWide() && v.n <= mostWide || v.o.divide) && v.t.whole.empty() &&
		slices.Max(v.t.most) == 1 {
		return v.proveWide()
	}
	root := newLP(v.ctx, v.t)
	all, shown, err := v.relaxAll(root)
	if err != nil {
		return err
	}
	if v.bounded(all); v.ctx.Err() != nil {
		return nil
	}
	v.result.Cuts = []proof.Cut{{Dual: shown}} // even all columns together do not get below the bound
	return v.climb(all, func(ctx context.Context, cutoff float64) error { return v.learn(ctx, v.t, root, cutoff) })
}

// relaxAll returns a bound on the average error of all columns together, and for a large table the dual vector that
// shows it: a coarse table has nearly the same.
func (v *prover) relaxAll(root *lp) (bound float64, d *proof.Dual, err error) {
	if !v.t.large {
		root.solve(math.Inf(1))
		return root.value / v.t.total * (1 - jitter), nil, nil
	}
	p, of := v.p, v.t.of
	if v.t.coarse != nil {
		p, of = v.t.coarse, v.t.coarse.Patterns().Of
	}
	fit, err := p.Under(v.ctx).Fit(v.t.ids)
	if err != nil {
		return 0, nil, v.unless(err)
	}
	mu := make([]float64, v.t.patterns)
	for i, y := range fit.Certificate.Multipliers {
		mu[of[i]] -= y
	}
	claim := v.s.claim(v.loss, v.n, 0)
	d = newWriter(v.t, v.s.Exact, &claim).ofPatterns(mu, fit)
	return v.s.Exact.Bound(&claim, &proof.Cut{}, d), d, nil
}

// proveLargest proves the loss of all columns first, and then the goal. Each cutoff has its own losses.
func (v *prover) proveLargest() error {
	fit, err := v.p.Under(v.ctx).Fit(v.t.ids)
	if err != nil {
		return v.unless(err)
	}
	all := min(fit.Error, v.better) - tolerance(v.better)/2
	learn := func(ctx context.Context, cutoff float64) error {
		t := v.t.within(cutoff)
		root := newLP(ctx, t)
		root.solve(math.Inf(1))
		return v.learn(ctx, t, root, cutoff)
	}
	if len(v.o.Start) == 0 && all > 0 {
		o := v.o
		v.o.Workers = 1 // it takes a few relaxations
		err := learn(v.ctx, all)
		if v.o = o; err != nil || v.ctx.Err() != nil {
			return err
		}
		v.known, v.alone = &cuts{old: v.known.list}, &cuts{old: v.known.list}
	}
	return v.climb(all, learn)
}

// unless returns an error, but none once the context has ended.
func (v *prover) unless(err error) error {
	if v.ctx.Err() != nil {
		return nil
	}
	return err
}

func (v *prover) bounded(b float64) {
	if v.list == nil {
		b = min(b, v.result.Incumbent.Error)
	}
	if b > v.result.Bound {
		v.result.Bound = b
		if v.o.Progress != nil {
			v.o.Progress(Progress{b, v.result.Nodes})
		}
	}
}

type outcome struct {
	lowest float64 // the cutoff, or the error of the best choice below it, in units of the losses

	best    float64 // the smallest error of a fit, and its features
	support []int
	formula regression.Formula // with round weights

	nodes, solves int64
	err           error
}

// learn proves a cutoff by cuts, or finds a formula that loses less. Which one of several goroutines finds one first,
// and with which cuts of similar claims, differs from run to run. So one goroutine without these then searches again:
// the formula is the same with any number of cores. Without the time for it, the first one stays.
func (v *prover) learn(ctx context.Context, t *table, root *lp, cutoff float64) error {
	before := *v
	err := v.search(ctx, t, root, cutoff)
	if err != nil || v.better == before.better || v.o.Workers == 1 && len(v.o.Start) == 0 {
		return err
	}
	found := *v
	v.better, v.support, v.formula = before.better, before.support, before.formula
	v.known, v.o.Workers, v.tree = v.alone, 1, nil
	err = v.search(ctx, t, root, cutoff)
	v.known, v.o = found.known, found.o
	if v.better == before.better {
		v.better, v.support, v.formula = found.better, found.support, found.formula
	}
	return err
}

// search is learn, once. It starts with the cuts of a higher cutoff and with cuts made of the cores of similar claims.
func (v *prover) search(ctx context.Context, t *table, root *lp, cutoff float64) error {
	workers := make([]*searcher, v.o.Workers)
	claim := v.s.claim(v.loss, v.n, 0)
	for i := range workers {
		workers[i] = newSearcher(ctx, t, v.p, root, cutoff*t.total, v.better, v.known)
		workers[i].dual, workers[i].with = newWriter(t, v.s.Exact, &claim), v.with()
		workers[i].rounder, workers[i].list, workers[i].visitAll = v.round, v.list, v.o.visitAll
	}
	if workers[0].branch = v.newBrancher(ctx, t, root, cutoff); v.o.branch && workers[0].branch != nil {
		workers[0].branch.narrows = v.o.narrow
		workers[0].branch.advance(math.MaxInt64 / 2)
	}
	share := newPool(v.o.Workers)
	share.search(ctx, workers, v.root())
	if err := v.collect(workers, cutoff, ctx.Err() != nil || share.over.Load()); err != nil {
		return err
	}
	if b := workers[0].branch; b != nil && b.shown {
		if v.result.Cuts = []proof.Cut{{Tree: b.nodes}}; len(b.nodes) == 1 {
			v.result.Cuts = []proof.Cut{{Dual: b.nodes[0].Dual}}
		}
		v.bounded(b.h.Cutoff)
	}
	return nil
}

// collect adds up the outcomes of the workers. The search failed if the time ended or it found a better formula.
func (v *prover) collect(workers []*searcher, cutoff float64, failed bool) error {
	lowest := cutoff * v.t.total
	for _, w := range workers {
		if w.err != nil && w.ctx.Err() == nil {
			return w.err
		}
		lowest = min(lowest, w.lowest)
		v.result.Nodes += w.nodes + w.inside.nodes
		v.result.Solves += w.solves
		v.result.Pivots += w.fit.pivots + w.trial.pivots
		if w.support != nil && (w.best < v.better || w.best == v.better && slices.Compare(w.support, v.support) < 0) {
			v.better, v.support, v.formula = w.best, w.support, w.formula
		}
	}
	if !failed {
		v.result.Cuts = v.result.Cuts[:0:0]
		for i, c := range v.known.list {
			tree := v.known.trees[i]
			v.result.Cuts = append(v.result.Cuts, proof.Cut{Columns: v.t.features(c), Dual: v.known.duals[i],
				Tree: tree.nodes, Choice: tree.choice})
		}
		v.bounded(lowest / v.t.total)
	}
	return nil
}

// finish fits a better formula if one was found, and completes the result.
func (v *prover) finish() error {
	r := v.result
	switch {
	case v.formula != nil:
		r.Incumbent = v.p.Given(v.formula, v.better)
	case v.support != nil:
		fit, err := v.p.Fit(v.support)
		if err != nil {
			return err
		}
		if fit.Error < r.Incumbent.Error {
			r.Incumbent = fit
		}
	}
	r.Bound = min(r.Bound, r.Incumbent.Error)
	r.Proved = r.Incumbent.Error-r.Bound <= tolerance(r.Incumbent.Error)
	return nil
}
