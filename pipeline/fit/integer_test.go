package fit

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"testing"
	"time"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/model/regression"
	"feltlab/pipeline/judge"
	"feltlab/pipeline/question"
	"feltlab/solvers/highs"
	"feltlab/solvers/lattice"
)

// TestIntegers holds the formulas of whole multiples to their promises: multiples of the step,
// errors that the checker confirms, never better than free weights, a finer step never worse.
func TestIntegers(t *testing.T) {
	r := matrixtest.Source(t, 4)
	for range 3 {
		inst := small(r, 20, 4)
		for _, program := range []regression.Program{
			{Kind: regression.AvgErr, N: 3}, {Kind: regression.MaxErr, N: 2}, {Kind: regression.FeatAvgErr, E: 0.24},
		} {
			task := question.Question{Subject: question.MustSubject("AA", "ATC"), Program: program,
				Formulation: regression.Pattern, Engine: question.Auto, TimeLimit: time.Minute, Steps: []int{20, 10, 5}}
			got, err := Solve(t.Context(), inst, task, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Integers) != 3 {
				t.Fatalf("%v: %d integer results, want 3", program, len(got.Integers))
			}
			last := math.Inf(1)
			for _, i := range got.Integers {
				if !i.Found() {
					continue
				}
				objective := got.Objective() + float64(i.Cost)
				if i.Status != question.Optimal && highs.Available() &&
					(i.StatusText() != "optimal by HiGHS" ||
						!question.Meets(program.Kind, objective, float64(i.Solver.Bound)) || i.Solver.Gap > 1e-6) {
					t.Errorf("%v, step %d: question.HiGHS states %+v of %v", program, i.StepPercent, i.Solver,
						objective)
				}
				if i.Status == question.Optimal && !question.Meets(program.Kind, objective, float64(i.LowerBound)) ||
					i.LowerBound > got.LowerBound {
					t.Errorf("%v, step %d: %s, bound %v, of free weights %v", program, i.StepPercent, i.Status,
						i.LowerBound, got.LowerBound)
				}
				if i.Cost < -1e-9 || objective > last+1e-9 || float64(i.LowerBound) > objective+1e-9 {
					t.Errorf("%v, step %d: %+v; free %v, coarser %v", program, i.StepPercent, i, got.Objective(), last)
				}
				last = objective
				errs, err := judge.Score(inst, program, i.Formula())
				if err != nil || question.Number(errs.AverageError) != i.AverageError {
					t.Errorf("%v, step %d: %v, %v", program, i.StepPercent, errs, err)
				}
				for _, w := range i.Features {
					if k := 100 * w.Weight / float64(i.StepPercent); math.Abs(k-math.Round(k)) > 1e-9 {
						t.Errorf("step %d: weight %v", i.StepPercent, w.Weight)
					}
				}
			}
			roundTrip(t, got)
		}
	}
}

// roundTrip writes a result as JSON and reads it back.
func roundTrip(t *testing.T, r *question.Answer) {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back question.Answer
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(&back)
	if err != nil || !reflect.DeepEqual(text, again) {
		t.Errorf("%v: %s came back as %s", err, text, again)
	}
}

func TestBadStep(t *testing.T) {
	task := question.Question{Subject: question.MustSubject("AA", "ATC"),
		Program: regression.Program{Kind: regression.AvgErr, N: 2}, TimeLimit: time.Second, Steps: []int{5, 3}}
	if err := task.Validate(); !errors.Is(err, question.ErrQuestion) || !errors.Is(err, lattice.ErrStep) {
		t.Errorf("step 3: %v", err)
	}
}
