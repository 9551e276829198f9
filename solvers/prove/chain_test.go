package prove

import (
	"bytes"
	"slices"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/proof"
)

// TestChain expects every cut once, each the nearest of those that are left.
func TestChain(t *testing.T) {
	r := matrixtest.Source(t, 22)
	cuts := make([]proof.Cut, 200)
	for i := range cuts {
		for range 6 {
			cuts[i].Columns = cuts[i].Columns.With(1 + r.IntN(matrixtest.Columns))
		}
	}
	order := must.Get(chain(t.Context(), cuts, nil))(t)
	distance := func(a, b int) (n int) {
		for id := 1; id <= matrixtest.Columns; id++ {
			if cuts[a].Columns.Has(id) != cuts[b].Columns.Has(id) {
				n++
			}
		}
		return n
	}
	for i := 1; i < len(order); i++ {
		for _, later := range order[i:] {
			if distance(order[i-1], later) < distance(order[i-1], order[i]) {
				t.Fatalf("place %d: cut %d is nearer to cut %d than cut %d", i, later, order[i-1], order[i])
			}
		}
	}
	slices.Sort(order)
	for i, at := range order {
		if i != at {
			t.Fatalf("cut %d is missing or twice", i)
		}
	}
	if got, err := chain(t.Context(), nil, nil); len(got) != 0 || err != nil {
		t.Errorf("no cuts have the order %v", got)
	}
}

// TestExpandedOnce expects the same dual vectors from any number of goroutines.
func TestExpandedOnce(t *testing.T) {
	r := matrixtest.Source(t, 23)
	s := randomProblem(t, r, 80, 12)
	p := &proof.Proof{Header: s.claim(proof.Average, 3, 1)}
	ids := s.Exact.Features().IDs()
	finder := must.Get(NewFinder(t.Context(), s.Instance, s.Exact, &p.Header))(t)
	least := 1.0
	for range 3 * blockCuts {
		c := proof.Cut{}
		for range 4 {
			c.Columns = c.Columns.With(ids[r.IntN(len(ids))])
		}
		d := must.Get(finder.Find(&c))(t)
		least = min(least, s.Exact.Bound(&p.Header, &c, d))
		p.Cuts = append(p.Cuts, c)
	}
	p.Cutoff = least
	one := must.Get(Expand(t.Context(), s, p, NewFinder, 1))(t)
	for range 5 {
		four := must.Get(Expand(t.Context(), s, p, NewFinder, 4))(t)
		if !bytes.Equal(one.Encode(), four.Encode()) {
			t.Error("one goroutine and four find other dual vectors")
		}
	}
}
