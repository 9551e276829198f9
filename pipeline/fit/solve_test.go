package fit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
	"time"

	"feltlab/dataset/matrix"
	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/solvers/highs"
	"feltlab/solvers/lad"
)

func aces(p regression.Program, e question.Engine) question.Question {
	return question.Question{Subject: question.MustSubject("AA", "ATC"), Program: p, Engine: e, TimeLimit: time.Minute}
}

// small returns an instance with few useful features, so that all supports can be tried.
func small(r *rand.Rand, rows, useful int) *regression.Instance {
	return matrixtest.Shape{
		IDs: matrixtest.SomeFeatures(r, useful), Grid: 100,
		Equity: func(r *rand.Rand, _ features.Vector) float64 { return r.Float64() },
	}.New(r, rows)
}

// bestBySize returns the least error with at most n features for every n, over all supports.
func bestBySize(t *testing.T, inst *regression.Instance, loss lad.Loss, useful int) []float64 {
	t.Helper()
	problem := must.Get(lad.New(inst, loss))(t)
	var in features.Vector
	for _, v := range inst.Features {
		in = in.Or(v)
	}
	ids := in.IDs()
	best := make([]float64, useful+1)
	for n := range best {
		best[n] = math.Inf(1)
	}
	for support := range 1 << len(ids) {
		var s []int
		for k, id := range ids {
			if support>>k&1 != 0 {
				s = append(s, id)
			}
		}
		f := must.Get(problem.Fit(s))(t)
		for n := bits.OnesCount(uint(support)); n <= useful; n++ {
			best[n] = min(best[n], f.Error)
		}
	}
	return best
}

// TestFormulationsAgree solves every program in every formulation by HiGHS and holds the
// optimum against the enumeration of all supports.
func TestFormulationsAgree(t *testing.T) {
	if !highs.Available() {
		t.Skip("built without HiGHS")
	}
	r := matrixtest.Source(t, 0)
	const useful = 6
	for trial := range 6 {
		inst := small(r, 12+r.IntN(20), useful)
		for _, loss := range []lad.Loss{lad.Average, lad.Max} {
			best := bestBySize(t, inst, loss, useful)
			bySize, byError := regression.AvgErr, regression.FeatAvgErr
			if loss == lad.Max {
				bySize, byError = regression.MaxErr, regression.FeatMaxErr
			}
			n := 1 + r.IntN(useful-1)
			// Between the errors of n and of n-1 features, so that n is the answer unless they tie.
			limit := (best[n] + best[n-1]) / 2
			fewest := n
			for best[fewest-1] <= limit && fewest > 1 {
				fewest--
			}
			for _, formulation := range []regression.Formulation{regression.Plain, regression.Merged,
				regression.Pattern} {
				check := func(p regression.Program, want float64) {
					starts := []question.Start{question.StartSearch, question.StartNone}
					task := aces(p, question.HiGHS)
					task.Formulation, task.Start = formulation, starts[trial%2]
					var last Progress
					got, err := Solve(t.Context(), inst, task, Options{Progress: func(p Progress) { last = p }})
					if err != nil {
						t.Fatalf("trial %d, %v %v: %v", trial, p, formulation, err)
					}
					// HiGHS's word makes no optimum.
					if math.Abs(got.Objective()-want) > 1e-6 ||
						(got.Status == question.Optimal) != question.Meets(p.Kind, want, float64(got.LowerBound)) ||
						got.LowerBound < 1 && p.Kind.CountsFeatures() {
						t.Errorf("trial %d, %v %v: %s %v (bound %v), want %v", trial, p, formulation, got.Status,
							got.Objective(), got.LowerBound, want)
					}
					if s := got.Solver; s == nil || s.Formulation != formulation.String() || s.Status != "optimal" ||
						math.Abs(float64(s.Bound)-want) > 1e-6 || s.Gap > 1e-6 || s.Seconds <= 0 {
						t.Errorf("trial %d, %v %v: question.HiGHS states %+v, want %v", trial, p, formulation, s, want)
					}
					if want := map[question.Status]string{question.Optimal: "optimal",
						question.Feasible: "optimal by HiGHS"}[got.Status]; got.StatusText() != want {
						t.Errorf("trial %d, %v: %q, want %q", trial, p, got.StatusText(), want)
					}
					if last.Engine != question.HiGHS || math.Abs(float64(last.Incumbent)-want) > 1e-6 ||
						math.Abs(float64(last.Bound)-want) > 1e-6 {
						t.Errorf("trial %d, %v: progress ends with %+v, want %v", trial, p, last, want)
					}
					roundTrip(t, got)
					if !p.Kind.CountsFeatures() && got.Proof == nil {
						t.Errorf("trial %d, %v %v: no proof of the bound %v", trial, p, formulation, got.LowerBound)
					}
				}
				check(regression.Program{Kind: bySize, N: n}, best[n])
				check(regression.Program{Kind: byError, E: limit}, float64(fewest))
			}
		}
	}
}

func TestInfeasible(t *testing.T) {
	r := matrixtest.Source(t, 1)
	inst := small(r, 40, 3)
	for _, engine := range []question.Engine{question.Search, question.Auto} {
		for _, kind := range []regression.Kind{regression.FeatAvgErr, regression.FeatMaxErr} {
			const limit = 1e-6
			q := aces(regression.Program{Kind: kind, E: limit}, engine)
			got := must.Get(Solve(t.Context(), inst, q, Options{}))(t)
			if got.Status != question.Infeasible || got.Found() || !got.LowerBound.Missing() {
				t.Errorf("%s: %+v, want infeasible", engine, got)
			}
			if p := got.Proof; p == nil || p.Features != features.Count || p.Bound <= limit ||
				p.Largest != kind.UsesMax() {
				t.Errorf("%s, %v: proof %+v", engine, kind, got.Proof)
			}
		}
	}
}

// TestExact holds our own engine against the enumeration of all supports.
func TestExact(t *testing.T) {
	r := matrixtest.Source(t, 4)
	for range 8 {
		inst := small(r, 20+r.IntN(60), 7)
		holdExact(t, inst, lad.Average, regression.AvgErr, regression.FeatAvgErr)
		holdExact(t, inst, lad.Max, regression.MaxErr, regression.FeatMaxErr)
	}
}

func holdExact(t *testing.T, inst *regression.Instance, loss lad.Loss, least, fewest regression.Kind) {
	t.Helper()
	const useful = 7
	best := bestBySize(t, inst, loss, useful)
	for n := 1; n < useful; n++ {
		if best[n-1]-best[n] < 1e-6 {
			continue // no limit lies clearly between them
		}
		for _, c := range []struct {
			program regression.Program
			want    float64
		}{
			{regression.Program{Kind: least, N: n}, best[n]},
			{regression.Program{Kind: fewest, E: (best[n] + best[n-1]) / 2}, float64(n)},
		} {
			t.Run(fmt.Sprint(c.program), func(t *testing.T) {
				got := must.Get(Solve(t.Context(), inst, aces(c.program, question.Exact), Options{Workers: 2}))(t)
				if got.Status != question.Optimal || math.Abs(got.Objective()-c.want) > 1e-9 ||
					float64(got.LowerBound) > c.want+1e-9 {
					t.Errorf("%v: %s %v (bound %v), want optimal %v", c.program, got.Status, got.Objective(),
						got.LowerBound, c.want)
				}
				if got.Proof == nil && !(c.program.Kind.CountsFeatures() && got.LowerBound == 1) {
					t.Errorf("%v: no proof of the bound %v", c.program, got.LowerBound)
				}
			})
		}
	}
}

// TestNoFeatureIsEverTrue has one formula, the empty one, whose error is the optimum of every program by a proof.
func TestNoFeatureIsEverTrue(t *testing.T) {
	inst := &regression.Instance{Source: "AA", Rows: "ATC", Columns: matrix.Columns(nil),
		Features: make([]features.Vector, 3), Target: []float64{0.25, 0.5, 0.75}, Weight: []float64{1, 1, 1}}
	for _, p := range []regression.Program{
		{Kind: regression.MaxErr, N: 2}, {Kind: regression.AvgErr, N: 2},
		{Kind: regression.FeatMaxErr, E: 0.8}, {Kind: regression.FeatAvgErr, E: 0.6},
	} {
		for _, engine := range []question.Engine{question.Exact, question.Search} {
			r := must.Get(Solve(t.Context(), inst, aces(p, engine), Options{Workers: 1}))(t)
			if r.Status != question.Optimal || len(r.Features) != 0 || r.MaxError != 0.75 ||
				math.Abs(float64(r.LowerBound)-r.Objective()) > 1e-6 || !p.Kind.CountsFeatures() && r.Proof == nil {
				t.Errorf("%v by %s: %+v", p, engine, r)
			}
		}
	}
	tight := regression.Program{Kind: regression.FeatMaxErr, E: 0.7}
	r := must.Get(Solve(t.Context(), inst, aces(tight, question.Exact), Options{Workers: 1}))(t)
	must.Equal(t, r.Status, question.Infeasible, tight, r)
}

// TestCancelled expects a formula even when there is no time for a proof.
func TestCancelled(t *testing.T) {
	inst := small(matrixtest.Source(t, 2), 60, 8)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	task := aces(regression.Program{Kind: regression.AvgErr, N: 4}, question.Auto)
	got := must.Get(Solve(ctx, inst, task, Options{}))(t)
	if got.Status != question.Feasible || !got.Found() {
		t.Errorf("got %+v, want a feasible formula", got)
	}
}

func TestHiGHSMissing(t *testing.T) {
	if highs.Available() {
		t.Skip("built with HiGHS")
	}
	inst := small(matrixtest.Source(t, 3), 20, 3)
	task := aces(regression.Program{Kind: regression.AvgErr, N: 2}, question.HiGHS)
	if _, err := Solve(t.Context(), inst, task, Options{}); !errors.Is(err, highs.ErrMissing) {
		t.Errorf("got %v, want %v", err, highs.ErrMissing)
	}
}
