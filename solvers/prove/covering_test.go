package prove

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/mip"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/model/weights"
	"feltlab/solvers/highs"
)

// TestCovering expects the covering problem of a proof to have a solution exactly if the judge's
// search finds one, and checks it by HiGHS and by trying all points.
func TestCovering(t *testing.T) {
	r := matrixtest.Source(t, 20)
	closed, open := 0, 0
	for _, x := range targets(t, r, 10) {
		for _, honest := range x.honest {
			for range 4 {
				p := copied(honest)
				p.Cuts = slices.DeleteFunc(p.Cuts, func(proof.Cut) bool { return r.IntN(6) == 0 })
				err := x.Exact.Cover(t.Context(), p)
				if err == nil {
					closed++
				} else if open++; !errors.Is(err, proof.ErrCover) {
					t.Fatal(err)
				}
				m := mip.Covering(x.Exact, p, x.Columns)
				if got := solvable(m); got == (err == nil) {
					t.Errorf("%d features with %v, cuts %v: solvable %v, the search says %v", p.Features, p.With.IDs(),
						p.Cuts, got, err)
				}
				var b bytes.Buffer
				must.Do(t, errors.Join(mip.WriteOPB(&b, m), mip.WriteMPS(&b, m)))
				holdHiGHS(t, m, err != nil)
			}
		}
	}
	if closed < 20 || open < 20 {
		t.Errorf("%d closed, %d open", closed, open)
	}
}

// solvable tries all 0-1 points.
func solvable(m *mip.Model) bool {
	x := make([]float64, len(m.Columns))
	for point := range 1 << len(x) {
		for j := range x {
			x[j] = float64(point >> j & 1)
		}
		if m.Violation(x) == 0 {
			return true
		}
	}
	return false
}

func holdHiGHS(t *testing.T, m *mip.Model, want bool) {
	t.Helper()
	if !highs.Available() {
		return
	}
	r := must.Get(highs.Solve(t.Context(), m, nil, highs.Options{}))(t)
	if got := r.Status != highs.Infeasible; got != want {
		t.Errorf("HiGHS says %v, want a solution: %v", r.Status, want)
	}
}

// TestCoveringUnderRules expects the covering problems of 300 proofs to have no solution: formulas have groups, columns
// that all have, columns and complements that can take each other's place, intercepts or none, and any or round
// weights. With cuts left out they have one exactly if the kernel's search finds one.
func TestCoveringUnderRules(t *testing.T) {
	r := matrixtest.Source(t, 22)
	proofs, grouped, open := 0, 0, 0
	for proofs < 300 {
		m := 4 + r.IntN(5)
		inst := random(r, 20+r.IntN(40), m)
		inst.Columns, inst.Rules = regression.NumberedColumns(m), matrixtest.Rules(r, m)
		twins := 1 + r.IntN(2)
		for i, v := range inst.Features { // the last columns are another's duplicates or complements
			for id := m; id > m-twins; id-- {
				if other := 1 + m%3; v.Has(other) == (m%2 == 0) {
					v = v.With(id)
				} else {
					v = v.Without(id)
				}
			}
			inst.Features[i] = v
		}
		if r.IntN(3) == 0 {
			inst.Rules.Step = (inst.Rules.High - inst.Rules.Low) / 4
			if inst.Rules.Intercept == proof.FreeIntercept {
				inst.Rules.Intercept = proof.RoundIntercept
			}
			inst.Rules = weights.Rounded(*inst.Rules)
		}
		for id := 1; id <= m && r.IntN(3) == 0; id++ {
			if inst.CheckWith(m, append(slices.Clone(inst.With), id)) == nil {
				inst.With = append(inst.With, id)
			}
		}
		s := must.Get(NewProblem(inst))(t)
		loss := proof.Loss(r.IntN(2))
		program := regression.Program{Kind: programs[loss], N: min(max(1, len(inst.With))+r.IntN(3), m)}
		_, p, err := Make(t.Context(), s, program, nil, Options{Workers: 1, With: inst.With})
		must.Do(t, err)
		if p == nil {
			continue
		}
		if proofs++; len(inst.Rules.Groups) > 0 {
			grouped++
		}
		for drop := range 3 {
			q := copied(p)
			q.Cuts = slices.DeleteFunc(q.Cuts, func(proof.Cut) bool { return drop > 0 && r.IntN(4) == 0 })
			err := s.Exact.Cover(t.Context(), q)
			if drop == 0 && err != nil {
				t.Fatal(err)
			}
			if err != nil {
				open++
			}
			model := mip.Covering(s.Exact, q, s.Columns)
			if got := solvable(model); got != (err != nil) {
				t.Errorf("%d features with %v, groups %v, cuts %v: solvable %v, the search says %v",
					q.Features, q.With.IDs(), q.Rules.Groups, q.Cuts, got, err)
			}
			if proofs%30 == 0 {
				holdHiGHS(t, model, err != nil)
			}
		}
	}
	if grouped < 60 || open < 100 {
		t.Errorf("%d with groups, %d open", grouped, open)
	}
}
