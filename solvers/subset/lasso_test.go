package subset

import (
	"errors"
	"math"
	"slices"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

// TestPenalizedFitIsOptimal compares the loss of fits under a penalty with a bound that their multipliers show: |y_i|
// <= w_i of rows and |z_j| <= penalty of weights give sum y_i e_i less the most that sum_j x_j (g_j + z_j) can be.
func TestPenalizedFitIsOptimal(t *testing.T) {
	r := seeded(t)
	for round := range 40 {
		inst := *randomProblem(t, r, 80, 8, lad.Average).Instance()
		if round%2 == 0 {
			inst.Rules = matrixtest.Rules(r, inst.Columns.Count())
		}
		p := must.Get(lad.New(&inst, lad.Average))(t)
		with := []int{2}[:r.IntN(2)]
		path := must.Get(newPenalized(p, with))(t)
		var last *lad.Fit
		for penalty := path.most; penalty > path.most/1e4; penalty /= 3 {
			last = must.Get(path.fit(penalty, last))(t)
			if loss, bound := penalizedLoss(path, penalty, last); math.Abs(loss-bound) > 1e-9*inst.TotalWeight() {
				t.Fatalf("penalty %v: loss %v, bound %v", penalty, loss, bound)
			}
			if got := path.support(last); penalty == path.most && len(got) != len(with) {
				t.Errorf("support %v at the largest penalty, want %v", got, with)
			}
		}
	}
}

// penalizedLoss computes the loss of a fit, and the bound of its multipliers, row by row.
func penalizedLoss(p *penalized, penalty float64, f *lad.Fit) (loss, bound float64) {
	y := f.Certificate.Multipliers
	gradient := make([]float64, len(p.lower))
	for i, v := range p.from.Features {
		estimate := f.Weight(p.intercept)
		for _, id := range v.IDs() {
			estimate += f.Weight(id)
			gradient[id] += y[i]
		}
		gradient[p.intercept] += y[i]
		loss += p.from.Weight[i] * math.Abs(p.from.Target[i]-estimate)
		bound += max(-p.from.Weight[i], min(p.from.Weight[i], y[i])) * p.from.Target[i]
	}
	row := len(p.from.Features)
	for id := 1; id < len(p.lower); id++ {
		if id != p.intercept && !slices.Contains(p.with, id) {
			loss += penalty * math.Abs(f.Weight(id))
			gradient[id] += max(-penalty, min(penalty, y[row]))
			row++
		}
		bound -= max(gradient[id]*p.lower[id], gradient[id]*p.upper[id])
	}
	return loss, bound
}

// TestL1PathAndGreedy holds the fits to their sizes, rules and refits.
func TestL1PathAndGreedy(t *testing.T) {
	r := seeded(t)
	for round := range 20 {
		inst := *randomProblem(t, r, 120, 8, lad.Average).Instance()
		if round%2 == 0 {
			inst.Rules = matrixtest.Rules(r, inst.Columns.Count())
		}
		p := must.Get(lad.New(&inst, lad.Average))(t)
		const n = 4
		path := must.Get(L1Path(t.Context(), p, n, Options{Workers: 1}))(t)
		greedy := must.Get(Greedy(t.Context(), p, n, Options{Workers: 1}))(t)
		least := math.Inf(1)
		for id := 1; id <= p.Columns(); id++ {
			f := must.Get(p.Fit([]int{id}))(t)
			least = min(least, f.Error)
		}
		if math.Abs(greedy[0].Error-least) > tolerance {
			t.Errorf("greedy begins with %v, want %v", greedy[0].Error, least)
		}
		for _, fits := range [][]*lad.Fit{path, greedy} {
			for size := 1; size <= n; size++ {
				checkSelection(t, &inst, p, fits, size)
			}
		}
	}
	p := randomProblem(t, r, 50, 6, lad.Max)
	if _, err := L1Path(t.Context(), p, 2, Options{}); !errors.Is(err, ErrPath) {
		t.Error(err)
	}
}

func checkSelection(t *testing.T, inst *regression.Instance, p *lad.Problem, fits []*lad.Fit, size int) {
	t.Helper()
	f := fits[size-1]
	if f == nil {
		return
	}
	again := must.Get(p.Fit(f.IDs))(t)
	if len(f.IDs) > size || math.Abs(again.Error-f.Error) > tolerance {
		t.Errorf("%v with %v for %d features; again %v", f.IDs, f.Error, size, again.Error)
	}
	if inst.Rules != nil && !permitted(inst.Rules, f.IDs, nil) {
		t.Errorf("%v has two of a group", f.IDs)
	}
	if size > 1 && fits[size-2] != nil && f.Error > fits[size-2].Error+tolerance {
		t.Errorf("%d features: %v, more than %v", size, f.Error, fits[size-2].Error)
	}
}
