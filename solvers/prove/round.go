package prove

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

// rounder shows that no round weights of a choice of features are below a cutoff. It is immutable.
//
// The search for formulas with round weights is that for free weights, at the cutoff for round ones, but a choice of
// features whose free weights are below the cutoff gets a tree: its weights are split until every box is above the
// cutoff, or a better formula with round weights is found.
type rounder struct {
	problem *Problem
	p       *lad.Problem
	h       proof.Header // of the claim; its cutoff is not set
}

// ErrRules is wrapped by errors about rules of round weights for which there is no solver.
var ErrRules = errors.New("no solver for these round weights")

// newRounder returns nil for weights that need not be round.
func newRounder(s *Problem, p *lad.Problem, n int) (*rounder, error) {
	if s.Rules.Any() {
		return nil, nil
	}
	for i, b := range s.Rules.Bounds {
		if !regression.IsValue(s.Rules, b.Lower) || !regression.IsValue(s.Rules, b.Upper) {
			return nil, fmt.Errorf("%w: column %d has bounds %v and %v, want two that a weight can have",
				ErrRules, i+1, b.Lower, b.Upper)
		}
	}
	return &rounder{s, p, s.claim(p.Loss(), n, 0)}, nil
}

// none returns a formula without features. A round intercept is next to the middle of the targets.
func (r *rounder) none() regression.Formula {
	rules := r.problem.Rules
	if rules.Intercept != proof.RoundIntercept {
		return regression.Formula{}
	}
	return regression.Formula{{Weight: regression.Nearest(rules, 0, 0.5)}}
}

// first returns a formula with its error: the incumbent, or one without features.
func (r *rounder) first(n int, incumbent regression.Formula) (*lad.Fit, error) {
	if len(incumbent) == 0 {
		incumbent = r.none()
	}
	if has := incumbent.Units(r.problem.Rules); has > n {
		return nil, fmt.Errorf("%w: the incumbent has %d features, more than %d", ErrCount, has, n)
	}
	e, err := r.problem.errorOf(r.p.Loss(), incumbent)
	return r.p.Given(incumbent, e), err
}

func (s *Problem) errorOf(loss proof.Loss, f regression.Formula) (float64, error) {
	e, err := s.Exact.Evaluate(s.Rules, f)
	if loss == proof.Largest {
		return e.Max.Value, err
	}
	return e.Average.Value, err
}

// mostNodes is the largest number of boxes of a tree. A choice that needs more lowers the cutoff that is proved to the
// error of its free weights.
const mostNodes = 200_000

// tree is one search through the boxes of a choice's weights.
type tree struct {
	*rounder
	ctx    context.Context
	ids    []int
	box    proof.Box
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
	x := &tree{
		rounder: s.rounder, ctx: s.ctx, ids: s.t.names(choice.list()), cutoff: s.cutoff / s.t.total, dual: s.dual,
	}
	x.whole()
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
	if len(x.nodes) > mostNodes {
		fit, err := s.p.Fit(x.ids)
		if err != nil {
			return err
		}
		return s.lower(choice, fit)
	}
	out := s.t.all().minus(x.grow(s.t))
	s.known.addTree(out, shown{x.nodes, s.t.features(choice)})
	return nil
}

// RoundWeights returns the best formula with the round weights of the problem's rules for some features. The error is
// the context's, or wraps ErrRules.
func RoundWeights(ctx context.Context, s *Problem, loss proof.Loss, ids []int) (regression.Formula, error) {
	has := proof.VectorOf(ids...)
	r, err := newRounder(s, lad.Of(s.Instance, loss), s.Rules.Units(has).Size())
	if err != nil {
		return nil, err
	}
	best := r.none()
	for {
		e, err := s.errorOf(loss, best)
		if err != nil {
			return nil, err
		}
		x := &tree{rounder: r, ctx: ctx, ids: regression.Whole(s.Rules, has).IDs(), cutoff: e - tolerance(e)}
		x.whole()
		if err := x.node(); err != nil || ctx.Err() != nil || x.better == nil {
			return best, cmp.Or(err, ctx.Err())
		}
		best = x.better
	}
}

// whole opens the box of all weights.
func (x *tree) whole() {
	x.box = make(proof.Box, x.p.Columns()+1)
	for _, id := range x.ids {
		x.box[id] = x.h.Rules.Bounds[id-1]
	}
	x.box[0] = x.h.Intercept(x.p.Columns())
}

// shown is a finished tree, and the choice of columns that it was made for.
type shown struct {
	nodes  []proof.Node
	choice proof.Vector
}

// node goes through the boxes within the present one.
func (x *tree) node() error {
	if x.ctx.Err() != nil || x.better != nil || len(x.nodes) > mostNodes {
		return nil
	}
	fit, err := fitIn(x.box, x.p, x.h.Rules, x.ids)
	if err != nil {
		return err
	}
	id, value := x.worst(fit)
	goal := x.cutoff * (1 + cutMargin/2)
	switch {
	case fit.Error >= goal || fit.Error >= x.cutoff && id < 0:
		if x.dual != nil {
			x.nodes = append(x.nodes, proof.Node{Dual: x.dual.ofFit(fit)})
			x.leaves = append(x.leaves, x.leaf(fit))
		}
		return nil
	case id < 0:
		x.better = x.rounded(fit)
		return nil
	}
	return x.split(id, value)
}

// split branches on a weight: at most value number v, or at least the next.
func (x *tree) split(id int, v int64) error {
	x.nodes = append(x.nodes, proof.Node{Kind: proof.Split, Column: id, Value: v})
	before := x.box[id]
	below, above := regression.ValueOf(x.h.Rules, v), regression.ValueOf(x.h.Rules, v+1)
	x.box[id].Upper = below
	err := x.node()
	if x.box[id] = before; err == nil {
		x.box[id].Lower = above
		err = x.node()
	}
	x.box[id] = before
	return err
}

// fitIn returns the best weights of some columns, and of their whole groups, in a box.
func fitIn(box proof.Box, p *lad.Problem, r *proof.Rules, ids []int) (*lad.Fit, error) {
	if r == nil { // a tree without splits
		r = &proof.Rules{High: proof.One}
	}
	lower, upper := make([]float64, p.Columns()+1), make([]float64, p.Columns()+1)
	size := float64(r.High - r.Low)
	for id := range regression.Whole(r, proof.VectorOf(ids...)).All() {
		lower[id], upper[id] = float64(box[id].Lower)/size, float64(box[id].Upper)/size
	}
	if lower[0], upper[0] = math.Inf(-1), math.Inf(1); r.Intercept == proof.RoundIntercept {
		lower[0], upper[0] = float64(box[0].Lower-r.Low)/size, float64(box[0].Upper-r.Low)/size
	}
	return p.Within(lower, upper).Fit(ids)
}

// below returns the number of the greatest value that is at most a weight, but for rounding, and how far the weight
// is from the nearest value, as a fraction of the distance of the two values around it; 0 where the box leaves no
// split.
func (x *tree) below(id int, weight float64) (v int64, distance float64) {
	const near = 1e-7
	r := x.h.Rules
	v, share := regression.Below(r, id, weight)
	distance = min(max(share, 0), max(1-share, 0))
	if distance < near || regression.ValueOf(r, v) < x.box[id].Lower || regression.ValueOf(r, v+1) > x.box[id].Upper {
		distance = 0
	}
	return v, distance
}

// worst returns the column whose weight is farthest from a value, or 0 for a round intercept, with the number of the
// value below; -1 if all are round.
func (x *tree) worst(fit *lad.Fit) (id int, v int64) {
	id, most := -1, 0.0
	for _, j := range x.ids {
		if below, d := x.below(j, fit.Weight(j)); d > most {
			id, v, most = j, below, d
		}
	}
	if x.h.Rules.Intercept == proof.RoundIntercept {
		if below, d := x.below(0, fit.Intercept); d > most {
			id, v = 0, below
		}
	}
	return id, v
}

// rounded returns the formula of weights that are round but for rounding errors.
func (x *tree) rounded(fit *lad.Fit) regression.Formula {
	r := x.h.Rules
	f := regression.Formula{}
	if r.Intercept != proof.NoIntercept { // also where it is 0 above the least target
		f = append(f, regression.Term{Weight: regression.Nearest(r, 0, fit.Intercept)})
	}
	for _, id := range x.ids {
		if w := regression.Nearest(r, id, fit.Weight(id)); w != 0 {
			f = append(f, regression.Term{ID: id, Weight: w})
		}
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
		id := t.ids[j]
		if t.whole.empty() && x.h.Rules.Group(id).Columns.Empty() && x.holds(append(joined, id)) {
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
