package jamfold

import (
	"testing"
	"time"
)

func TestFalls(t *testing.T) {
	lab, _ := small(t, t.TempDir())
	ticks := time.Duration(0)
	clock := func() time.Duration { ticks += time.Second; return ticks }
	q := smallTable()
	falls, err := lab.Falls(t.Context(), q, []float64{400, 20, 1}, clock)
	if err != nil || len(falls) != 3 {
		t.Fatalf("%v: %+v", err, falls)
	}
	for i, f := range falls {
		if f.Time != time.Second || f.Upper != f.Estimate { // three players are checked exactly
			t.Errorf("%+v", f)
		}
		if i > 0 && !(f.Estimate < falls[i-1].Estimate && f.Solver < falls[i-1].Solver) {
			t.Errorf("to %v %v, to %v %v", falls[i-1].Target, falls[i-1].Estimate, f.Target, f.Estimate)
		}
	}
}
