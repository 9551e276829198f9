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
)

// ErrRules is wrapped by errors about rules that SolveRound does not take.
var ErrRules = errors.New("rules without round weights")

// RoundResult is what a solve with round weights has found and proved in its time.
type RoundResult struct {
	Formula regression.Formula // the best one known, with round weights
	Error   float64            // its error, a fraction of 1
	Bound   float64            // no formula with N features and round weights has a smaller error
	Proof   *proof.Proof       // of format 2, judged by the kernel; nil without a bound above that of free weights
	Trees   int                // cuts that trees show
	Splits  int                // of all trees
}

// SolveRound proves the least average or largest error of formulas with at most n features whose weights have the step
// or the values of the problem's rules. The incumbent is a good such formula, and free a bound on the error with free
// weights; cuts of the free claim are a start. The search is that of Solve. A choice of features whose free weights are
// below the cutoff gets a tree: its weights are split until every box is above the cutoff, or a better formula with
// round weights is found. When the context ends, the result has the best bound so far and the error is nil. The
// error wraps ErrCount, ErrRules or regression.ErrInstance.
func SolveRound(
	ctx context.Context, s *Problem, loss proof.Loss, n int, incumbent regression.Formula, free float64, o Options,
) (*RoundResult, error) {
	switch {
	case n < 1 || n > s.Columns.Count():
		return nil, fmt.Errorf("%w: %d (want 1 to %d)", ErrCount, n, s.Columns.Count())
	case s.Rules.Any() || s.Rules.Intercept == proof.RoundIntercept:
		return nil, fmt.Errorf("%w: want a step or values, and no round intercept", ErrRules)
	}
	inst := *s.Instance
	inst.Rules = rounded(s.Rules)
	s = &Problem{&inst, s.Exact}
	t, err := newTable(s.Instance, loss)
	if err != nil {
		return nil, err
	}
	p, err := lad.New(s.Instance, loss)
	if err != nil {
		return nil, err
	}
	o.Workers = parallel.Workers(o.Workers)
	r := &rounder{problem: s, p: p, h: s.claim(loss, n, 0)}
	e, err := s.errorOf(loss, incumbent)
	if err != nil {
		return nil, err
	}
	v := &prover{
		ctx: ctx, t: t, s: s, loss: loss, p: p, n: n, o: o, round: r, known: &cuts{}, better: e,
		result: &Result{Incumbent: &lad.Fit{Error: e}, Bound: min(free, e)},
	}
	for _, c := range o.Start {
		if c.Need == 1 {
			v.known.old = append(v.known.old, t.columns(c.Columns))
		}
	}
	result := &RoundResult{Formula: incumbent, Error: e, Bound: v.result.Bound}
	if err := v.climbRound(); err != nil {
		return nil, err
	}
	if v.formula != nil {
		result.Formula, result.Error = v.formula, v.better
	}
	return result, v.finishRound(result)
}

// rounded returns rules whose bounds are round: they allow the same round weights.
func rounded(r *proof.Rules) *proof.Rules {
	out := *r
	out.Bounds = slices.Clone(r.Bounds)
	for i, b := range r.Bounds {
		if r.Step > 0 {
			out.Bounds[i] = proof.Bounds{Lower: b.Lower - b.Lower%r.Step, Upper: b.Upper - b.Upper%r.Step}
			continue
		}
		inside := slices.DeleteFunc(slices.Clone(r.Values), func(v proof.Decimal) bool { return v < b.Lower || v > b.Upper })
		out.Bounds[i] = proof.Bounds{Lower: inside[0], Upper: inside[len(inside)-1]} // 0 is inside
	}
	return &out
}

// climbRound proves the goal, or a lower cutoff above that of free weights.
func (v *prover) climbRound() error {
	learn := func(ctx context.Context, cutoff float64) error {
		t := v.t
		if v.p.Loss() == lad.Max {
			t = t.within(cutoff + levelMargin)
		}
		root := newLP(t)
		root.solve(math.Inf(1))
		return v.learn(ctx, t, root, cutoff)
	}
	return v.climb(v.result.Bound, learn)
}

// finishRound makes the proof of the last cutoff and has the kernel judge it.
func (v *prover) finishRound(r *RoundResult) error {
	if len(v.result.Cuts) == 0 {
		return nil
	}
	p := &proof.Proof{Header: v.round.h, Cuts: slices.Clone(v.result.Cuts)}
	p.Cutoff = min(v.result.Bound, r.Error)
	slices.SortFunc(p.Cuts, func(a, b proof.Cut) int { return slices.Compare(a.Columns.IDs(), b.Columns.IDs()) })
	for i := range p.Cuts {
		c := &p.Cuts[i]
		if c.Tree == nil {
			p.Cutoff = min(p.Cutoff, v.s.Exact.Bound(&p.Header, c, c.Dual))
			continue
		}
		r.Trees++
		for k := range c.Tree {
			if c.Tree[k].Kind == proof.Split {
				r.Splits++
			}
		}
	}
	if err := v.s.Exact.Check(context.WithoutCancel(v.ctx), p, nil); err != nil {
		return fmt.Errorf("the kernel refuses a proof of round weights: %w", err)
	}
	r.Bound, r.Proof = p.Cutoff, p
	return nil
}

// errorOf returns the error of a formula.
func (s *Problem) errorOf(loss proof.Loss, f regression.Formula) (float64, error) {
	terms := make([]proof.Term, len(f))
	for i, t := range f {
		terms[i] = proof.Term(t)
	}
	e, err := s.Exact.Evaluate(s.Rules, terms)
	if loss == proof.Largest {
		return e.Max.Value, err
	}
	return e.Average.Value, err
}

// rounder shows that no round weights of a choice of features are below a cutoff. It is immutable.
type rounder struct {
	problem *Problem
	p       *lad.Problem
	h       proof.Header // of the claim; its cutoff is not set
}

// mostNodes is the largest number of boxes of a tree; a choice that needs more ends the search.
const mostNodes = 200_000

var errNodes = errors.New("a choice of features needs too many boxes of weights")

// tree is one search through the boxes of a choice's weights.
type tree struct {
	*rounder
	ctx    context.Context
	ids    []int
	box    [proof.MaxColumns + 1]proof.Bounds
	cutoff float64
	dual   *writer

	nodes  []proof.Node
	leaves []leaf
	better regression.Formula // a round formula below the cutoff
}

// leaf is a box that is above the cutoff: in units of the losses, the loss of a formula is at least constant less what
// the gains of its columns lower.
type leaf struct {
	constant float64
	gain     []float64 // by column
	box      []proof.Bounds
}

// round closes a choice whose free weights are below the cutoff by a tree, or finds a better formula.
func (s *searcher) round(choice columns) error {
	x := &tree{rounder: s.rounder, ctx: s.ctx, ids: s.t.names(choice.list()), cutoff: s.cutoff / s.t.total, dual: s.dual}
	for _, id := range x.ids {
		x.box[id] = x.h.Rules.Bounds[id-1]
	}
	if err := x.node(); err != nil || s.ctx.Err() != nil {
		return err
	}
	if x.better != nil {
		e, err := x.problem.errorOf(x.p.Loss(), x.better)
		if err == nil && e >= s.best {
			err = fmt.Errorf("round weights %v have the error %v, want one below %v", x.better, e, s.best)
		}
		s.best, s.support, s.formula = e, x.better.IDs(), x.better
		s.share.end()
		return err
	}
	allowed := x.grow(s.t)
	if out := s.t.all().minus(allowed); len(x.nodes) == 1 {
		s.known.add(out, x.nodes[0].Dual)
	} else {
		s.known.addTree(out, x.nodes)
	}
	return nil
}

// node goes through the boxes within the present one.
func (x *tree) node() error {
	if x.ctx.Err() != nil || x.better != nil {
		return nil
	}
	if len(x.nodes) > mostNodes {
		return errNodes
	}
	fit, err := x.fit()
	if err != nil {
		return err
	}
	id, value := x.worst(fit)
	goal := x.cutoff * (1 + cutMargin/2)
	switch {
	case fit.Error >= goal || fit.Error >= x.cutoff && id == 0:
		x.nodes = append(x.nodes, proof.Node{Dual: x.dual.ofFit(fit)})
		x.leaves = append(x.leaves, x.leaf(fit))
		return nil
	case id == 0:
		x.better = x.rounded(fit)
		return nil
	}
	return x.split(id, value, fit.Weight(id))
}

// split branches on a weight: at most value number v, or at least the next.
func (x *tree) split(id int, v int64, weight float64) error {
	x.nodes = append(x.nodes, proof.Node{Kind: proof.Split, Column: id, Value: v})
	before := x.box[id]
	below, above := x.valueOf(v), x.valueOf(v+1)
	x.box[id].Upper = below
	err := x.node()
	if x.box[id] = before; err == nil {
		x.box[id].Lower = above
		err = x.node()
	}
	x.box[id] = before
	return err
}

// fit returns the best weights of the choice within the box.
func (x *tree) fit() (*lad.Fit, error) {
	lower, upper := make([]float64, x.p.Columns()+1), make([]float64, x.p.Columns()+1)
	size := float64(x.h.Rules.High - x.h.Rules.Low)
	for _, id := range x.ids {
		lower[id], upper[id] = float64(x.box[id].Lower)/size, float64(x.box[id].Upper)/size
	}
	return x.p.Within(lower, upper).Fit(x.ids)
}

// valueOf returns a value of weights by its number.
func (x *tree) valueOf(v int64) proof.Decimal {
	if x.h.Rules.Step > 0 {
		return proof.Decimal(v) * x.h.Rules.Step
	}
	return x.h.Rules.Values[v]
}

// below returns the number of the greatest value that is at most a weight, but for rounding, and how far the weight
// is from the nearest value, as a fraction of the distance of the two values around it.
func (x *tree) below(id int, weight float64) (v int64, distance float64) {
	const near = 1e-7
	r := x.h.Rules
	at := weight * float64(r.High-r.Low)
	if r.Step > 0 {
		v = int64(math.Floor(at/float64(r.Step) + near))
	} else {
		k, _ := slices.BinarySearch(r.Values, proof.Decimal(math.Floor(at+near*float64(r.High-r.Low)))+1)
		if v = int64(k) - 1; v < 0 || v == int64(len(r.Values))-1 {
			return v, 0
		}
	}
	share := (at - float64(x.valueOf(v))) / float64(x.valueOf(v+1)-x.valueOf(v))
	distance = min(max(share, 0), max(1-share, 0))
	if distance < near || x.valueOf(v) < x.box[id].Lower || x.valueOf(v+1) > x.box[id].Upper {
		distance = 0
	}
	return v, distance
}

// worst returns the column whose weight is farthest from a value, with the number of the value below; 0 if all
// weights are round.
func (x *tree) worst(fit *lad.Fit) (id int, v int64) {
	most := 0.0
	for _, j := range x.ids {
		if below, d := x.below(j, fit.Weight(j)); d > most {
			id, v, most = j, below, d
		}
	}
	return id, v
}

// rounded returns the formula of weights that are round but for rounding errors.
func (x *tree) rounded(fit *lad.Fit) regression.Formula {
	f := regression.Formula{}
	for _, id := range x.ids {
		w, r := fit.Weight(id), x.h.Rules
		v, _ := x.below(id, w)
		best := x.valueOf(v)
		if at := w * float64(r.High-r.Low); r.Step > 0 || v < int64(len(r.Values))-1 {
			if next := x.valueOf(v + 1); float64(next)-at < at-float64(best) {
				best = next
			}
		}
		if best != 0 {
			f = append(f, regression.Term{ID: id, Weight: float64(best) / float64(r.High-r.Low)})
		}
	}
	if fit.Intercept != 0 {
		f = slices.Insert(f, 0, regression.Term{Weight: fit.Intercept})
	}
	return f
}

// leaf keeps what decides whether further columns may join the choice.
func (x *tree) leaf(fit *lad.Fit) leaf {
	l := leaf{gain: make([]float64, x.p.Columns()+1), box: make([]proof.Bounds, len(x.ids))}
	for i, y := range fit.Certificate.Multipliers {
		for _, id := range x.problem.Features[i].IDs() {
			l.gain[id] -= y
		}
	}
	l.constant = fit.Error
	if x.p.Loss() == lad.Average {
		l.constant *= x.problem.TotalWeight()
	}
	for k, id := range x.ids {
		l.box[k] = x.box[id]
		l.constant += x.lowers(l.gain[id], l.box[k])
	}
	return l
}

// lowers returns by how much a gain lowers a bound at most, for a weight within bounds.
func (x *tree) lowers(gain float64, b proof.Bounds) float64 {
	size := float64(x.h.Rules.High - x.h.Rules.Low)
	return max(-gain*float64(b.Lower), -gain*float64(b.Upper)) / size
}

// grow returns the choice with all columns that can join it while every leaf stays above the cutoff. Only the columns
// that lower a leaf most count, as many as a formula may have.
func (x *tree) grow(t *table) columns {
	allowed := t.columns(proof.VectorOf(x.ids...))
	order := t.all().minus(allowed).list()
	cost := make([]float64, len(t.ids))
	for _, j := range order {
		for i := range x.leaves {
			cost[j] = max(cost[j], math.Abs(x.leaves[i].gain[t.ids[j]]))
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(cost[a], cost[b]) })
	var joined []int
	for _, j := range order {
		if id := t.ids[j]; x.h.Rules.Group(id) == (proof.Vector{}) && x.holds(append(joined, id)) {
			joined = append(joined, id)
			allowed = allowed.with(j)
		}
	}
	return allowed
}

// holds reports whether every leaf is above the cutoff with further columns.
func (x *tree) holds(joined []int) bool {
	total := 1.0
	if x.p.Loss() == lad.Average {
		total = x.problem.TotalWeight()
	}
	var losses []float64
	for i := range x.leaves {
		l := &x.leaves[i]
		bound, left := l.constant, x.h.Features
		losses = losses[:0]
		for k, id := range x.ids {
			if d := x.lowers(l.gain[id], l.box[k]); l.box[k].Lower > 0 || l.box[k].Upper < 0 {
				bound -= d
				left--
			} else {
				losses = append(losses, max(d, 0))
			}
		}
		for _, id := range joined {
			losses = append(losses, x.lowers(l.gain[id], x.h.Rules.Bounds[id-1]))
		}
		slices.Sort(losses)
		for _, d := range losses[max(len(losses)-max(left, 0), 0):] {
			bound -= d
		}
		if bound < x.cutoff*total*(1+cutMargin/4) {
			return false
		}
	}
	return true
}
