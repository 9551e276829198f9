package prove

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/model/mip"
	"feltlab/model/proof"
	"feltlab/model/regression"
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
				m := regression.Covering(x.Exact, p)
				if got := solvable(m); got == (err == nil) {
					t.Errorf("%d features with %v, cuts %v: solvable %v, the search says %v", p.Features, p.With.IDs(), p.Cuts, got, err)
				}
				var b bytes.Buffer
				if err := errors.Join(mip.WriteOPB(&b, m), mip.WriteMPS(&b, m)); err != nil {
					t.Error(err)
				}
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
	r, err := highs.Apart(t.Context(), m, nil, highs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Status != highs.Infeasible; got != want {
		t.Errorf("HiGHS says %v, want a solution: %v", r.Status, want)
	}
}

// TestCoveringOfDuplicates has three features that are true on the same rows, one of which every
// formula has: of the others the smaller one comes first.
func TestCoveringOfDuplicates(t *testing.T) {
	r := matrixtest.Source(t, 21)
	x := targets(t, r, 1)[0]
	inst := *x.Instance
	inst.Features = slices.Clone(inst.Features)
	ids := x.Exact.Features().IDs()
	var same []int // ids[1] and two that were true nowhere
	for id := 1; len(same) < 2; id++ {
		if !x.Exact.Features().Has(id) {
			same = append(same, id)
		}
	}
	for i, v := range inst.Features {
		if v.Has(ids[1]) {
			inst.Features[i] = v.With(same[0]).With(same[1])
		}
	}
	s, err := NewProblem(&inst)
	if err != nil {
		t.Fatal(err)
	}
	same = s.Exact.Duplicates(ids[1]).IDs()
	for with := range same {
		for _, column := range same {
			p := &proof.Proof{Header: s.claim(proof.Average, 2, 0.01), Cuts: []proof.Cut{{Need: 1}}}
			p.With = p.With.With(same[with])
			p.Cuts[0].Columns = proof.Vector{}.With(column)
			err := s.Exact.Cover(t.Context(), p)
			if got := solvable(regression.Covering(s.Exact, p)); got == (err == nil) {
				t.Errorf("with F%d, a cut of F%d: solvable %v, the search says %v", same[with], column, got, err)
			}
		}
	}
}
