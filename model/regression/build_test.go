package regression

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"feltlab/internal/must"
	"feltlab/model/features"
	"feltlab/model/mip"
)

// fourRows has a feature that is always true (1), duplicates (2 and 72), and one alone (3); rows
// 1 and 3 are equal and row 2 differs from them in the equity only.
func fourRows() *Instance {
	return &Instance{
		Columns: NumberedColumns(73),
		Source:  "AA", Rows: "RUS",
		Features: []features.Vector{vector(1, 2, 72), vector(1, 2, 72), vector(1, 2, 72), vector(1, 3)},
		Target:   []float64{0.5, 0.25, 0.5, 1},
		Weight:   []float64{1, 2, 3, 4},
	}
}

// stats are the sizes of a model.
type stats struct {
	Rows, Columns, Integers, Nonzeros int
}

// statsOf counts the rows, columns, integer columns and nonzeros of m.
func statsOf(m *mip.Model) stats {
	s := stats{Rows: len(m.Rows), Columns: len(m.Columns), Nonzeros: len(m.Index)}
	for _, c := range m.Columns {
		if c.Integer {
			s.Integers++
		}
	}
	return s
}

func TestSizes(t *testing.T) {
	const n, m = 4, features.Count
	const rows, useful = 3, 3 // after merging
	for _, c := range []struct {
		kind        Kind
		formulation Formulation
		want        stats
	}{
		{AvgErr, Plain, stats{Rows: 2*(n+m) + 1, Columns: 2*m + n, Integers: m, Nonzeros: 2*(3+3+3+2+n) + 4*m + m}},
		{FeatAvgErr, Plain, stats{Rows: 2*(n+m) + 1, Columns: 2*m + n, Integers: m, Nonzeros: 2*(3+3+3+2+n) + 4*m + n}},
		{MaxErr, Plain, stats{Rows: 2*(n+m) + 1, Columns: 2*m + 1, Integers: m, Nonzeros: 2*(3+3+3+2+n) + 4*m + m}},
		{FeatMaxErr, Plain, stats{Rows: 2*(n+m) + 1, Columns: 2*m + 1, Integers: m, Nonzeros: 2*(3+3+3+2+n) + 4*m + 1}},
		{AvgErr, Merged, stats{Rows: 2*(rows+useful) + 1, Columns: 2*useful + rows, Integers: useful,
			Nonzeros: 2*(2+2+2+rows) + 4*useful + useful}},
		{MaxErr, Merged, stats{Rows: 2*(rows+useful) + 1, Columns: 2*useful + 1, Integers: useful,
			Nonzeros: 2*(2+2+2+rows) + 4*useful + useful}},
		// Two patterns with 2 and 1 equities: 3 and 2 pieces.
		{AvgErr, Pattern, stats{Rows: 2 + 2*useful + 1, Columns: 2*useful + 5, Integers: useful,
			Nonzeros: 2 + 2 + 5 + 4*useful + useful}},
		{FeatAvgErr, Pattern, stats{Rows: 2 + 2*useful + 1, Columns: 2*useful + 5, Integers: useful,
			Nonzeros: 2 + 2 + 5 + 4*useful + 5}},
		{MaxErr, Pattern, stats{Rows: 4 + 2*useful + 1, Columns: 2*useful + 1, Integers: useful,
			Nonzeros: 2*(3+3) + 4*useful + useful}},
		// E = 0.1 is too small for the first pattern, whose row is therefore split.
		{FeatMaxErr, Pattern, stats{Rows: 3 + 2*useful, Columns: 2 * useful, Integers: useful, Nonzeros: 6 + 4*useful}},
	} {
		t.Run(fmt.Sprint(c.kind, " ", c.formulation), func(t *testing.T) {
			b := must.Get(Build(fourRows(), Program{Kind: c.kind, N: 2, E: 0.1}, c.formulation))(t)
			if err := b.Model.Check(); err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(c.want, statsOf(b.Model)); diff != "" {
				t.Errorf("%v %v: -want +got\n%s", c.kind, c.formulation, diff)
			}
		})
	}
}

func TestDropped(t *testing.T) {
	for _, formulation := range allFormulations {
		b := must.Get(Build(fourRows(), Program{Kind: AvgErr, N: 2}, formulation))(t)
		for id := 1; id <= features.Count; id++ {
			want := 0 // never true
			switch {
			case id <= 3 || formulation == Plain:
				want = id
			case id == 72:
				want = 2
			}
			if b.columns.owner[id] != want {
				t.Errorf("%v: F%d shares the column of F%d, want F%d", formulation, id, b.columns.owner[id], want)
			}
			if kept := b.X[id] >= 0 && b.Z[id] >= 0; kept != (want == id) {
				t.Errorf("%v: F%d has columns %d and %d", formulation, id, b.X[id], b.Z[id])
			}
		}
	}
}

func TestBadInput(t *testing.T) {
	good := Program{Kind: AvgErr, N: 5}
	spoil := func(change func(in *Instance)) *Instance {
		in := fourRows()
		change(in)
		return in
	}
	nan := math.NaN()
	for _, c := range []struct {
		name string
		in   *Instance
		p    Program
		f    Formulation
		want error
		text string
	}{
		{"no N", fourRows(), Program{Kind: AvgErr}, Plain, ErrProgram,
			"number of features is 0, want 1 to the number of columns, 73"},
		{"negative N", fourRows(), Program{Kind: MaxErr, N: -1}, Merged, ErrProgram, "is -1"},
		{"N too large", fourRows(), Program{Kind: AvgErr, N: 74}, Pattern, ErrProgram, "is 74"},
		{"negative E", fourRows(), Program{Kind: FeatAvgErr, E: -0.01}, Plain, ErrProgram, "error is -0.01"},
		{"E in percent", fourRows(), Program{Kind: FeatMaxErr, E: 2.5}, Plain, ErrProgram, "error is 2.5"},
		{"E is 1", fourRows(), Program{Kind: FeatMaxErr, E: 1}, Plain, ErrProgram, "below 1"},
		{"E is NaN", fourRows(), Program{Kind: FeatAvgErr, E: nan}, Plain, ErrProgram, "NaN"},
		{"kind", fourRows(), Program{Kind: 4, N: 5}, Plain, ErrName, "Kind(4)"},
		{"formulation", fourRows(), good, 3, ErrName, "Formulation(3)"},
		{"nil", nil, good, Plain, ErrInstance, "no rows"},
		{"empty", &Instance{}, good, Plain, ErrInstance, "no rows"},
		{"targets", spoil(func(in *Instance) { in.Target = in.Target[:3] }), good, Plain, ErrInstance,
			"4 feature vectors, 3 targets"},
		{"weights", spoil(func(in *Instance) { in.Weight = nil }), good, Plain, ErrInstance, "0 weights"},
		{"NaN", spoil(func(in *Instance) { in.Target[2] = nan }), good, Plain, ErrInstance, "row 2: target is NaN"},
		{"percent", spoil(func(in *Instance) { in.Target[1] = 55 }), good, Plain, ErrInstance, "row 1: target is 55"},
		{"below 0", spoil(func(in *Instance) { in.Target[1] = -1e-9 }), good, Plain, ErrInstance, "row 1"},
		{"no weight", spoil(func(in *Instance) { in.Weight[0] = 0 }), good, Plain, ErrInstance, "row 0: weight is 0"},
		{"NaN weight", spoil(func(in *Instance) { in.Weight[0] = nan }), good, Plain, ErrInstance, "weight is NaN"},
		{"infinite", spoil(func(in *Instance) { in.Weight[0] = math.Inf(1) }), good, Plain, ErrInstance,
			"weight is +Inf"},
		{"sum", spoil(func(in *Instance) { in.Weight[0], in.Weight[1] = 1e308, 1e308 }), good, Plain, ErrInstance,
			"infinity"},
		{"feature 74", spoil(func(in *Instance) { in.Features[3][1] |= 1 << 9 }), good, Plain, ErrInstance,
			"beyond the 73"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, err := Build(c.in, c.p, c.f)
			if b != nil || !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
				t.Errorf("%s: %v", c.name, err)
			}
		})
	}
}

// TestProgramText writes programs and reads them back; limits of whole tens of points have no exponent.
func TestProgramText(t *testing.T) {
	for e, want := range map[float64]string{0.1: "10%", 0.2: "20%", 0.3: "30%", 0.9: "90%", 0.025: "2.5%", 0.07: "7%",
		0.123: "0.123", 0: "0%", 0.01: "1%", 0.05: "5%"} {
		p := Program{Kind: FeatAvgErr, E: e}
		if got := p.String(); got != "FEAT_AVGERR("+want+")" {
			t.Errorf("%v: %s, want %s", e, got, want)
		}
		if back, err := ParseProgram(p.String()); err != nil || back != p {
			t.Errorf("%v became %v, %v", p, back, err)
		}
	}
	if p, err := ParseProgram("FEAT_AVGERR(1e+01%)"); err != nil || p.E != 0.1 {
		t.Errorf("an earlier text: %v, %v", p, err)
	}
}

func TestNames(t *testing.T) {
	for _, k := range allKinds {
		for _, text := range []string{k.String(), strings.ToLower(k.String()), strings.ReplaceAll(k.String(), "_",
			"-")} {
			if got, err := ParseKind(text); err != nil || got != k {
				t.Errorf("ParseKind(%q) = %v, %v", text, got, err)
			}
		}
	}
	for _, f := range allFormulations {
		text, err := f.MarshalText()
		var back Formulation
		if err != nil || back.UnmarshalText(text) != nil || back != f {
			t.Errorf("%v became %q, %v and %v", f, text, err, back)
		}
	}
	if _, err := Kind(9).MarshalText(); !errors.Is(err, ErrName) {
		t.Error(err)
	}
	var k Kind
	if err := k.UnmarshalText([]byte("avg")); !errors.Is(err, ErrName) {
		t.Error(err)
	}
	if _, err := ParseFormulation("patern"); !errors.Is(err, ErrName) || !strings.Contains(err.Error(),
		`did you mean "pattern"`) {
		t.Error(err)
	}
	if got := fmt.Sprint(Formula{{3, -0.125}, {54, 0.85}}, Formula{},
		Formula{{1, 1}}); got != "-.125 F3 + .850 F54 0 1.000 F1" {
		t.Error(got)
	}
}
