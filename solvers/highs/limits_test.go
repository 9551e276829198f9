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
	const limit = 400 * time.Millisecond
	begin := time.Now()
	r := solved(t, m, Options{TimeLimit: limit})
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

func TestTimeLimitLinearProgram(t *testing.T) {
	t.Parallel()
	r := solved(t, deviations(6000, 60, 0, 1), Options{TimeLimit: 100 * time.Millisecond})
	if r.Status != TimeLimit || !math.IsInf(r.Bound, -1) {
		t.Errorf("%v, bound %v", r.Status, r.Bound)
	}
}

// TestCancel cancels in the phases that HiGHS interrupts; TestLimits cancels in one that it does not.
func TestCancel(t *testing.T) {
	need(t)
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
			cause := errors.New("enough")
			ctx, cancel := context.WithCancelCause(background)
			defer cancel(nil)
			var asked time.Time
			time.AfterFunc(c.after, func() { asked = time.Now(); cancel(cause) })
			r, err := Solve(ctx, c.model, nil, Options{})
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
