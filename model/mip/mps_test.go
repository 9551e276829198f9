package mip

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"feltlab/internal/must"
)

var inf = math.Inf(1)

// drawBounds draws ends of every sort, lower <= upper.
func drawBounds(t *rapid.T, label string) (lower, upper float64) {
	number := rapid.OneOf(rapid.Float64Range(-2, 2), rapid.Float64Range(-1e18, 1e18),
		rapid.Map(rapid.IntRange(-4, 4), func(k int) float64 { return float64(k) / 2 }))
	lower, upper = number.Draw(t, label+" lower"), number.Draw(t, label+" upper")
	if lower > upper {
		lower, upper = upper, lower
	}
	switch rapid.IntRange(0, 9).Draw(t, label+" kind") {
	case 0:
		lower = -inf
	case 1:
		upper = inf
	case 2:
		lower, upper = -inf, inf
	case 3:
		upper = lower
	case 4:
		lower, upper = 0, 1
	case 5:
		lower, upper = 0, inf
	}
	return lower, upper
}

func drawModel(t *rapid.T) *Model {
	value := rapid.OneOf(rapid.Float64Range(-2, 2), rapid.Float64Range(-1e18, 1e18), rapid.Just(1.0),
		rapid.Just(5e-324))
	name := rapid.SampledFrom([]string{"", "x", "a b", "objective", "offset", "7", "x_2", "RHS", "q\n", "é", "-1e3",
		"MARKER", "'q'"})
	m := &Model{Name: name.Draw(t, "title"), Offset: value.Draw(t, "offset")}
	for range rapid.IntRange(1, 8).Draw(t, "columns") {
		lower, upper := drawBounds(t, "column")
		cost := 0.0
		if rapid.Bool().Draw(t, "has cost") {
			cost = value.Draw(t, "cost")
		}
		m.AddColumn(Column{name.Draw(t, "name"), cost, lower, upper, rapid.Bool().Draw(t, "integer"),
			name.Draw(t, "meaning")})
	}
	for range rapid.IntRange(0, 6).Draw(t, "rows") {
		lower, upper := drawBounds(t, "row")
		drawRow(t, m, Row{name.Draw(t, "name"), lower, upper}, value)
	}
	return m
}

func drawRow(t *rapid.T, m *Model, r Row, value *rapid.Generator[float64]) {
	var index []int32
	var values []float64
	for j := range m.Columns {
		if rapid.Bool().Draw(t, "has entry") {
			index, values = append(index, int32(j)), append(values, value.Draw(t, "entry"))
		}
	}
	m.AddRow(r, index, values)
}

// withoutNames drops what a file may change: names and zeros; a row that
// had to be written as two is joined again; rows without ends vanish.
func withoutNames(m *Model) *Model {
	out := &Model{Offset: m.Offset + 0}
	for _, c := range m.Columns {
		c.Name, c.Meaning = "", ""
		out.AddColumn(c)
	}
	for i, r := range m.Rows {
		if math.IsInf(r.Lower, -1) && math.IsInf(r.Upper, 1) {
			continue
		}
		var index []int32
		var value []float64
		for k := m.Start[i]; k < m.Start[i+1]; k++ {
			if m.Value[k] != 0 {
				index, value = append(index, m.Index[k]), append(value, m.Value[k])
			}
		}
		out.AddRow(Row{Lower: r.Lower, Upper: r.Upper}, index, value)
	}
	return out
}

func TestWriteMPSReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		var first, second bytes.Buffer
		must.Do(t, WriteMPS(&first, m))
		must.Do(t, WriteMPS(&second, m))
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Fatal("two writes differ")
		}
		got, err := readMPS(first.String())
		if err != nil {
			t.Fatalf("%v in\n%s", err, first.String())
		}
		if diff := cmp.Diff(withoutNames(m), withoutNames(joinSplitRows(got))); diff != "" {
			t.Fatalf("-written +read\n%s\n%s", diff, first.String())
		}
	})
}

// joinSplitRows undoes the one thing a file may do to rows: a G row followed by its
// twin NAME_upper, an L row with the same coefficients.
func joinSplitRows(m *Model) *Model {
	out := &Model{Offset: m.Offset, Columns: m.Columns}
	for i := 0; i < len(m.Rows); i++ {
		r := m.Rows[i]
		index, value := m.Index[m.Start[i]:m.Start[i+1]], m.Value[m.Start[i]:m.Start[i+1]]
		if i+1 < len(m.Rows) && strings.HasPrefix(m.Rows[i+1].Name, r.Name+"_upper") {
			r.Upper = m.Rows[i+1].Upper
			i++
		}
		out.AddRow(r, index, value)
	}
	return out
}

func TestSplitRow(t *testing.T) {
	const lower, upper = -0.8729813555970523, 0.3548784409396418 // no width takes one end to the other
	if _, _, _, ok := exactRange(lower, upper); ok {
		t.Fatal("the width is exact")
	}
	m := &Model{}
	m.AddColumn(Column{Name: "x", Lower: -inf, Upper: inf})
	m.AddRow(Row{"gap", lower, upper}, []int32{0}, []float64{1})
	var out bytes.Buffer
	must.Do(t, WriteMPS(&out, m))
	got := must.Get(readMPS(out.String()))(t)
	if len(got.Rows) != 2 || got.Rows[0].Lower != lower || got.Rows[1].Upper != upper ||
		got.Rows[1].Name != "gap_upper" {
		t.Fatalf("rows %+v of\n%s", got.Rows, out.String())
	}
}

func TestNamesAreSafeAndUnique(t *testing.T) {
	m := &Model{Name: "my model"}
	for _, name := range []string{"a b", "a b", "a_b", "", "7", "'q'", "é", strings.Repeat("n", 500)} {
		m.AddColumn(Column{Name: name, Upper: 1})
	}
	m.AddRow(Row{"objective", 0, inf}, nil, nil)
	m.AddRow(Row{"", 0, inf}, nil, nil)
	var out bytes.Buffer
	must.Do(t, WriteMPS(&out, m))
	got := must.Get(readMPS(out.String()))(t)
	var names []string
	for _, c := range got.Columns {
		names = append(names, c.Name)
	}
	for _, r := range got.Rows {
		names = append(names, r.Name)
	}
	want := []string{"a_b", "a_b_2", "a_b_3", "c3", "_7", "_q_", "_", strings.Repeat("n", maxNameLength), "objective_2",
		"r1"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
}

func TestMalformedModels(t *testing.T) {
	nan := math.NaN()
	column := func(c Column) *Model { return &Model{Columns: []Column{c}} }
	row := func(r Row, index []int32, value []float64) *Model {
		m := column(Column{Upper: 1})
		m.AddRow(r, index, value)
		return m
	}
	for name, m := range map[string]*Model{
		"offset":          {Offset: nan},
		"cost":            column(Column{Cost: inf}),
		"crossed":         column(Column{Lower: 1}),
		"bound":           column(Column{Lower: nan}),
		"upper -inf":      column(Column{Lower: -inf, Upper: -inf}),
		"row crossed":     row(Row{Lower: 2, Upper: 1}, nil, nil),
		"unknown column":  row(Row{}, []int32{1}, []float64{1}),
		"negative column": row(Row{}, []int32{-1}, []float64{1}),
		"twice":           row(Row{}, []int32{0, 0}, []float64{1, 1}),
		"coefficient":     row(Row{}, []int32{0}, []float64{nan}),
		"lengths":         {Index: []int32{1}},
		"no starts":       {Rows: []Row{{}}},
		"starts descend":  {Rows: []Row{{}, {}}, Start: []int32{0, 1, 0}},
	} {
		var out bytes.Buffer
		if err := WriteMPS(&out, m); !errors.Is(err, ErrModel) {
			t.Errorf("%s: %v", name, err)
		}
		if out.Len() != 0 {
			t.Errorf("%s: wrote %q", name, out.String())
		}
	}
}

func TestWriteMPSReportsTheWriter(t *testing.T) {
	if err := WriteMPS(&full{}, &Model{}); !errors.Is(err, io.ErrShortWrite) {
		t.Fatal(err)
	}
}

func TestPoint(t *testing.T) {
	m := &Model{Offset: 1}
	x := m.AddColumn(Column{Name: "x", Cost: 2, Lower: -1, Upper: 1})
	z := m.AddColumn(Column{Name: "z", Cost: -1, Upper: 3, Integer: true})
	m.AddRow(Row{"sum", -inf, 2}, []int32{int32(x), int32(z)}, []float64{1, 1})
	for _, c := range []struct{ x, z, objective, violation float64 }{
		{0.5, 1, 1, 0}, {1, 3, 0, 2}, {-1.25, 1, -2.5, 0.25}, {0, 1.25, -0.25, 0.25}, {1, -1, 4, 1},
	} {
		at := []float64{c.x, c.z}
		if got := m.Objective(at); got != c.objective {
			t.Errorf("objective at %v: %v, want %v", at, got, c.objective)
		}
		if got := m.Violation(at); got != c.violation {
			t.Errorf("violation at %v: %v, want %v", at, got, c.violation)
		}
	}
}
