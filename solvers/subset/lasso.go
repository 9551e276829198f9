package subset

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

// ErrPath is wrapped by errors about problems that have no path of penalties.
var ErrPath = errors.New("no path of penalties")

const (
	// As glmnet, a path has up to pathPoints penalties, in geometric progression from one at which all weights are 0
	// down to leastPenalty of it.
	pathPoints   = 100
	leastPenalty = 1e-4
	// nonzero is the least absolute weight that puts a feature into the support: far above the rounding of a fit.
	nonzero = 1e-9
)

// L1Path follows the path of the lasso for the average error: formulas with all features that minimise
//
//	sum_i w_i |e_i - x_0 - sum_j a_ij x_j|  +  penalty * sum_j |x_j|
//
// for falling penalties, until they have more than n features. It fits the support of each again, without a penalty,
// and returns the best such fit for each number of features from 1 to n, nil below the number of opts.With. Columns in
// every formula have no penalty. Supports with more features of a group than it allows are left out.
//
// A penalty is a further row of its weight, with the target 0 and one feature (H. Wang, G. Li and G. Jiang, "Robust
// regression shrinkage and consistent variable selection through the LAD-lasso", Journal of Business and Economic
// Statistics 25 (2007)), so the simplex of package lad finds each optimum, from the one before. An intercept becomes a
// column of the other rows. On cancellation the fits so far are returned with the context's error. The error wraps
// ErrPath for the largest error, and where the intercept finds no room among 128 columns.
func L1Path(ctx context.Context, p *lad.Problem, n int, opts Options) ([]*lad.Fit, error) {
	if err := check(n, p, opts); err != nil {
		return nil, err
	}
	path, err := newPenalized(p, opts.With)
	if err != nil {
		return nil, err
	}
	best := make([]*lad.Fit, n)
	var last *lad.Fit
	var support []int
	penalty := path.most
	for range pathPoints {
		if err := ctx.Err(); err != nil {
			return best, err
		}
		if last, err = path.fit(penalty, last); err != nil {
			return best, err
		}
		penalty *= math.Pow(leastPenalty, 1.0/(pathPoints-1))
		before := support
		if support = path.support(last); len(support) > n {
			break
		}
		if before != nil && slices.Equal(before, support) || !p.Instance().Rules.Allow(setOf(support)) {
			continue
		}
		f, err := p.Fit(support)
		if err != nil {
			return best, err
		}
		for size := max(1, len(support)); size <= n; size++ {
			if best[size-1] == nil || f.Error < best[size-1].Error {
				best[size-1] = f
			}
		}
	}
	return best, nil
}

// penalized makes problems whose rows include penalties of weights.
type penalized struct {
	from         *regression.Instance
	ids          []int // all columns, the intercept last
	intercept    int   // its column; 0: none
	with         []int
	lower, upper []float64 // bounds by column
	most         float64   // a penalty at which all weights are 0
}

func newPenalized(p *lad.Problem, with []int) (*penalized, error) {
	in := p.Instance()
	path := &penalized{from: in, with: with, ids: in.Columns.IDs(), lower: []float64{0}, upper: []float64{0}}
	if above, below := regression.Slopes(in.Rules); p.Loss() != lad.Average || above != below {
		return nil, fmt.Errorf("%w: penalties of weights are added to the average error, not to the largest, nor to "+
			"that of a quantile", ErrPath)
	}
	reach := 1.0 // of an intercept
	for _, id := range path.ids {
		lower, upper := in.Bounds(id)
		path.lower, path.upper = append(path.lower, lower), append(path.upper, upper)
		reach += max(-lower, upper)
		weight := 0.0
		for i, v := range in.Features {
			if v.Has(id) {
				weight += in.Weight[i]
			}
		}
		path.most = max(path.most, weight)
	}
	if !in.HasIntercept() && in.Offset() == 0 {
		return path, nil
	}
	if path.intercept = len(path.ids) + 1; path.intercept > proof.MaxColumns {
		return nil, fmt.Errorf("%w: %d columns and an intercept, want at most %d in all", ErrPath, len(path.ids),
			proof.MaxColumns)
	}
	lower, upper := in.Offset(), in.Offset()
	if in.HasIntercept() {
		lower, upper = -reach, reach
	}
	path.ids = append(path.ids, path.intercept)
	path.lower, path.upper = append(path.lower, lower), append(path.upper, upper)
	return path, nil
}

func (p *penalized) instance(penalty float64) *regression.Instance {
	in := &regression.Instance{
		Columns: p.from.Columns, Features: slices.Clone(p.from.Features), Target: slices.Clone(p.from.Target),
		Weight: slices.Clone(p.from.Weight),
	}
	if p.intercept > 0 {
		in.Columns.List = append(slices.Clone(in.Columns.List), regression.Column{Name: "intercept"})
		for i, v := range in.Features {
			in.Features[i] = v.With(p.intercept)
		}
	}
	for _, id := range p.ids {
		if id != p.intercept && !slices.Contains(p.with, id) {
			in.Features = append(in.Features, proof.VectorOf(id))
			in.Target, in.Weight = append(in.Target, 0), append(in.Weight, penalty)
		}
	}
	return in
}

// fit returns the optimum under a penalty, from that under another, if there is one.
func (p *penalized) fit(penalty float64, from *lad.Fit) (*lad.Fit, error) {
	problem, err := lad.New(p.instance(penalty), lad.Average)
	if err != nil {
		return nil, err
	}
	stack := problem.Within(p.lower, p.upper).NewStack()
	if err := stack.Reset(p.ids, from); err != nil {
		return nil, err
	}
	return stack.Fit(), nil
}

// support returns the features of every formula and those with a weight; of a whole group the first.
func (p *penalized) support(f *lad.Fit) []int {
	ids := []int{}
	for _, id := range f.IDs {
		if id != p.intercept && (math.Abs(f.Weight(id)) > nonzero || slices.Contains(p.with, id)) {
			ids = append(ids, id)
		}
	}
	return p.from.Rules.Units(setOf(ids)).IDs()
}
