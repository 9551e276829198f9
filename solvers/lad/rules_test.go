package lad

import (
	"math"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
)

// TestEnough holds fits that may end early to the optimum: they end below the given error, or at the optimum.
func TestEnough(t *testing.T) {
	r := seeded(t)
	early := 0
	for range 50 {
		inst := randomInstance(r, 200, 8, 1<<20)
		inst.Rules = matrixtest.Rules(r, inst.Columns.Count())
		p := must.Get(New(inst, Average))(t)
		ids := []int{1, 2, 3, 4, 5, 6, 7, 8}
		least := must.Get(p.Fit(ids))(t)
		s := p.NewStack()
		s.Enough = least.Error * (0.95 + 0.1*r.Float64())
		must.Do(t, s.Reset(ids, nil))
		f := s.Fit()
		if got := trueError(inst, Average, f); math.Abs(got-s.Error()) > 1e-9 {
			t.Errorf("reported %v, true %v", s.Error(), got)
		}
		if s.Error() > max(s.Enough, least.Error)+1e-9 {
			t.Errorf("%v is enough, the least error is %v, found %v", s.Enough, least.Error, s.Error())
		}
		if s.Error() > least.Error+1e-9 {
			early++
		}
	}
	if early == 0 {
		t.Error("no fit ended early")
	}
}
