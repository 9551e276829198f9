package proof

import (
	"context"
	"errors"
	"strings"
	"testing"

	"feltlab/internal/must"
)

// unitRows are four rows without a column, with 1, 2 and 3 alone.
func unitRows() []Row {
	return []Row{row(set(), 0, 0, 2, 1), row(set(1), 1, 0, 1, 1), row(set(2), 1, 0, 1, 1), row(set(3), 1, 0, 2, 1)}
}

// unitClaim is that no formula of one unit, where 1 and 2 are one, has an average error below 1/8: one that has them is
// wrong about 3, and others about the rows of 1 and 2.
func unitClaim(t testing.TB) (*Instance, *Proof) {
	in := must.Get(NewInstance(3, unitRows()))(t)
	one := Bounds{-One, One}
	h := Header{Rules: &Rules{High: One, Bounds: []Bounds{one, one, one}, Groups: []Group{{set(1, 2), 0}}}, Features: 1,
		Cutoff: 0.125, Instance: in.Digest(),
		Labels: Labels{Rows: "rows", Source: "-", Columns: []string{"a", "b", "c"}}}
	others, units := in.DualOf(&h, []float64{0, 0, 0, 0.5}, []float64{0, -1, -1, 0}),
		in.DualOf(&h, []float64{0, 1, 1, 0}, []float64{0, 0, 0, -1})
	return in, &Proof{Header: h, Cuts: []Cut{{Columns: set(1), Dual: &others}, {Columns: set(3), Dual: &units}}}
}

// severalClaim is that no formula has an average error below 1/8 that has at most two of the three columns.
func severalClaim(t testing.TB) (*Instance, *Proof) {
	in, p := unitClaim(t)
	p.Features, p.Rules.Groups = 3, []Group{{set(1, 2, 3), 2}}
	all := in.DualOf(&p.Header, make([]float64, 4), []float64{0, -1, -1, -1})
	p.Cuts = []Cut{{Dual: &all}}
	return in, p
}

// TestForgedUnits has the kernel accept two claims about groups, and refuse false ones with the same cuts.
func TestForgedUnits(t *testing.T) {
	for name, c := range map[string]struct {
		forge func(p *Proof)
		want  error // nil: it holds
	}{
		"none":                  {func(*Proof) {}, nil},
		"more":                  {func(p *Proof) { p.Cutoff = 0.126 }, ErrCut},
		"counted as none":       {func(p *Proof) { p.Features = 2 }, ErrCover},
		"not the first, cut":    {func(p *Proof) { p.Cuts[0].Columns = set(2) }, ErrCut},
		"all columns, cut":      {func(p *Proof) { p.Cuts[0].Columns = set(1, 2) }, ErrCut},
		"missing from a cut":    {func(p *Proof) { p.Cuts[0].Columns = set() }, ErrCut},
		"not the first, with":   {func(p *Proof) { p.With = set(2) }, ErrHeader},
		"not the first, except": {func(p *Proof) { p.Except = []Vector{set(2)} }, ErrHeader},
		"not the first, choice": {func(p *Proof) {
			leaf := Node{Dual: p.Cuts[1].Dual}
			p.Cuts[1] = Cut{Columns: set(3), Tree: []Node{{Kind: Choose, Column: 2}, leaf, leaf}}
		}, ErrCut},
		"a split of the unit of a cut": {func(p *Proof) {
			p.Rules.Step = One / 2
			leaf := Node{Dual: p.Cuts[0].Dual}
			p.Cuts[0] = Cut{Columns: set(1), Tree: []Node{{Kind: Split, Column: 2}, leaf, leaf}}
		}, ErrCut},
		"a leaf without the unit": {func(p *Proof) {
			leaf := Node{Dual: p.Cuts[1].Dual}
			p.Cuts[1] = Cut{Columns: set(3), Tree: []Node{{Kind: Choose, Column: 1}, leaf, {Kind: None}}}
		}, ErrCut},
	} {
		in, p := unitClaim(t)
		if c.forge(p); !errors.Is(in.Check(context.Background(), p, nil), c.want) {
			t.Errorf("%s: %v, want %v", name, in.Check(context.Background(), p, nil), c.want)
		}
	}
	for most, cutoff := range map[int]float64{1: 0.375, 2: 0.125} {
		in, p := severalClaim(t)
		p.Rules.Groups[0].Most, p.Cutoff = most, cutoff
		must.Do(t, in.Check(context.Background(), p, nil))
		if p.Rules.Groups[0].Most++; p.Rules.Groups[0].Most == 3 {
			p.Rules.Groups = nil
		}
		if err := in.Check(context.Background(), p, nil); !errors.Is(err, ErrCut) {
			t.Errorf("too many of a group of %d: %v", most, err)
		}
		p.Rules.Groups, p.With = []Group{{set(1, 2, 3), most}}, FirstColumns(most+1)
		if err := in.Check(context.Background(), p, nil); !errors.Is(err, ErrHeader) {
			t.Errorf("too many of a group of %d in every formula: %v", most, err)
		}
	}
}

// TestGroupLines reads the lines of groups that a writer writes, and no others.
func TestGroupLines(t *testing.T) {
	_, whole := unitClaim(t)
	_, several := severalClaim(t)
	for p, line := range map[*Proof]string{whole: "group whole 1 2", several: "group most 2 1 2 3"} {
		text := string(p.Encode())
		q, err := Decode([]byte(text))
		if err != nil || string(q.Encode()) != text || strings.Count(text, line+"\n") != 1 {
			t.Fatalf("%v\n%s", err, text)
		}
		for _, other := range []string{"group most 1 1 2", "group most 0 1 2", "group most 3 1 2 3",
			"group most -1 1 2", "group whole 1", "group whole", "group most", "group most 2", "group whole 2 1",
			"group  whole 1 2", "group most 02 1 2 3", "group whole whole 1 2", "whole 1 2"} {
			if _, err := Decode([]byte(strings.Replace(text, line, other, 1))); err == nil {
				t.Errorf("%q is read", other)
			}
		}
	}
}
