//go:build cgo && highs

package highs_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"feltlab/solvers/highs"
)

// TestChanges applies random changes to one solver and compares each re-solve with a fresh
// solve of the changed model.
func TestChanges(t *testing.T) {
	t.Parallel()
	const seed = 3
	rng := rand.New(rand.NewPCG(seed, 0))
	for _, choose := range []int{0, 2} {
		m := deviations(30, 5, choose, seed)
		s := newSolver(t, m)
		for step := range 30 {
			j := rng.IntN(len(m.Columns))
			c := &m.Columns[j]
			var err error
			switch step % 2 {
			case 0:
				c.Cost = rng.Float64()
				err = s.ChangeColCost(j, c.Cost)
			case 1:
				c.Upper = c.Lower + float64(1+rng.IntN(2))
				err = s.ChangeColBounds(j, c.Lower, c.Upper)
			}
			if err != nil {
				t.Fatal(err)
			}
			warm, fresh := solve(t, s, highs.Options{}), solve(t, newSolver(t, m), highs.Options{})
			if warm.Status != fresh.Status || math.Abs(warm.Objective-fresh.Objective) > tolerance {
				t.Fatalf("seed %d, step %d: %v %v after changes, %v %v afresh", seed, step, warm.Status, warm.Objective, fresh.Status, fresh.Objective)
			}
			if warm.X != nil {
				checkPoint(t, m, warm)
			}
		}
	}
}

// TestWarmLinearProgram expects a second solve to take no iterations, and a solve after a small change to take
// few.
func TestWarmLinearProgram(t *testing.T) {
	m := deviations(400, 12, 0, 1)
	s := newSolver(t, m)
	cold := solve(t, s, highs.Options{})
	if again := solve(t, s, highs.Options{}); again.Iterations != 0 || again.Objective != cold.Objective {
		t.Errorf("the same program again took %d iterations to %v", again.Iterations, again.Objective)
	}
	if err := s.ChangeColBounds(0, -0.01, 0.01); err != nil {
		t.Fatal(err)
	}
	warm := solve(t, s, highs.Options{})
	if warm.Iterations == 0 || warm.Iterations > cold.Iterations/2 {
		t.Errorf("%d iterations after one bound changed, %d from the start", warm.Iterations, cold.Iterations)
	}
	if warm.Objective < cold.Objective-tolerance {
		t.Errorf("a tighter program has the better optimum %v than %v", warm.Objective, cold.Objective)
	}
}

// TestStart: with a good start and hardly any time the result is at least as good as the
// start; without it, it is not.
func TestStart(t *testing.T) {
	t.Parallel()
	m := marketSplit(5, 40, 1)
	good := solve(t, newSolver(t, m), highs.Options{TimeLimit: time.Second})
	checkPoint(t, m, good)

	hasty := highs.Options{TimeLimit: time.Microsecond}
	s := newSolver(t, m)
	if err := s.SetSolution(good.X); err != nil {
		t.Fatal(err)
	}
	with := solve(t, s, hasty)
	checkPoint(t, m, with)
	if with.Objective > good.Objective+tolerance {
		t.Errorf("started from %v, ended at %v", good.Objective, with.Objective)
	}
	without := solve(t, newSolver(t, m), hasty)
	if without.Objective <= good.Objective {
		t.Fatalf("a start cannot be told from none: %v in no time, %v in 1 s", without.Objective, good.Objective)
	}
}

// TestStartAfterChange: a start is used in a re-solve too.
func TestStartAfterChange(t *testing.T) {
	t.Parallel()
	m := marketSplit(5, 40, 2)
	s := newSolver(t, m)
	good := solve(t, s, highs.Options{TimeLimit: time.Second})
	if err := s.ChangeColCost(40, 1.25); err != nil { // the first "over" column
		t.Fatal(err)
	}
	m.Columns[40].Cost = 1.25
	if err := s.SetSolution(good.X); err != nil {
		t.Fatal(err)
	}
	r := solve(t, s, highs.Options{TimeLimit: time.Microsecond})
	checkPoint(t, m, r)
	if want := objective(m, good.X); r.Objective > want+tolerance {
		t.Errorf("started from %v, ended at %v", want, r.Objective)
	}
}

func TestBadStarts(t *testing.T) {
	m := wyndor()
	s := newSolver(t, m)
	r := solve(t, s, highs.Options{})
	for name, err := range map[string]error{
		"short start":      s.SetSolution([]float64{1}),
		"NaN start":        s.SetSolution([]float64{1, math.NaN()}),
		"infinite start":   s.SetSolution([]float64{1, inf}),
		"no such column":   s.ChangeColCost(2, 1),
		"negative column":  s.ChangeColBounds(-1, 0, 1),
		"NaN cost":         s.ChangeColCost(0, math.NaN()),
		"infinite cost":    s.ChangeColCost(0, inf),
		"NaN bound":        s.ChangeColBounds(0, math.NaN(), 1),
		"crossed bounds":   s.ChangeColBounds(0, 2, 1),
		"lower bound +inf": s.ChangeColBounds(0, inf, inf),
	} {
		t.Run(name, func(t *testing.T) {
			if !errors.Is(err, highs.ErrModel) {
				t.Errorf("%s: got %v, want ErrModel", name, err)
			}
		})
	}
	if again := solve(t, s, highs.Options{}); again.Objective != r.Objective {
		t.Errorf("refused changes moved the optimum from %v to %v", r.Objective, again.Objective)
	}
}
