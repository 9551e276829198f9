//go:build cgo && highs

package highs

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"feltlab/model/mip"
)

// slack is how much later than asked a solve may end on a busy machine.
const slack = 20 * time.Second

func TestTimeLimit(t *testing.T) {
	t.Parallel()
	m := marketSplit(6, 50, 1)
	s := solverOf(t, m)
	const limit = 400 * time.Millisecond
	for range 2 { // the limit is for each solve, not for all of them
		begin := time.Now()
		r := solved(t, s, Options{TimeLimit: limit})
		took := time.Since(begin)
		if r.Status != TimeLimit || r.Status.outcome() != limited {
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
	r := solved(t, solverOf(t, deviations(6000, 60, 0, 1)), Options{TimeLimit: 100 * time.Millisecond})
	if r.Status != TimeLimit || !math.IsInf(r.Bound, -1) || r.RowDual != nil {
		t.Errorf("%v, bound %v, duals %v", r.Status, r.Bound, r.RowDual != nil)
	}
}

// TestGap: a MIP is optimal only when no gap is left.
func TestGap(t *testing.T) {
	if r := solved(t, solverOf(t, deviations(60, 8, 3, 4)), Options{}); r.Gap > tolerance {
		t.Errorf("the solve left a gap of %v", r.Gap)
	}
}

// TestCancel cancels in the phases that HiGHS interrupts; TestApartLimits cancels in one that it does not.
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
	} {
		t.Run(c.name, func(t *testing.T) {
			s := solverOf(t, c.model)
			cause := errors.New("enough")
			ctx, cancel := context.WithCancelCause(background)
			defer cancel(nil)
			var asked time.Time
			time.AfterFunc(c.after, func() { asked = time.Now(); cancel(cause) })
			r, err := s.solve(ctx, Options{})
			if !errors.Is(err, cause) || r == nil || r.Status != Interrupted {
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
	s := solverOf(t, wyndor())
	ctx, cancel := context.WithCancel(background)
	cancel()
	if r, err := s.solve(ctx, Options{}); r != nil || !errors.Is(err, context.Canceled) {
		t.Fatalf("%v, %v", r, err)
	}
	if r := solved(t, s, Options{}); r.Status != Optimal {
		t.Errorf("afterwards: %v", r.Status)
	}
}

// TestSolveAfterCancel expects a solver that was cancelled to solve again.
func TestSolveAfterCancel(t *testing.T) {
	t.Parallel()
	m := marketSplit(4, 30, 1)
	s := solverOf(t, m)
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	// Cancelling in this callback meets HiGHS where it listens.
	first, err := s.solve(ctx, Options{improving: func(objective float64, _ []float64) {
		if objective < 60 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("%+v, %v", first, err)
	}
	checkPoint(t, m, first)
	if r, err := s.solve(background, Options{TimeLimit: 200 * time.Millisecond}); err != nil || r.Status != TimeLimit {
		t.Fatalf("afterwards: %+v, %v", r, err)
	}
}
