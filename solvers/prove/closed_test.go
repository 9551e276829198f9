package prove

import (
	"slices"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/solvers/lad"
)

// leaves reports whether a choice of at most k free columns has a column of every cut, by trying all of them. Of
// duplicates, a choice has the smallest free ones.
func leaves(t *table, cuts []columns, free columns, k int) bool {
	if len(cuts) == 0 || k == 0 {
		return len(cuts) == 0
	}
	for _, j := range free.list() {
		same := t.duplicates[j].and(free)
		if same.smallest() != j || cuts[0].and(same).empty() {
			continue
		}
		left := slices.DeleteFunc(slices.Clone(cuts), func(c columns) bool { return c.has(j) })
		if leaves(t, left, free.without(j).minus(t.group[j]), k-1) {
			return true
		}
		free = free.minus(same)
	}
	return false
}

// TestIncidence closes nodes with random cuts, duplicates and groups, and nodes below them while cuts come in.
func TestIncidence(t *testing.T) {
	r := matrixtest.Source(t, 50)
	closed, open := 0, 0
	for range 2000 {
		tb := &table{ids: make([]int, 6+r.IntN(90))}
		for j := range tb.ids {
			tb.duplicates, tb.group = append(tb.duplicates, columns{}.with(j)), append(tb.group, columns{}.with(j))
			tb.most = append(tb.most, 1)
		}
		some := func(n int) (c columns) {
			for range n {
				c = c.with(r.IntN(len(tb.ids)))
			}
			return c
		}
		for range r.IntN(3) {
			setOf(tb.duplicates, some(3))
		}
		for j, same := range tb.duplicates {
			if same.size() > 1 {
				tb.doubled = tb.doubled.with(j)
			}
		}
		if tb.doubled.empty() && r.IntN(2) == 0 {
			setOf(tb.group, some(4))
		}
		n := &level{in: some(2), k: 2 + r.IntN(3)}
		n.free = some(len(tb.ids)).minus(n.in)
		learn := func(count int) {
			for range count {
				if c := some(4 + r.IntN(12)); c.and(n.in).empty() && !c.empty() {
					n.active = append(n.active, c)
				}
			}
		}
		learn(1 + r.IntN(200>>r.IntN(6)))
		if len(n.active) == 0 {
			continue
		}
		x := incidence{t: tb, stopped: func() bool { return false }}
		got := !x.reset(n, 0, n.free) || x.closes(n, n.in, n.free, n.k)
		for in, free, k := n.in, n.free, n.k; ; {
			left := slices.DeleteFunc(slices.Clone(n.active),
				func(c columns) bool { return !c.and(in.minus(n.in)).empty() })
			if want := !leaves(tb, left, free, k); got != want {
				t.Fatalf("cuts %v, duplicates %v, groups %v, with %v, %d of %v: closed %v, want %v",
					left, tb.duplicates, tb.group, in, k, free.list(), got, want)
			}
			if got {
				closed++
				break
			}
			open++
			if k == 2 || free.empty() {
				break
			}
			j := tb.duplicates[free.list()[r.IntN(free.size())]].and(free).smallest()
			in, free, k = in.with(j), free.without(j).minus(tb.group[j]), k-1
			learn(r.IntN(90))
			got = x.closes(n, in, free, k)
		}
	}
	if closed < 300 || open < 300 {
		t.Errorf("%d closed, %d open", closed, open)
	}
}

// setOf makes some columns a set of which each knows all, unless one is in such a set already.
func setOf(sets []columns, of columns) {
	for _, j := range of.list() {
		if !sets[j].minus(columns{}.with(j)).empty() {
			return
		}
	}
	for _, j := range of.list() {
		sets[j] = of
	}
}

// TestSameCuts expects the same cuts, in the same order, whether the search closes nodes by bit sets or visits them.
func TestSameCuts(t *testing.T) {
	r := matrixtest.Source(t, 51)
	cuts := 0
	for k := range 8 {
		inst := random(r, 100+r.IntN(100), 12+r.IntN(6))
		if k%2 > 0 {
			inst.Rules = matrixtest.Rules(r, inst.Columns.Count())
		}
		s := must.Get(NewProblem(inst))(t)
		for _, loss := range []proof.Loss{lad.Average, lad.Max} {
			n := 2 + r.IntN(5)
			var results [2]*Result
			for i := range results {
				results[i] = must.Get(Solve(t.Context(), s, loss, n, nil, Options{Workers: 1, visitAll: i > 0}))(t)
			}
			fast, slow := results[0], results[1]
			for i := range min(len(fast.Cuts), len(slow.Cuts)) {
				if fast.Cuts[i].Columns != slow.Cuts[i].Columns {
					t.Fatalf("%v, %d of %d columns: cut %d is %v, and %v if every node is visited", loss, n,
						len(s.Exact.Features().IDs()), i+1, fast.Cuts[i].Columns.IDs(), slow.Cuts[i].Columns.IDs())
				}
			}
			if len(fast.Cuts) != len(slow.Cuts) || fast.Bound != slow.Bound || fast.Solves != slow.Solves ||
				fast.Pivots != slow.Pivots {
				t.Errorf("%v, %d of %d columns: %d cuts, %d pivots, bound %v; if every node is visited %d, %d, %v",
					loss, n, len(s.Exact.Features().IDs()), len(fast.Cuts), fast.Pivots, fast.Bound, len(slow.Cuts),
					slow.Pivots, slow.Bound)
			}
			cuts += len(fast.Cuts)
		}
	}
	if cuts < 200 {
		t.Errorf("only %d cuts", cuts)
	}
}
