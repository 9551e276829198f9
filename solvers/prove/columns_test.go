package prove

import (
	"math"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/mip"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
	"feltlab/solvers/lattice"
	"feltlab/solvers/subset"
)

// testedColumns is more than two words hold.
const testedColumns = 130

// TestMostColumns proves the best pair of 130 useful columns for both errors. It compares the error with all pairs, has
// the kernel check the full proof, and has the other solvers work on the same columns.
func TestMostColumns(t *testing.T) {
	r := matrixtest.Source(t, 40)
	inst := &regression.Instance{Columns: regression.NumberedColumns(testedColumns)}
	for range 90 {
		var v proof.Vector
		for id := 1; id <= testedColumns; id++ {
			if r.IntN(3) == 0 {
				v = v.With(id)
			}
		}
		e := 0.1 + 0.2*r.Float64()
		for _, id := range []int{70, 101, 128} {
			if v.Has(id) {
				e += 0.2
			}
		}
		inst.Features, inst.Target, inst.Weight = append(inst.Features, v), append(inst.Target, e),
			append(inst.Weight, 1)
	}
	s := must.Get(NewProblem(inst))(t)
	for loss, kind := range programs {
		p := must.Get(lad.New(inst, loss))(t)
		best, pair := math.Inf(1), []int(nil)
		stack := p.NewStack()
		for a := 1; a <= testedColumns; a++ {
			must.Do(t, stack.Reset([]int{a}, nil))
			for b := a + 1; b <= testedColumns; b++ {
				must.Do(t, stack.Push(b))
				if e := stack.Error(); e < best {
					best, pair = e, []int{a, b}
				}
				stack.Pop()
			}
		}
		program := regression.Program{Kind: kind, N: 2}
		result, full, err := Make(t.Context(), s, program, nil, Options{Workers: 2})
		if err != nil || full == nil {
			t.Fatal(full, err)
		}
		if math.Abs(result.Incumbent.Error-best) > Tolerance || full.Cutoff < best-near {
			t.Errorf("%v: %v has %v, proved %v; the best pair is %v with %v",
				loss, result.Incumbent.IDs, result.Incumbent.Error, full.Cutoff, pair, best)
		}
		if err := s.Exact.Check(t.Context(), full, nil); err != nil {
			t.Errorf("%v: %v", loss, err)
		}
		if err := Replay(t.Context(), s, Bare(full), NewFinder, 2); err != nil {
			t.Errorf("%v: %v", loss, err)
		}
		if f, err := subset.Best(t.Context(), p, 2, subset.Options{}); err != nil || f.Error > best+Tolerance {
			t.Errorf("%v: the search finds %+v, %v", loss, f, err)
		}
		round := must.Get(lattice.New(p, 5))(t)
		if f, err := round.Best(t.Context(), 2, lattice.Options{}); err != nil || f.Error < best-Tolerance {
			t.Errorf("%v: multiples of 5%%: %+v, %v", loss, f, err)
		}
		built, err := mip.Build(inst, program, regression.Merged)
		if err != nil || built.Model.Check() != nil || len(built.X) != testedColumns+1 {
			t.Errorf("%v: %v", loss, err)
		}
		if last := built.X[testedColumns]; last < 0 {
			t.Errorf("column 128 has no column in the model")
		}
	}
}

// TestManyKinks compares the losses of patterns below and above manyKinks with sums over their rows.
func TestManyKinks(t *testing.T) {
	r := matrixtest.Source(t, 41)
	inst := &regression.Instance{Columns: regression.NumberedColumns(2)}
	for i := range 4 * manyKinks {
		v := proof.VectorOf(1)
		if i%8 == 0 {
			v = proof.VectorOf(2)
		}
		inst.Features, inst.Target = append(inst.Features, v), append(inst.Target, r.Float64())
		inst.Weight = append(inst.Weight, float64(1+r.IntN(3)))
	}
	table := newTable(inst, lad.Average, 1)
	for p := range table.patterns {
		for i := int(table.first[p]); i < int(table.first[p+1]); i++ {
			want := 0.0
			for row, e := range inst.Target {
				if int(table.of[row]) == p {
					want += inst.Weight[row] * math.Abs(e-table.y[i])
				}
			}
			if got := table.lossAt(p, i); math.Abs(got-want) > 1e-9*want {
				t.Errorf("pattern %d, kink %d: %v, want %v", p, i, got, want)
			}
		}
	}
}
