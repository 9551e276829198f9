package mip

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"feltlab/internal/must"
	"feltlab/model/features"
	"feltlab/model/regression"
)

// fourRows has a feature that is always true (1), duplicates (2 and 72), and one alone (3); rows
// 1 and 3 are equal and row 2 differs from them in the equity only.
func fourRows() *instance {
	return &instance{
		Columns: regression.NumberedColumns(73),
		Source:  "AA", Rows: "RUS",
		Features: []features.Vector{vector(1, 2, 72), vector(1, 2, 72), vector(1, 2, 72), vector(1, 3)},
		Target:   []float64{0.5, 0.25, 0.5, 1},
		Weight:   []float64{1, 2, 3, 4},
	}
}

type stats struct{ Rows, Columns, Integers, Nonzeros int }

func statsOf(m *Model) stats {
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
		kind        regression.Kind
		formulation regression.Formulation
		want        stats
	}{
		{avgErr, plain, stats{Rows: 2*(n+m) + 1, Columns: 2*m + n, Integers: m, Nonzeros: 2*(3+3+3+2+n) + 4*m + m}},
		{featAvgErr, plain, stats{Rows: 2*(n+m) + 1, Columns: 2*m + n, Integers: m, Nonzeros: 2*(3+3+3+2+n) + 4*m + n}},
		{maxErr, plain, stats{Rows: 2*(n+m) + 1, Columns: 2*m + 1, Integers: m, Nonzeros: 2*(3+3+3+2+n) + 4*m + m}},
		{featMaxErr, plain, stats{Rows: 2*(n+m) + 1, Columns: 2*m + 1, Integers: m, Nonzeros: 2*(3+3+3+2+n) + 4*m + 1}},
		{avgErr, merged, stats{Rows: 2*(rows+useful) + 1, Columns: 2*useful + rows, Integers: useful,
			Nonzeros: 2*(2+2+2+rows) + 4*useful + useful}},
		{maxErr, merged, stats{Rows: 2*(rows+useful) + 1, Columns: 2*useful + 1, Integers: useful,
			Nonzeros: 2*(2+2+2+rows) + 4*useful + useful}},
		// Two patterns with 2 and 1 equities: 3 and 2 pieces.
		{avgErr, pattern, stats{Rows: 2 + 2*useful + 1, Columns: 2*useful + 5, Integers: useful,
			Nonzeros: 2 + 2 + 5 + 4*useful + useful}},
		{featAvgErr, pattern, stats{Rows: 2 + 2*useful + 1, Columns: 2*useful + 5, Integers: useful,
			Nonzeros: 2 + 2 + 5 + 4*useful + 5}},
		{maxErr, pattern, stats{Rows: 4 + 2*useful + 1, Columns: 2*useful + 1, Integers: useful,
			Nonzeros: 2*(3+3) + 4*useful + useful}},
		// E = 0.1 is too small for the first pattern, whose row is therefore split.
		{featMaxErr, pattern, stats{Rows: 3 + 2*useful, Columns: 2 * useful, Integers: useful, Nonzeros: 6 + 4*useful}},
	} {
		b := must.Get(Build(fourRows(), program{Kind: c.kind, N: 2, E: 0.1}, c.formulation))(t)
		must.Do(t, b.Model.Check())
		if diff := cmp.Diff(c.want, statsOf(b.Model)); diff != "" {
			t.Errorf("%v %v: -want +got\n%s", c.kind, c.formulation, diff)
		}
	}
}

func TestDropped(t *testing.T) {
	for _, formulation := range allFormulations {
		b := must.Get(Build(fourRows(), program{Kind: avgErr, N: 2}, formulation))(t)
		for id := 1; id <= features.Count; id++ {
			want := 0 // never true
			switch {
			case id <= 3 || formulation == plain:
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
	good := program{Kind: avgErr, N: 5}
	spoil := func(change func(in *instance)) *instance {
		in := fourRows()
		change(in)
		return in
	}
	nan := math.NaN()
	for _, c := range []struct {
		name string
		in   *instance
		p    regression.Program
		f    regression.Formulation
		want error
		text string
	}{
		{"no N", fourRows(), program{Kind: avgErr}, plain, errProgram,
			"number of features is 0, want 1 to the number of columns, 73"},
		{"negative N", fourRows(), program{Kind: maxErr, N: -1}, merged, errProgram, "is -1"},
		{"N too large", fourRows(), program{Kind: avgErr, N: 74}, pattern, errProgram, "is 74"},
		{"negative E", fourRows(), program{Kind: featAvgErr, E: -0.01}, plain, errProgram, "error is -0.01"},
		{"E in percent", fourRows(), program{Kind: featMaxErr, E: 2.5}, plain, errProgram, "error is 2.5"},
		{"E is 1", fourRows(), program{Kind: featMaxErr, E: 1}, plain, errProgram, "below 1"},
		{"E is NaN", fourRows(), program{Kind: featAvgErr, E: nan}, plain, errProgram, "NaN"},
		{"kind", fourRows(), program{Kind: 4, N: 5}, plain, regression.ErrName, "Kind(4)"},
		{"formulation", fourRows(), good, 3, regression.ErrName, "formulation 3"},
		{"nil", nil, good, plain, errInstance, "no rows"},
		{"empty", &instance{}, good, plain, errInstance, "no rows"},
		{"targets", spoil(func(in *instance) { in.Target = in.Target[:3] }), good, plain, errInstance,
			"4 feature vectors, 3 targets"},
		{"weights", spoil(func(in *instance) { in.Weight = nil }), good, plain, errInstance, "0 weights"},
		{"NaN", spoil(func(in *instance) { in.Target[2] = nan }), good, plain, errInstance, "row 2: target is NaN"},
		{"percent", spoil(func(in *instance) { in.Target[1] = 55 }), good, plain, errInstance, "row 1: target is 55"},
		{"below 0", spoil(func(in *instance) { in.Target[1] = -1e-9 }), good, plain, errInstance, "row 1"},
		{"no weight", spoil(func(in *instance) { in.Weight[0] = 0 }), good, plain, errInstance, "row 0: weight is 0"},
		{"NaN weight", spoil(func(in *instance) { in.Weight[0] = nan }), good, plain, errInstance, "weight is NaN"},
		{"infinite", spoil(func(in *instance) { in.Weight[0] = math.Inf(1) }), good, plain, errInstance,
			"weight is +Inf"},
		{"sum", spoil(func(in *instance) { in.Weight[0], in.Weight[1] = 1e308, 1e308 }), good, plain, errInstance,
			"infinity"},
		{"feature 74", spoil(func(in *instance) { in.Features[3] = in.Features[3].With(74) }), good, plain, errInstance,
			"beyond the 73"},
	} {
		b, err := Build(c.in, c.p, c.f)
		if b != nil || !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
