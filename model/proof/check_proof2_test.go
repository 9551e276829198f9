package proof

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func anyNode(r *rand.Rand, p *Proof) *Node {
	tree := p.Cuts[r.IntN(len(p.Cuts))].Tree
	return &tree[r.IntN(len(tree))]
}

// tightClaim is a random claim with a proof whose cutoff is the least that its cuts show.
func tightClaim(t testing.TB, r *rand.Rand) (*claim, *Proof) {
	for {
		c := randomClaim(t, r)
		p := c.proof(r, c.Rules.MostCutoff())
		if len(p.Cuts) > 0 && c.in.Check(context.Background(), p, nil) == nil {
			return c, p
		}
	}
}

// clone2 copies a proof of format 2.
func (p *Proof) clone2() *Proof {
	q, err := Decode(p.Encode())
	if err != nil {
		panic(err)
	}
	for i := range q.Cuts { // a tree of one leaf too
		if c := &q.Cuts[i]; c.Tree == nil {
			c.Tree, c.Dual = []Node{{Dual: c.Dual}}, nil
		}
	}
	return q
}

// TestSecondChecker2 has both checkers judge proofs of format 2 that hold, the same proofs changed, and texts with a
// byte changed. They must agree on all.
func TestSecondChecker2(t *testing.T) {
	r := newRand(t)
	j := newJudge(t)
	for range tightClaims {
		c, p := tightClaim(t, r)
		path := j.instance(c.rows)
		for _, name := range slices.Sorted(maps.Keys(mutations2)) {
			q := p.clone2()
			mutations2[name](r, q)
			j.both(name, c.in, path, q.Encode())
		}
		for range 6 {
			text := p.Encode()
			at := r.IntN(len(text))
			text[at] ^= 1 << r.IntN(8)
			if bytes.HasPrefix(text, []byte(magic)) { // else another format
				j.both("byte", c.in, path, text)
			}
		}
		lines := strings.SplitAfter(string(p.Encode()), "\n")
		for _, by := range []string{" by 1", " by 1 2", " by 2 1", " by", " by 0", " by 1 by 2"} {
			some := slices.Clone(lines)
			isCut := func(line string) bool { return line == "cut\n" || strings.HasPrefix(line, "cut ") }
			at := slices.IndexFunc(some, isCut)
			some[at] = strings.TrimSuffix(some[at], "\n") + by + "\n"
			j.both("choice", c.in, path, []byte(strings.Join(some, "")))
		}
		at := r.IntN(len(lines) - 1)
		j.both("a line less", c.in, path, []byte(strings.Join(slices.Delete(slices.Clone(lines), at, at+1), "")))
		j.both("a line twice", c.in, path, []byte(strings.Join(slices.Insert(lines, at, lines[at]), "")))
	}
	proved, total, above := j.agree()
	t.Logf("%d of %d proved, %d of these above the range: %v", total, j.n, above, proved)
	if above == 0 || total < 2*tightClaims || total > j.n/2 {
		t.Errorf("%d of %d proved", total, j.n)
	}
}

// TestCutoffAboveRange has both checkers judge that no formula without an intercept, with a weight of at most 1, is
// near targets of 10 and 11, whose range is 1. Format 1 has no such claims, and no text has a cutoff of -0.
func TestCutoffAboveRange(t *testing.T) {
	rows := []Row{row(set(1), 0, 0, 10, 1), row(set(1), 10, 0, 10, 1)}
	in := instanceOf(t, rows)
	in.columns = 1
	one := Bounds{-One, One}
	p := &Proof{Header: Header{Features: 1, Rules: &Rules{Low: 10 * One, High: 11 * One, Bounds: []Bounds{one}}}}
	p.Labels, p.Instance = Labels{Rows: "rows", Source: "-", Columns: []string{"a"}}, in.Digest()
	p.Cuts = []Cut{{Dual: &Dual{Weights: []Entry{{1, int64(One)}}}}}
	best := in.Bound(&p.Header, &p.Cuts[0], p.Cuts[0].Dual)
	if math.Abs(best-9.5) > 1e-9 {
		t.Fatalf("the dual vector shows %v, want 9.5", best)
	}
	j := newJudge(t)
	path := j.instance(rows)
	for _, c := range []struct {
		cutoff string
		want   bool
	}{{"1", true}, {"9.499999999", true}, {"9.5", true}, {"9.500000001", false}, {"0", true}, {"-0", false},
		{"-1", false},
		{"2047", false}, {"2047.5", false}} {
		text := strings.Replace(string(p.Encode()), "cutoff 0\n", "cutoff "+c.cutoff+"\n", 1)
		q, err := Decode([]byte(text))
		if err == nil {
			err = in.Check(t.Context(), q, nil)
		}
		j.add([]byte(text), path)
		if (err == nil) != c.want {
			t.Errorf("cutoff %s: %v", c.cutoff, err)
		}
	}
	for i, verdict := range j.verdicts() {
		if want := i < 3 || i == 4; strings.HasPrefix(verdict, "proved: ") != want {
			t.Errorf("cutoff %d: %s", i, verdict)
		}
	}
	plain := &Proof{Header: Header{Features: 1, Loss: Average, Cutoff: 1.5, Instance: in.Digest()}}
	if err := plain.Valid(1); !errors.Is(err, ErrHeader) {
		t.Errorf("a cutoff of 1.5 in format 1: %v", err)
	}
}
