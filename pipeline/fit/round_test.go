package fit

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/model/weights"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/solvers/highs"
)

// TestRound holds formulas with round weights to their promises: proved, multiples of the step, errors that the checker
// confirms, never better than any weights, a finer step never worse, and no worse than what HiGHS finds.
func TestRound(t *testing.T) {
	r := matrixtest.Source(t, 4)
	for range 3 {
		inst := small(r, 20, 4)
		for _, program := range []regression.Program{
			{Kind: regression.AvgErr, N: 3}, {Kind: regression.MaxErr, N: 2}, {Kind: regression.FeatAvgErr, E: 0.24},
			{Kind: regression.FeatMaxErr, E: 0.4},
		} {
			last := math.Inf(1)
			for _, step := range []int{20, 10, 5, 0} {
				q := aces(program, question.Auto)
				if q.Formulation = regression.Pattern; step > 0 {
					q.Weights = weights.Multiples(step)
				}
				last = solveRound(t, inst, q, last)
			}
		}
	}
}

// solveRound returns the objective of the optimum, which is at most that of coarser weights.
func solveRound(t *testing.T, inst *regression.Instance, q question.Question, coarser float64) float64 {
	t.Helper()
	own := must.Get(q.Weighted(inst))(t)
	got := must.Get(Solve(t.Context(), own, q, Options{}))(t)
	roundTrip(t, got)
	if got.Status == question.Infeasible && math.IsInf(coarser, 1) {
		return coarser
	}
	if got.Status != question.Optimal || got.Proof == nil || got.Objective() > coarser+1e-9 {
		t.Fatalf("%v: %+v; coarser weights have %v", q, got, coarser)
	}
	must.Get(ledger.Check(t.Context(), own, got, 1))(t)
	if step := q.Weights.Step(); step > 0 {
		for _, w := range got.Features {
			if k := 100 * w.Weight / float64(step); math.Abs(k-math.Round(k)) > 1e-9 {
				t.Errorf("%v: weight %v", q, w.Weight)
			}
		}
	}
	if q.Engine = question.HiGHS; highs.Available() {
		other, err := Solve(t.Context(), own, q, Options{})
		if err != nil || other.Objective() < got.Objective()-1e-6 || other.Solver.Status != "optimal" ||
			other.Objective() > got.Objective()+1e-6 {
			t.Errorf("%v: HiGHS finds %+v, %v, this program %v", q, other, err, got.Objective())
		}
	}
	return got.Objective()
}

func roundTrip(t *testing.T, r *question.Answer) {
	t.Helper()
	text := must.Get(json.Marshal(r))(t)
	var back question.Answer
	must.Do(t, json.Unmarshal(text, &back))
	again, err := json.Marshal(&back)
	if err != nil || !reflect.DeepEqual(text, again) {
		t.Errorf("%v: %s came back as %s", err, text, again)
	}
}

func TestBadStep(t *testing.T) {
	task := aces(regression.Program{Kind: regression.AvgErr, N: 2}, question.Auto)
	task.Weights = "step 3"
	if err := task.Validate(); !errors.Is(err, question.ErrQuestion) || !errors.Is(err, weights.Err) {
		t.Errorf("step 3: %v", err)
	}
}
