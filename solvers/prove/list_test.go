package prove

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

// allSets fits every set of at most n columns that the rules allow and that has some, by ascending error.
func allSets(t *testing.T, inst *regression.Instance, loss proof.Loss, n int, with proof.Vector) (all []*lad.Fit) {
	p := must.Get(lad.New(inst, loss))(t)
	for set := range uint64(1) << p.Columns() {
		v := proof.Words(set)
		if inst.Rules.Units(v) == v && with.Minus(v).Empty() && matrixtest.Permits(inst.Rules, n, v.IDs()) {
			all = append(all, must.Get(p.Fit(v.IDs()))(t))
		}
	}
	slices.SortStableFunc(all, func(a, b *lad.Fit) int { return cmp.Compare(a.Error, b.Error) })
	return all
}

// bestSets picks the k best of all sets: one of those that differ in interchangeable columns, and none with a column
// that hardly lowers the error.
func bestSets(s *Problem, all []*lad.Fit, k int, with proof.Vector) (best []*lad.Fit) {
	of := map[proof.Vector]float64{}
	for _, f := range all {
		of[proof.VectorOf(f.IDs...)] = f.Error
	}
	same := s.Exact.Interchangeable(s.Rules)
	for _, f := range all {
		v := proof.VectorOf(f.IDs...)
		needed := v != with
		for id := range v.Minus(with).All() {
			smaller := same[id].Minus(with).Minus(v).IDs()
			needed = needed && of[v.Without(id)] > f.Error+proof.Tolerance(f.Error) &&
				!(len(smaller) > 0 && smaller[0] < id)
		}
		if needed && len(best) < k {
			best = append(best, f)
		}
	}
	return best
}

// TestListAgainstBruteForce lists the best sets of columns of 200 small random tables, and has the kernel judge the
// proofs. It compares sets, proofs and claims with all sets.
func TestListAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(64, 6))
	short, smaller := 0, 0
	for range 200 {
		inst := branchTable(r)
		if r.IntN(3) == 0 {
			inst.Rules.Groups = []proof.Group{{Columns: proof.VectorOf(2, 4, 5), Most: r.IntN(3)}}
		}
		for i := range inst.Features { // a duplicate, and with an intercept a complement
			inst.Features[i] = inst.Features[i].Without(8).Without(9)
			if inst.Features[i].Has(1) {
				inst.Features[i] = inst.Features[i].With(8)
			} else {
				inst.Features[i] = inst.Features[i].With(9)
			}
		}
		s := must.Get(NewProblem(inst))(t)
		loss, n, k := proof.Loss(r.IntN(2)), 1+r.IntN(3), 2+r.IntN(6)
		with := proof.Vector{}
		if r.IntN(4) == 0 {
			with = inst.Rules.Units(proof.VectorOf(1 + r.IntN(7)))
		}
		all := allSets(t, inst, loss, n, with)
		want := bestSets(s, all, k, with)
		o := Options{Workers: 1 + r.IntN(2), With: with.IDs()}
		got := must.Get(List(t.Context(), s, loss, n, k, formulaOf(all[0].IDs), o))(t)
		if len(got.Sets) != len(want) {
			t.Fatalf("%d sets, want %d", len(got.Sets), len(want))
		}
		for i, x := range got.Sets {
			if x.Error > want[i].Error+1e-12 || x.Error < want[i].Error-1e-12 {
				t.Fatalf("set %d, %v: %v, want %v with %v", i+1, x.IDs, x.Error, want[i].IDs, want[i].Error)
			}
			if x.Proof != nil {
				smaller++
				checkListed(t, s, all, x.Proof, x.Error)
			} else if i > 0 && len(x.IDs) < n && x.Error > proof.ZeroError {
				t.Errorf("no proof that more columns do not improve %v of %d", x.IDs, n)
			}
		}
		last := must.Get(must.Get(lad.New(inst, loss))(t).Fit(with.IDs()))(t).Error
		if len(want) == k {
			last = want[k-1].Error
		} else {
			short++
		}
		if got.Proof == nil && last > proof.ZeroError {
			t.Fatalf("no proof: error %v", last)
		} else if got.Proof != nil {
			checkListed(t, s, all, got.Proof, last)
		}
	}
	if t.Logf("%d lists of all sets, %d proofs about sets with room", short, smaller); short < 8 || smaller < 20 {
		t.Error("too few")
	}
}

// checkListed has the kernel judge a proof with excepted sets, and compares its claim with all sets.
func checkListed(t *testing.T, s *Problem, all []*lad.Fit, p *proof.Proof, e float64) {
	t.Helper()
	must.Do(t, s.Exact.Check(t.Context(), p, nil))
	if p.Cutoff < e-proof.Tolerance(e) || p.Cutoff > e+1e-12 {
		t.Errorf("proved up to %v, want %v", p.Cutoff, e)
	}
	l := lister{with: p.With, same: s.Exact.Interchangeable(s.Rules), except: p.Except}
	for _, f := range all {
		if f.Error < p.Cutoff-1e-12 && p.With.Minus(proof.VectorOf(f.IDs...)).Empty() && !l.listed(f.IDs) {
			t.Errorf("FALSE CLAIM: no set but %v below %v, and %v has %v", p.Except, p.Cutoff, f.IDs, f.Error)
		}
	}
	compact(t, s, p)
	for i, v := range p.Except {
		q := *p
		q.Except = slices.Delete(slices.Clone(p.Except), i, i+1)
		below := func(f *lad.Fit) bool { return slices.Equal(f.IDs, v.IDs()) && f.Error < p.Cutoff-1e-12 }
		includes := func(w proof.Vector) bool { return w.Minus(v).Empty() }
		if !p.With.Minus(v).Empty() || !slices.ContainsFunc(all, below) || slices.ContainsFunc(q.Except, includes) {
			continue
		}
		if err := s.Exact.Cover(t.Context(), &q); !errors.Is(err, proof.ErrCover) {
			t.Errorf("it holds without %v: %v", v.IDs(), err)
		}
	}
}

// TestOfferTwice has two workers offer one set in a search: both hear that the list changed, so that neither excludes
// the set, and with it its subsets, from the searches that follow.
func TestOfferTwice(t *testing.T) {
	inst := branchTable(rand.New(rand.NewPCG(2, 1)))
	s := must.Get(NewProblem(inst))(t)
	v := must.Get(newProver(t.Context(), s, proof.Average, 2, regression.Formula{}, Options{}))(t)
	l := &lister{v: v, k: 3, same: s.Exact.Interchangeable(s.Rules), rules: s.Rules, tried: map[proof.Vector]bool{}}
	l.none = must.Get(v.p.Fit(nil))(t).Error
	best := must.Get(lad.New(inst, proof.Average))(t)
	id := slices.MinFunc(inst.Columns.IDs(), func(a, b int) int {
		return cmp.Compare(must.Get(best.Fit([]int{a}))(t).Error, must.Get(best.Fit([]int{b}))(t).Error)
	})
	for range 2 {
		if !must.Get(l.offer([]int{id}))(t) {
			t.Error("a set that was just listed counts as no change")
		}
	}
	l.grown = false // the next search
	if must.Get(l.offer([]int{id}))(t) {
		t.Error("a set of an earlier search counts as a change")
	}
}
