package proof

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
)

// widening gives the columns of a claim other numbers, among many columns that are true nowhere, which change nothing
// but the words of the rows.
type widening struct {
	columns int
	at      []int // by column of the claim
}

func newWidening(r *rand.Rand, columns int, most bool) widening {
	w := widening{columns: 129 + r.IntN(200)}
	if most {
		w.columns = MaxColumns
	}
	w.at = append(r.Perm(w.columns)[:columns], -1)
	slices.Sort(w.at)
	for i := range w.at { // from 0 to columns, numbers from 1; the intercept stays
		w.at[i]++
	}
	return w
}

func (w widening) set(v Vector) (wide Vector) {
	for id := range v.All() {
		wide = wide.With(w.at[id])
	}
	return wide
}

// instance returns the rows with the other numbers.
func (w widening) instance(t testing.TB, rows []Row) (*Instance, []Row) {
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i].Columns = w.set(rows[i].Columns)
	}
	return must.Get(NewInstance(w.columns, rows))(t), rows
}

// proof returns a proof with the other numbers; of columns that are true nowhere the bounds are as wide as others, so
// that only the largest may count.
func (w widening) proof(in *Instance, p *Proof) *Proof {
	q := &Proof{Header: p.Header, Cuts: slices.Clone(p.Cuts)}
	rules := *p.Rules
	q.Rules, q.With, q.Instance = &rules, w.set(p.With), in.Digest()
	rules.Bounds, q.Labels.Columns, rules.Groups = slices.Repeat(p.Rules.Bounds[:1], w.columns), nil, nil
	for id := range w.columns {
		q.Labels.Columns = append(q.Labels.Columns, fmt.Sprintf("c%d", id+1))
	}
	for i, b := range p.Rules.Bounds {
		rules.Bounds[w.at[i+1]-1] = b
	}
	for _, g := range p.Rules.Groups {
		rules.Groups = append(rules.Groups, Group{w.set(g.Columns), g.Most})
	}
	move := func(d *Dual) *Dual {
		if d == nil {
			return nil
		}
		moved := *d
		moved.Weights = slices.Clone(d.Weights)
		for i, e := range moved.Weights {
			if e.At >= 0 && e.At < len(w.at) {
				moved.Weights[i].At = w.at[e.At]
			}
		}
		return &moved
	}
	q.Except = slices.Clone(p.Except)
	for i, v := range p.Except {
		q.Except[i] = w.set(v)
	}
	for i := range q.Cuts {
		c := &q.Cuts[i]
		c.Columns, c.Choice, c.Tree, c.Dual = w.set(c.Columns), w.set(c.Choice), slices.Clone(c.Tree), move(c.Dual)
		for k := range c.Tree {
			n := &c.Tree[k]
			if n.Dual = move(n.Dual); n.Column > 0 && n.Column < len(w.at) {
				n.Column = w.at[n.Column]
			}
		}
	}
	return q
}

// TestWideClaims has both checkers judge proofs, and the same proofs changed, with their columns among up to 4,096. The
// verdicts are those without the others, which TestClaimsAreSound compares with all formulas.
func TestWideClaims(t *testing.T) {
	r := newRand(t)
	j := newJudge(t)
	var names []string
	var want []bool
	for i := range wideClaims {
		c, p := tightClaim(t, r)
		w := newWidening(r, len(c.Rules.Bounds), i == 0)
		in, rows := w.instance(t, c.rows)
		path := j.instance(rows)
		for _, name := range slices.Sorted(maps.Keys(mutations2)) {
			if slices.Contains([]string{"bounds", "huge bounds", "intercept", "more features"}, name) {
				continue // the others' bounds widen the intercept's interval
			}
			q := p.clone2()
			mutations2[name](r, q)
			if q.Valid(c.in.columns) != nil {
				continue
			}
			wide := w.proof(in, q)
			narrow := c.in.Check(context.Background(), q, nil)
			got := in.Check(context.Background(), wide, nil)
			if rest := q.Rules.Intercept == NoIntercept; rest && (got == nil) != (narrow == nil) {
				t.Fatalf("%s: %v among %d columns, %v alone", name, got, w.columns, narrow)
			} else if got == nil && narrow != nil {
				t.Fatalf("%s: proved among %d columns only: %v", name, w.columns, narrow)
			}
			text := wide.Encode()
			if back, err := Decode(text); err != nil && got == nil || err == nil && slices.Compare(back.Encode(),
				text) != 0 {
				t.Fatalf("%s: %v: the text is not the proof", name, err)
			}
			names, want = append(names, name), append(want, got == nil)
			j.add(text, path)
		}
	}
	proved := 0
	for i, verdict := range j.verdicts() {
		if strings.HasPrefix(verdict, "proved: ") != want[i] {
			t.Errorf("%s: proved is %v here; there: %s", names[i], want[i], verdict)
		}
		if want[i] {
			proved++
		}
	}
	if t.Logf("%d of %d proved", proved, len(want)); proved < 20 || proved > len(want)-20 {
		t.Errorf("%d of %d proved", proved, len(want))
	}
}

// TestWideBudget has weights of many columns that each may be large: a formula of few columns fits, and so does a dual
// vector of few, not one of more.
func TestWideBudget(t *testing.T) {
	const columns = 3000
	in := must.Get(NewInstance(columns, []Row{{Columns: FirstColumns(columns), Denominator: 1, Weight: 1},
		{Numerator: 1, Denominator: 1, Weight: 1}}))(t)
	rules := &Rules{High: One, Bounds: slices.Repeat([]Bounds{{-2 * One, 2 * One}}, columns)}
	h := &Header{Rules: rules, Features: 1023, Instance: in.Digest()}
	must.Do(t, h.Valid(columns))
	for n, fits := range map[int]bool{1: true, 1023: true, 1024: false, columns: false} {
		d := &Dual{}
		for id := 1; id <= n; id++ {
			d.Weights = append(d.Weights, Entry{id, 2 * int64(One)})
		}
		if (in.Slopes(h, d) != nil) != fits {
			t.Errorf("%d weights: %v", n, in.Slopes(h, d))
		}
	}
	for _, x := range []*Header{{Rules: rules, Features: 1024}, {Features: 2048},
		{Rules: &Rules{High: One, Bounds: slices.Repeat([]Bounds{{Upper: 2048 * One}}, columns)}}} {
		if x.Valid(columns) == nil {
			t.Errorf("%d features are possible", x.Features)
		}
	}
}
