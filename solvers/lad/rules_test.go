package lad

import (
	"math"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
)

// TestFitUnderRulesEqualsLinearProgram holds fits with an intercept and bounds of each weight to the reference.
func TestFitUnderRulesEqualsLinearProgram(t *testing.T) {
	r := seeded(t)
	solved, tried := 0, 0
	for range 300 {
		inst := randomInstance(r, 1+r.IntN(25), 6, []int{1, 2, 10, 1 << 20}[r.IntN(4)])
		inst.Rules = matrixtest.Rules(r, inst.Columns.Count())
		ids := r.Perm(6)[:1+r.IntN(6)]
		for k := range ids {
			ids[k]++
		}
		for _, loss := range []Loss{Average, Max} {
			p := must.Get(New(inst, loss))(t)
			f := must.Get(p.Fit(ids))(t)
			checkFit(t, p, f)
			tried++
			if want, ok := referenceFit(t, inst, loss, ids); ok {
				solved++
				if math.Abs(want-f.Error) > 1e-9 {
					t.Fatalf("%v %v: error %v, linear program %v", loss, ids, f.Error, want)
				}
			}
		}
	}
	if solved < tried*3/4 {
		t.Fatalf("the reference solved only %d of %d programs", solved, tried)
	}
}

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
