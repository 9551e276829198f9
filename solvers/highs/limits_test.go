//go:build cgo && highs

package highs_test

import (
	"context"
	"errors"
	"math"
	"sync/atomic"
	"testing"
	"time"

	"feltlab/model/mip"
	"feltlab/solvers/highs"
)

// slack is how much later than asked a solve may end on a busy machine.
const slack = 20 * time.Second

func TestTimeLimit(t *testing.T) {
	t.Parallel()
	m := marketSplit(6, 50, 1)
	s := newSolver(t, m)
	const limit = 400 * time.Millisecond
	for range 2 { // the limit is for each solve, not for all of them
		begin := time.Now()
		r := solve(t, s, highs.Options{TimeLimit: limit})
		took := time.Since(begin)
		if r.Status != highs.TimeLimit || !r.Status.Limited() || r.Status.Proved() {
			t.Fatalf("ended with %v", r.Status)
		}
		if took < limit/2 || took > limit+slack {
			t.Errorf("took %v with a limit of %v", took, limit)
		}
		checkPoint(t, m, r)
		if r.Gap <= 0 || math.Abs(r.Gap-(r.Objective-r.Bound)/r.Objective) > tolerance {
			t.Errorf("gap %v between %v and %v", r.Gap, r.Objective, r.Bound)
		}
	}
}

func TestTimeLimitLinearProgram(t *testing.T) {
	t.Parallel()
	r := solve(t, newSolver(t, deviations(6000, 60, 0, 1)), highs.Options{TimeLimit: 100 * time.Millisecond})
	if r.Status != highs.TimeLimit || !math.IsInf(r.Bound, -1) || r.RowDual != nil {
		t.Errorf("%v, bound %v, duals %v", r.Status, r.Bound, r.RowDual != nil)
	}
}

// TestGap: a MIP is optimal only when no gap is left.
func TestGap(t *testing.T) {
	if r := solve(t, newSolver(t, deviations(60, 8, 3, 4)), highs.Options{}); r.Gap > tolerance {
		t.Errorf("the solve left a gap of %v", r.Gap)
	}
}

// TestCancel cancels in each of HiGHS's phases, the last inside the first linear program of
// a MIP, which HiGHS does not interrupt.
func TestCancel(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		model *mip.Model
		after time.Duration
	}{
		{"branch and bound", marketSplit(6, 50, 1), 300 * time.Millisecond},
		{"simplex", deviations(8000, 70, 0, 1), 300 * time.Millisecond},
		{"presolve", deviations(8000, 70, 0, 1), 20 * time.Millisecond},
		{"root of a MIP", deviations(2500, 40, 4, 1), 150 * time.Millisecond},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSolver(t, c.model)
			cause := errors.New("enough")
			ctx, cancel := context.WithCancelCause(background)
			defer cancel(nil)
			var asked time.Time
			time.AfterFunc(c.after, func() { asked = time.Now(); cancel(cause) })
			var returned atomic.Bool
			r, err := s.Solve(ctx, highs.Options{Progress: func(p highs.Progress) {
				if returned.Load() {
					t.Errorf("reported %v after Solve had returned", p)
				}
			}})
			returned.Store(true)
			if !errors.Is(err, cause) || r == nil || r.Status != highs.Interrupted {
				t.Fatalf("%+v, %v", r, err)
			}
			if late := time.Since(asked); late > slack {
				t.Errorf("ended %v after it was cancelled", late)
			}
			if r.X != nil {
				checkPoint(t, c.model, r)
			} else if !math.IsInf(r.Objective, 1) {
				t.Errorf("the objective %v without a point", r.Objective)
			}
		})
	}
}

// TestCancelledBefore: nothing runs, and the solver stays usable.
func TestCancelledBefore(t *testing.T) {
	s := newSolver(t, wyndor())
	ctx, cancel := context.WithCancel(background)
	cancel()
	if r, err := s.Solve(ctx, highs.Options{}); r != nil || !errors.Is(err, context.Canceled) {
		t.Fatalf("%v, %v", r, err)
	}
	if r := solve(t, s, highs.Options{}); r.Status != highs.Optimal {
		t.Errorf("afterwards: %v", r.Status)
	}
}

// TestSolveAfterCancel expects a solver that reacted to its cancellation to solve again.
// On a busy machine HiGHS may take longer than Solve waits, hence the attempts.
func TestSolveAfterCancel(t *testing.T) {
	t.Parallel()
	m := marketSplit(4, 30, 1)
	const attempts = 10
	for range attempts {
		s := newSolver(t, m)
		ctx, cancel := context.WithCancel(background)
		// Cancelling in this callback meets HiGHS where it listens.
		first, err := s.Solve(ctx, highs.Options{Improving: func(objective float64, _ []float64) {
			if objective < 60 {
				cancel()
			}
		}})
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("%+v, %v", first, err)
		}
		checkPoint(t, m, first)
		r, err := s.Solve(background, highs.Options{TimeLimit: 200 * time.Millisecond})
		if errors.Is(err, highs.ErrClosed) {
			continue
		}
		if err != nil || r.Status != highs.TimeLimit {
			t.Fatalf("afterwards: %+v, %v", r, err)
		}
		return
	}
	t.Errorf("HiGHS never came back in time in %d attempts", attempts)
}

func TestClosed(t *testing.T) {
	s := newSolver(t, wyndor())
	for range 2 {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	_, err := s.Solve(background, highs.Options{})
	for name, err := range map[string]error{
		"Solve":           err,
		"SetSolution":     s.SetSolution([]float64{0, 0}),
		"ChangeColBounds": s.ChangeColBounds(0, 0, 1),
		"ChangeColCost":   s.ChangeColCost(0, 1),
	} {
		t.Run(name, func(t *testing.T) {
			if !errors.Is(err, highs.ErrClosed) {
				t.Errorf("%s: got %v, want ErrClosed", name, err)
			}
		})
	}
}
