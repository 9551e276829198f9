package fit

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"feltlab/dataset/matrix"
	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/solvers/lattice"
)

// TestCurve checks on a real instance that the curve falls, that bounds stay below it and fall
// too, and that whole multiples are never better than free weights.
func TestCurve(t *testing.T) {
	inst := matrixtest.Of(t, "AA", "RUS").Instance()
	for _, kind := range []regression.Kind{regression.AvgErr, regression.MaxErr} {
		points := must.Get(Curve(t.Context(), inst, CurveQuestion{Subject: question.MustSubject("AA", "ATC"),
			Kind: kind, MaxFeatures: 3, Steps: []int{5, 1}, Seed: 1}))(t)
		if len(points) != 3 {
			t.Fatalf("%d points", len(points))
		}
		for i, p := range points {
			e := p.Objective(kind)
			if p.MaxFeatures != i+1 || len(p.Features) > i+1 || p.LowerBound > e || p.LowerBound <= 0 {
				t.Errorf("%v: point %d: %+v", kind, i, p)
			}
			last := e
			for _, k := range []int{1, 0} { // step 1, then step 5
				s := p.Steps[k].Objective(kind)
				if s < last-1e-9 {
					t.Errorf("%v, %d features, step %d: %v, finer has %v", kind, i+1, p.Steps[k].StepPercent, s, last)
				}
				last = s
			}
			if i > 0 && (e > points[i-1].Objective(kind)+1e-12 || p.LowerBound > points[i-1].LowerBound+1e-12) {
				t.Errorf("%v rises from %d to %d features", kind, i, i+1)
			}
		}
	}
}

// TestStopped cancels a curve on its way and expects the points up to there.
func TestCurveStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var last, total int
	points, err := Curve(ctx, matrixtest.Of(t, "AA", "RUS").Instance(),
		CurveQuestion{Subject: question.MustSubject("AA", "ATC"), Kind: regression.AvgErr, MaxFeatures: 6,
			Progress: func(done, of int, latest string) {
				if done != last+1 || !strings.Contains(latest, "features: ") {
					t.Errorf("%d of %d, %q, after %d", done, of, latest, last)
				}
				if last, total = done, of; done == 2 {
					cancel()
				}
			}})
	if !errors.Is(err, context.Canceled) || len(points) != 2 || points[1].AverageError >= points[0].AverageError ||
		total != 12 {
		t.Errorf("%+v of %d, %v", points, total, err)
	}
}

// TestProve expects a proof for one feature and the JSON fields a program reads.
func TestCurveProof(t *testing.T) {
	inst := &regression.Instance{Source: "AA", Rows: "ATC", Columns: matrix.Columns(nil)}
	m := matrixtest.Of(t, "AA", "RUS")
	for i := 0; i < len(m.List); i += 400 {
		inst.Features = append(inst.Features, m.List[i].Features)
		inst.Target = append(inst.Target, m.List[i].Equity())
		inst.Weight = append(inst.Weight, 1)
	}
	points := must.Get(Curve(t.Context(), inst, CurveQuestion{Subject: question.MustSubject("AA", "ATC"),
		Kind: regression.AvgErr, MaxFeatures: 2, Prove: 30 * time.Second}))(t)
	text := must.Get(json.Marshal(points[0]))(t)
	for _, want := range []string{`"max_features":1`, `"average_error"`, `"lower_bound"`, `"features":[{"id"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s has no %s", text, want)
		}
	}
	if points[0].Status == question.Optimal && points[0].LowerBound < points[0].AverageError*(1-1e-5) {
		t.Errorf("optimal with bound %v below %v", points[0].LowerBound, points[0].AverageError)
	}
}

func TestCurveErrors(t *testing.T) {
	for _, task := range []CurveQuestion{
		{Kind: regression.FeatAvgErr, MaxFeatures: 3}, {Kind: regression.AvgErr},
		{Kind: regression.AvgErr, MaxFeatures: 74}, {Kind: regression.AvgErr, MaxFeatures: 3, Steps: []int{7}},
		{Kind: regression.AvgErr, MaxFeatures: 70, Steps: []int{5}},
	} {
		task.Subject = question.MustSubject("AA", "ATC")
		if err := task.Validate(); !errors.Is(err, question.ErrQuestion) ||
			errors.Is(err, lattice.ErrStep) != slices.Contains(task.Steps, 7) {
			t.Errorf("%+v: %v", task, err)
		}
	}
}
