package highs

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"feltlab/internal/must"
	"feltlab/model/mip"
)

// tolerance is HiGHS's own: 1e-7 on feasibility of the scaled program, 1e-6 on integrality.
const tolerance = 1e-6

var background = context.Background()

func need(t *testing.T) {
	t.Helper()
	if !Available() {
		t.Skip("HiGHS is not there")
	}
}

func solved(t *testing.T, m *mip.Model, o Options) *Result {
	t.Helper()
	need(t)
	return must.Get(Solve(background, m, nil, o))(t)
}

// checkPoint verifies that X is feasible and worth what the result says.
func checkPoint(t *testing.T, m *mip.Model, r *Result) {
	t.Helper()
	if r.X == nil {
		t.Fatalf("no point with the status %v", r.Status)
	}
	if v := m.Violation(r.X); v > tolerance {
		t.Errorf("the point misses a constraint by %g", v)
	}
	if o := m.Objective(r.X); math.Abs(o-r.Objective) > tolerance*max(1, math.Abs(o)) {
		t.Errorf("the point is worth %v, the result says %v", o, r.Objective)
	}
	if r.Bound > r.Objective+tolerance {
		t.Errorf("the bound %v is above the objective %v", r.Bound, r.Objective)
	}
}

func TestLinearProgram(t *testing.T) {
	m := wyndor()
	m.Offset = 100
	r := solved(t, m, Options{})
	if r.Status != Optimal || math.Abs(r.Objective-64) > tolerance || r.Bound != r.Objective || r.Gap != 0 {
		t.Fatalf("got %v, objective %v, bound %v, gap %v; want optimal, 64, 64, 0", r.Status, r.Objective, r.Bound,
			r.Gap)
	}
	checkPoint(t, m, r)
	if r.Nodes != 0 {
		t.Errorf("%d nodes", r.Nodes)
	}
}

// TestKnapsack compares with the enumeration of all subsets.
func TestKnapsack(t *testing.T) {
	const items = 12
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 1))
		value, weight := make([]float64, items), make([]float64, items)
		total := 0.0
		for j := range items {
			value[j], weight[j] = float64(1+rng.IntN(60)), float64(1+rng.IntN(60))
			total += weight[j]
		}
		limit := math.Floor(total / 3)
		m := knapsack(value, weight, limit)
		m.Offset = float64(seed)
		r := solved(t, m, Options{Seed: int(seed)})
		checkPoint(t, m, r)

		best := 0.0
		for subset := range 1 << items {
			v, w := 0.0, 0.0
			for j := range items {
				if subset>>j&1 == 1 {
					v, w = v+value[j], w+weight[j]
				}
			}
			if w <= limit {
				best = max(best, v)
			}
		}
		want := m.Offset - best
		if r.Status != Optimal || math.Abs(r.Objective-want) > tolerance || math.Abs(r.Bound-want) > tolerance ||
			r.Gap > tolerance {
			t.Fatalf("seed %d: %v, objective %v, bound %v; enumeration finds %v", seed, r.Status, r.Objective, r.Bound,
				want)
		}
	}
}

func TestStatuses(t *testing.T) {
	column := func(lower, upper, cost float64, integer bool) mip.Column {
		return mip.Column{Name: "x", Cost: cost, Lower: lower, Upper: upper, Integer: integer}
	}
	with := func(c mip.Column, rows ...mip.Row) *mip.Model {
		m := &mip.Model{}
		m.AddColumn(c)
		m.AddColumn(c)
		for _, r := range rows {
			m.AddRow(r, []int32{0, 1}, []float64{2, 2})
		}
		return m
	}
	apart := []mip.Row{{Lower: 3, Upper: inf}, {Lower: -inf, Upper: 2}}
	for _, c := range []struct {
		name  string
		model *mip.Model
		want  Status
	}{
		{"optimal LP", with(column(0, 1, 1, false)), Optimal},
		{"optimal MIP", with(column(0, 1, 1, true)), Optimal},
		{"infeasible LP", with(column(0, 9, 1, false), apart...), Infeasible},
		{"infeasible MIP", with(column(0, 9, 1, true), apart...), Infeasible},
		{"no integer point", with(column(0, 9, 1, true), mip.Row{Lower: 3, Upper: 3}), Infeasible},
		{"unbounded LP", with(column(0, inf, -1, false), mip.Row{Lower: 3, Upper: inf}), Unbounded},
		{"unbounded free LP", with(column(-inf, inf, 1, false)), Unbounded},
		// HiGHS's presolve of a MIP does not go on to find out which of the two.
		{"unbounded MIP", with(column(0, inf, -1, true), mip.Row{Lower: 2, Upper: inf}), UnboundedOrInfeasible},
		{"empty", &mip.Model{Offset: 7}, ModelEmpty},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := solved(t, c.model, Options{})
			if r.Status != c.want {
				t.Fatalf("got %v, want %v (%+v)", r.Status, c.want, r)
			}
			if r.Status.outcome() != proved {
				t.Errorf("%v is not told to be proved", r.Status)
			}
			switch r.Status {
			case Infeasible:
				if r.X != nil || !math.IsInf(r.Objective, 1) || !math.IsInf(r.Bound, 1) || !math.IsInf(r.Gap, 1) {
					t.Errorf("%+v", r)
				}
			case Unbounded:
				if r.X != nil || !math.IsInf(r.Objective, -1) || !math.IsInf(r.Bound, -1) {
					t.Errorf("%+v", r)
				}
			case UnboundedOrInfeasible:
				if r.X != nil || !math.IsInf(r.Objective, 1) || !math.IsInf(r.Bound, -1) {
					t.Errorf("%+v", r)
				}
			case ModelEmpty:
				if r.Objective != 7 || r.Bound != 7 {
					t.Errorf("%+v", r)
				}
			default:
				checkPoint(t, c.model, r)
			}
		})
	}
}

// TestStart: with a good start and hardly any time the result is at least as good as the
// start; without it, it is not.
func TestStart(t *testing.T) {
	t.Parallel()
	m := marketSplit(5, 40, 1)
	good := solved(t, m, Options{TimeLimit: time.Second})
	checkPoint(t, m, good)

	hasty := Options{TimeLimit: time.Microsecond}
	with := must.Get(Solve(background, m, good.X, hasty))(t)
	checkPoint(t, m, with)
	if with.Objective > good.Objective+tolerance {
		t.Errorf("started from %v, ended at %v", good.Objective, with.Objective)
	}
	without := solved(t, m, hasty)
	if without.Objective <= good.Objective {
		t.Fatalf("a start cannot be told from none: %v in no time, %v in 1 s", without.Objective, good.Objective)
	}
}
