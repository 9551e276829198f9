//go:build cgo && highs

package highs

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"feltlab/internal/must"
)

// TestChanges changes bounds of one solver at random and compares each re-solve with a fresh solve of the changed
// model.
func TestChanges(t *testing.T) {
	t.Parallel()
	const seed = 3
	rng := rand.New(rand.NewPCG(seed, 0))
	for _, choose := range []int{0, 2} {
		m := deviations(30, 5, choose, seed)
		s := solverOf(t, m)
		for step := range 30 {
			j := rng.IntN(len(m.Columns))
			c := &m.Columns[j]
			c.Upper = c.Lower + float64(1+rng.IntN(2))
			must.Do(t, s.bound(j, c.Lower, c.Upper))
			warm, fresh := solved(t, s, Options{}), solved(t, solverOf(t, m), Options{})
			if warm.Status != fresh.Status || math.Abs(warm.Objective-fresh.Objective) > tolerance {
				t.Fatalf("seed %d, step %d: %v %v after changes, %v %v afresh", seed, step, warm.Status, warm.Objective,
					fresh.Status, fresh.Objective)
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
	s := solverOf(t, m)
	cold := solved(t, s, Options{})
	if again := solved(t, s, Options{}); again.Iterations != 0 || again.Objective != cold.Objective {
		t.Errorf("the same program again took %d iterations to %v", again.Iterations, again.Objective)
	}
	must.Do(t, s.bound(0, -0.01, 0.01))
	warm := solved(t, s, Options{})
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
	good := solved(t, solverOf(t, m), Options{TimeLimit: time.Second})
	checkPoint(t, m, good)

	hasty := Options{TimeLimit: time.Microsecond}
	s := solverOf(t, m)
	must.Do(t, s.start(good.X))
	with := solved(t, s, hasty)
	checkPoint(t, m, with)
	if with.Objective > good.Objective+tolerance {
		t.Errorf("started from %v, ended at %v", good.Objective, with.Objective)
	}
	without := solved(t, solverOf(t, m), hasty)
	if without.Objective <= good.Objective {
		t.Fatalf("a start cannot be told from none: %v in no time, %v in 1 s", without.Objective, good.Objective)
	}
}

func TestBadStarts(t *testing.T) {
	s := solverOf(t, wyndor())
	r := solved(t, s, Options{})
	for _, x := range [][]float64{{1}, {1, math.NaN()}, {1, inf}} {
		if err := s.start(x); !errors.Is(err, ErrModel) {
			t.Errorf("%v: got %v, want ErrModel", x, err)
		}
	}
	if again := solved(t, s, Options{}); again.Objective != r.Objective {
		t.Errorf("refused starts moved the optimum from %v to %v", r.Objective, again.Objective)
	}
}
