package prove

import (
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/solvers/lad"
)

// randomProblem returns an instance in which few features, anywhere among the 73, are true somewhere, so
// that all sets of them can be tried. Some are always true or duplicates; equities are fractions,
// or counts with ties.
func randomProblem(t testing.TB, r *rand.Rand, rows, useful int) *Problem {
	t.Helper()
	shape := matrixtest.Dependent(r, useful)
	if r.IntN(2) == 0 {
		shape.Deals = 25
	} else {
		shape.Grid = 100
	}
	return must.Get(NewProblem(shape.New(r, rows)))(t)
}

// optima are the errors of all sets of features of an instance.
type optima struct {
	sets  []proof.Vector
	error [2][]float64 // by loss, as the sets
}

// enumerate fits every set of the features that are true somewhere.
func enumerate(t testing.TB, s *Problem) *optima {
	t.Helper()
	ids := s.Exact.Features().IDs()
	o := &optima{}
	for loss, kind := range []lad.Loss{proof.Average: lad.Average, proof.Largest: lad.Max} {
		problem := must.Get(lad.New(s.Instance, kind))(t)
		for support := range 1 << len(ids) {
			var set proof.Vector
			for k, id := range ids {
				if support>>k&1 != 0 {
					set = set.With(id)
				}
			}
			f := must.Get(problem.Fit(set.IDs()))(t)
			// An error that is reached, and its certificate: the optimum is known from both sides.
			bound, err := f.Certificate.Bound(s.Instance, set.IDs())
			if err != nil || f.Error-bound > 1e-12 {
				t.Fatalf("%v: error %v, certified %v, %v", set.IDs(), f.Error, bound, err)
			}
			if loss == 0 {
				o.sets = append(o.sets, set)
			}
			o.error[loss] = append(o.error[loss], f.Error)
		}
	}
	return o
}

// least returns the least error with at most n features, some of which a formula must have; those
// that are true nowhere just count. It is infinite if there is no such formula.
func (o *optima) least(s *Problem, loss proof.Loss, n int, with proof.Vector) float64 {
	best := math.Inf(1)
	every := s.Exact.Features()
	must := with.And(every)
	nowhere := len(with.IDs()) - len(must.IDs())
	for i, set := range o.sets {
		if !must.Minus(set).Empty() {
			continue
		}
		if set.Size()+nowhere <= n {
			best = min(best, o.error[loss][i])
		}
	}
	return best
}

// fitRounding is what an error that package lad computes may be off by.
const fitRounding = 1e-13

// holds fails the test if the claim of a proof is false.
func (o *optima) holds(t testing.TB, s *Problem, h *proof.Header) {
	t.Helper()
	if best := o.least(s, h.Loss, h.Features, h.With); h.Cutoff > best+fitRounding {
		t.Errorf("FALSE CLAIM: %v, at most %d features, with %v: none below %v, but one has %v", h.Loss, h.Features,
			h.With.IDs(), h.Cutoff, best)
	}
}
