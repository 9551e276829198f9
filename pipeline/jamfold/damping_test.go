package jamfold

import (
	"errors"
	"testing"

	"feltlab/internal/must"
	"feltlab/solvers/jamfold"
)

// TestDampingKeys: only rounds that do not depend on damping share a key, and keys of runs without damping stay.
func TestDampingKeys(t *testing.T) {
	plain := must.Get(Preset("default"))(t)
	damped := plain
	damped.Damping = 0.5
	for round, same := range map[int]bool{1: true, jamfold.UndampedRounds: true, jamfold.UndampedRounds + 1: false} {
		a := must.Get(plain.roundSpec(round).Key())(t)
		b := must.Get(damped.roundSpec(round).Key())(t)
		if (a == b) != same {
			t.Errorf("round %d with damping has key %v, without %v", round, b, a)
		}
	}
	a, errA := plain.solutionSpec().Key()
	b, errB := damped.solutionSpec().Key()
	if errA != nil || errB != nil || a == b {
		t.Errorf("solutions: %v and %v, %v, %v", a, b, errA, errB)
	}
	for _, bad := range []float64{-0.1, 1, 2} {
		damped.Damping = bad
		if err := damped.Check(); !errors.Is(err, jamfold.ErrOptions) {
			t.Errorf("damping %v: %v", bad, err)
		}
	}
}
