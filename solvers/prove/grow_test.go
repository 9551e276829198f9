package prove

import (
	"math"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/model/regression"
)

// TestShares adds up the weight of the rows with each column, one by one.
func TestShares(t *testing.T) {
	r := matrixtest.Source(t, 0)
	for range 20 {
		inst := random(r, 40+r.IntN(300), 6+r.IntN(10))
		tb, _ := prepare(t, inst)
		for j, id := range tb.ids {
			if want := shareOf(inst, id); math.Abs(tb.share[j]-want) > 1e-12 {
				t.Errorf("column %d has the share %v, want %v", id, tb.share[j], want)
			}
		}
	}
}

func shareOf(inst *regression.Instance, id int) float64 {
	sum := 0.0
	for i, v := range inst.Features {
		if v.Has(id) {
			sum += inst.Weight[i]
		}
	}
	return sum / inst.TotalWeight()
}

// TestGrow grows random cores and compares them with fits: the grown set is a core that has the first one, no column
// that it lost costs less than cost says, and no column is tried twice.
func TestGrow(t *testing.T) {
	r := matrixtest.Source(t, 0)
	grown := 0
	for range 40 {
		inst := random(r, 40+r.IntN(300), 8+r.IntN(12))
		tb, p := prepare(t, inst)
		lossOf := func(out columns) float64 {
			fit := must.Get(p.Fit(tb.names(tb.all().minus(out).list())))(t)
			return fit.Error * tb.total
		}
		root := newLP(t.Context(), tb)
		root.solve(math.Inf(1))
		s := newSearcher(t.Context(), tb, p, root, 0, 1, &cuts{})
		out, levels := tb.all(), r.IntN(12)
		for _, j := range tb.all().list() {
			if r.IntN(3) == 0 {
				out = out.without(j)
			}
			s.popular[j] = float64(r.IntN(4))
		}
		for d := range levels + 1 {
			s.at(d).free = columns{proof.Words(r.Uint64(), 0)}.and(tb.all())
		}
		s.cutoff = lossOf(out) * (0.6 + 0.39*r.Float64())
		if s.fit.limit(out); !s.isCore(s.fit, 0) {
			t.Fatalf("%v without %v is no core for %v, the fit loses %v", tb.all(), out, s.cutoff, lossOf(out))
		}
		for _, j := range out.list() {
			if least := s.fit.value - s.fit.cost(j); least > lossOf(out.without(j))*(1+cutMargin) {
				t.Errorf("with column %d the bound is %v, and the fit loses %v", j, least, lossOf(out.without(j)))
			}
		}
		s.solves = 0
		s.grow(levels, s.at(levels).free)
		if left := s.fit.out; !left.minus(out).empty() || s.solves > int64(out.size()) || lossOf(left) < s.cutoff {
			t.Errorf("of %v, %v are left by %d relaxations; the fit loses %v, the cutoff is %v",
				out, left, s.solves, lossOf(left), s.cutoff)
		} else {
			grown += out.size() - left.size()
		}
	}
	if grown == 0 {
		t.Error("no column was put back")
	}
}

// TestOrder sorts the columns of a core by the rows of an instance: by the slopes of their losses, their weight, and
// how often a choice had them.
func TestOrder(t *testing.T) {
	r := matrixtest.Source(t, 0)
	inst := random(r, 200, 12)
	tb, p := prepare(t, inst)
	s := newSearcher(t.Context(), tb, p, newLP(t.Context(), tb), 0, 1, &cuts{})
	s.fit.limit(tb.all())
	s.count(columns{proof.Words(0b101101)})
	s.count(columns{proof.Words(0b000101)})
	order := tb.all().list()
	s.sortByCost(order)
	key := func(j int) float64 {
		slope := 0.0
		for i, v := range inst.Features {
			if v.Has(tb.ids[j]) {
				slope += s.fit.lambda[tb.of[i]] * inst.Weight[i] / weightOfPattern(tb, inst, tb.of[i])
			}
		}
		popular := map[int]float64{0: 1.99, 2: 1.99, 3: 0.99, 5: 0.99}[j]
		return math.Abs(slope) / (math.Sqrt(shareOf(inst, tb.ids[j])) * (1 + popular))
	}
	for i := range order[1:] {
		if key(order[i]) > key(order[i+1])*(1+1e-9) {
			t.Errorf("in the order %v, %v at %d is above %v", order, key(order[i]), i, key(order[i+1]))
		}
	}
}

func weightOfPattern(tb *table, inst *regression.Instance, pattern int32) float64 {
	sum := 0.0
	for i, p := range tb.of {
		if p == pattern {
			sum += inst.Weight[i]
		}
	}
	return sum
}
