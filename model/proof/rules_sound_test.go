package proof

import (
	"bytes"
	"context"
	"maps"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"feltlab/internal/must"
)

// TestTreesAreSound shows for random claims that no formula without a cut's columns is below what a tree shows.
func TestTreesAreSound(t *testing.T) {
	r := newRand(t)
	positive, tight := 0, 0
	for range randomTrees {
		c := randomClaim(t, r)
		c.Except = nil // cuts are about all formulas
		cut := &Cut{Columns: c.units(some(r, []int{1, 2, 3, 4}, 3)).Minus(c.With)}
		cut.Tree = c.tree(r, cut, Part{Box: c.box(c.in.columns)}, 3)
		bound := c.reached(cut)
		least := c.least(r, cut.Columns)
		if least == nil {
			continue
		}
		if least.Cmp(new(big.Rat).SetFloat64(bound)) < 0 {
			t.Fatalf("%+v, cut %v: a formula has %s, the tree shows %v", c.Header, cut.Columns.IDs(),
				least.FloatString(20), bound)
		}
		if f, _ := least.Float64(); bound > 0 {
			positive++
			if bound > 0.6*f {
				tight++
			}
		}
	}
	t.Logf("%d bounds above 0, %d of them above 0.6 of the least loss", positive, tight)
	if positive < randomTrees*3/10 || tight < randomTrees*3/20 {
		t.Errorf("only %d bounds above 0, %d above 0.6 of the least loss", positive, tight)
	}
}

// TestClaimsAreSound shows that a claim that a whole proof shows is true, for random cuts with random trees. The cutoff
// is the least bound of the cuts.
func TestClaimsAreSound(t *testing.T) {
	r := newRand(t)
	shown, byExcept := 0, 0
	for range 500 {
		c := randomClaim(t, r)
		p := c.proof(r, 1)
		if err := c.in.Check(context.Background(), p, nil); err != nil || p.Cutoff == 0 {
			continue
		}
		shown++
		if len(c.Except) > 0 {
			all := *p
			if all.Except = nil; c.in.Check(context.Background(), &all, nil) != nil {
				byExcept++
			}
		}
		if least := c.least(r, Vector{}); least != nil && least.Cmp(new(big.Rat).SetFloat64(p.Cutoff)) < 0 {
			t.Fatalf("%+v: a formula has %s, the proof shows %v", p, least.FloatString(20), p.Cutoff)
		}
		if q, err := Decode(p.Encode()); err != nil || c.in.Check(context.Background(), q, nil) != nil {
			t.Fatalf("%v: the text is not the proof", err)
		}
	}
	if shown < 50 || byExcept < 20 {
		t.Errorf("only %d claims were shown, %d by excepted sets", shown, byExcept)
	}
	t.Logf("%d claims were shown, %d by excepted sets", shown, byExcept)
}

// TestEvaluateRules compares the errors of formulas under rules with sums of fractions.
func TestEvaluateRules(t *testing.T) {
	r := newRand(t)
	for range 300 {
		c := randomClaim(t, r)
		var weights [129]Decimal
		var formula []Term
		unit := float64(c.Rules.High - c.Rules.Low)
		for id := 1; id <= c.in.columns; id++ {
			if all := c.choices(r, id); len(all) > 0 && r.IntN(2) == 0 {
				weights[id] = all[r.IntN(len(all))]
				formula = append(formula, Term{id, float64(weights[id]) / unit})
			}
		}
		if c.Rules.Intercept != NoIntercept {
			continue // the best intercept is not a given one
		}
		e := must.Get(c.in.Evaluate(c.Rules, formula))(t)
		got := e.Average
		if c.Loss == Largest {
			got = e.Max
		}
		if want, _ := c.loss(&weights).Float64(); want < got.Low()-1e-17 || want > got.High()+1e-17 {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}

// TestRoundTrip2 writes and reads proofs of format 2, and changes each line of one.
func TestRoundTrip2(t *testing.T) {
	r := newRand(t)
	for range 200 {
		c := randomClaim(t, r)
		p := &Proof{Header: c.Header}
		p.Cutoff = r.Float64()
		for range r.IntN(4) {
			cut := Cut{Columns: some(r, []int{1, 2, 3, 4}, 2)}
			cut.Tree = c.tree(r, &cut, Part{Box: c.box(c.in.columns)}, 2)
			if len(cut.Tree) == 1 && cut.Tree[0].Kind == Leaf {
				cut.Dual, cut.Tree = cut.Tree[0].Dual, nil
			}
			for i := range cut.Tree {
				if r.IntN(3) == 0 {
					cut.Tree[i].Dual = nil
				}
			}
			p.Cuts = append(p.Cuts, cut)
		}
		text := roundTrip(t, p)
		for range 30 {
			spoiled := slices.Clone(text)
			spoiled[r.IntN(len(spoiled))] = byte(r.IntN(128))
			checkText(t, spoiled)
		}
	}
}

// TestExample2 checks the example of docs/proof-format.md, and refuses it where the page says so.
func TestExample2(t *testing.T) {
	page := must.Get(os.ReadFile("../../docs/proof-format.md"))(t)
	_, text, _ := bytes.Cut(page, []byte("```text\n"+magic))
	text, _, _ = bytes.Cut(text, []byte("```"))
	text = append([]byte(magic), text...)
	p := must.Get(Decode(text))(t)
	in := must.Get(NewInstance(4, exampleRows()))(t)
	must.Do(t, in.Check(t.Context(), p, nil))
	for _, c := range []struct{ old, new string }{
		{"cutoff 0.25", "cutoff 0.27"}, {"features 1", "features 2"}, {"split 1 1", "split 1 2"},
		{"split 1 1", "split 3 1"},
		{"step 0.5", "step 0.25"}, {"cut 2 3 4", "cut 2 4"}, {"split 1 1", "split 0 1"},
		{"column -1 1 one", "column -1 2 one"},
	} {
		changed := bytes.Replace(text, []byte(c.old), []byte(c.new), 1)
		if q, err := Decode(changed); err == nil && in.Check(t.Context(), q, nil) == nil {
			t.Errorf("it holds with %q for %q", c.new, c.old)
		}
	}
}

// TestMutationsAreSound changes proofs of round weights in all ways that the second checker sees, and shows that those
// that the kernel accepts are true.
func TestMutationsAreSound(t *testing.T) {
	r := newRand(t)
	names := slices.Sorted(maps.Keys(mutations2))
	accepted, counted := 0, 0
	for range 60 {
		c, p := tightClaim(t, r)
		for range 20 {
			q := p.clone2()
			for range 1 + r.IntN(2) {
				if len(q.Cuts) > 0 {
					mutations2[names[r.IntN(len(names))]](r, q)
				}
			}
			if c.in.Check(context.Background(), q, nil) != nil {
				continue
			}
			accepted++
			changed := &claim{Header: q.Header, rows: c.rows, in: c.in}
			if changed.formulas(r) > 2000 {
				continue
			}
			counted++
			if least := changed.least(r, Vector{}); least != nil && least.Cmp(new(big.Rat).SetFloat64(q.Cutoff)) < 0 {
				t.Fatalf("a formula has %s, below the cutoff of\n%s", least.FloatString(20), q.Encode())
			}
		}
	}
	t.Logf("%d of 1200 accepted, all formulas counted for %d", accepted, counted)
	if counted < 300 {
		t.Errorf("all formulas counted for only %d of %d accepted proofs", counted, accepted)
	}
}

// formulas returns how many formulas least goes through, or more.
func (c *claim) formulas(r *rand.Rand) int {
	n := 1
	for id := 1; id <= c.in.columns; id++ {
		n = min(n*(2+len(c.choices(r, id))), 1<<30)
	}
	return n
}
