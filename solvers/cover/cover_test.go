package cover_test

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"feltlab/model/proof"
	"feltlab/solvers/cover"
)

// random makes a problem of up to 10 columns, some in groups, in orders or chosen.
func random(r *rand.Rand) *cover.Problem {
	n := 3 + r.IntN(8)
	p := &cover.Problem{Free: proof.FirstColumns(n)}
	if r.IntN(3) == 0 {
		p.Free, p.Chosen = p.Free.Without(n), proof.VectorOf(n)
	}
	p.Most = r.IntN(4)
	for range 1 + r.IntN(30) {
		p.Cuts = append(p.Cuts, proof.Words(r.Uint64N(1<<n)&r.Uint64N(1<<n)))
	}
	if r.IntN(2) == 0 {
		p.Groups = []proof.Vector{proof.VectorOf(1, 2+r.IntN(2))}
		if n > 6 && r.IntN(2) == 0 {
			p.Groups = append(p.Groups, proof.VectorOf(4, 6, n))
		}
	}
	if n > 6 && r.IntN(2) == 0 {
		p.After = map[int]int{5: 2}
		if r.IntN(2) == 0 && len(p.Groups) < 2 {
			p.After[6] = 5
		}
	}
	return p
}

// satisfies reports whether a choice is a solution.
func satisfies(p *cover.Problem, choice uint64) bool {
	ok := choice&p.Chosen.Word(0) == p.Chosen.Word(0) && bits.OnesCount64(choice&p.Free.Word(0)) <= p.Most
	for _, c := range p.Cuts {
		ok = ok && choice&c.Word(0) != 0
	}
	for _, g := range p.Groups {
		ok = ok && bits.OnesCount64(choice&g.Word(0)) <= 1
	}
	for id, before := range p.After {
		ok = ok && (before == 0 || choice>>(id-1)&1 <= choice>>(before-1)&1)
	}
	return ok
}

// holds reports whether every leaf is a contradiction for the columns that are chosen and given up above it.
func holds(p *cover.Problem, nodes []cover.Node) error {
	var walk func(in, out uint64) error
	walk = func(in, out uint64) error {
		n := nodes[0]
		nodes = nodes[1:]
		if bit := uint64(1) << max(n.Column-1, 0); n.Column > 0 {
			return errors.Join(walk(in|bit, out), walk(in, out|bit))
		}
		var sum [130]int64
		right := -n.Leaf.Limit * int64(p.Most+bits.OnesCount64(p.Chosen.Word(0)))
		for id := range sum {
			sum[id] = -n.Leaf.Limit
		}
		add := func(columns proof.Vector, times, most int64) {
			right += times * most
			for _, id := range columns.IDs() {
				sum[id] += times
			}
		}
		for _, t := range n.Leaf.Cuts {
			add(p.Cuts[t.At], t.Times, 1)
		}
		for _, t := range n.Leaf.Groups {
			add(p.Groups[t.At], -t.Times, 1)
		}
		for _, t := range n.Leaf.Orders {
			sum[t.At] -= t.Times
			sum[p.After[t.At]] += t.Times
		}
		for _, id := range (proof.Words(p.Free.Word(0) | p.Chosen.Word(0))).IDs() {
			switch bit := uint64(1) << (id - 1); {
			case in&bit != 0:
				right -= sum[id]
			case sum[id] > 0 && out&bit == 0:
				return fmt.Errorf("column %d is left in %+v", id, n.Leaf)
			}
		}
		if right <= 0 {
			return fmt.Errorf("no contradiction: %d in %+v", right, n.Leaf)
		}
		return nil
	}
	if err := walk(p.Chosen.Word(0), 0); err != nil || len(nodes) > 0 {
		return fmt.Errorf("%d nodes too many, %w", len(nodes), err)
	}
	return nil
}

// TestTree compares with all choices, and has a checker of its own accept the trees.
func TestTree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	solved, trees := 0, 0
	for range 3000 {
		p := random(r)
		found := false
		for choice := range uint64(1 << 10) {
			found = found || satisfies(p, choice)
		}
		nodes, err := cover.Tree(t.Context(), p)
		var choice *cover.ChoiceError
		switch {
		case errors.As(err, &choice) && errors.Is(err, cover.ErrChoice):
			if solved++; !satisfies(p, choice.Choice.Word(0)) {
				t.Fatalf("%v is none of %+v", err, p)
			}
		case err != nil || found:
			t.Fatalf("%v, a choice %v: %+v", err, found, p)
		default:
			trees++
			if err := holds(p, nodes); err != nil {
				t.Fatalf("%v\n%+v\n%+v", err, p, nodes)
			}
		}
	}
	if solved < 100 || trees < 1000 {
		t.Errorf("%d solutions and %d trees", solved, trees)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := cover.Tree(ctx, random(rand.New(rand.NewPCG(2, 0)))); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
