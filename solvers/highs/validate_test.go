package highs

import (
	"errors"
	"math"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/mip"
)

func TestValidate(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	valid := func() *mip.Model {
		m := &mip.Model{}
		m.AddColumn(mip.Column{Name: "x", Lower: -inf, Upper: inf, Cost: 1})
		m.AddColumn(mip.Column{Name: "y", Lower: 0, Upper: 1})
		m.AddRow(mip.Row{Name: "r", Lower: -inf, Upper: 2}, []int32{0, 1}, []float64{1, 2})
		m.AddRow(mip.Row{Name: "s", Lower: 1, Upper: inf}, []int32{1}, []float64{0})
		return m
	}
	must.Do(t, validate(valid()))
	must.Do(t, validate(&mip.Model{}))
	if err := validate(nil); !errors.Is(err, ErrModel) {
		t.Errorf("no model: %v", err)
	}
	for _, c := range []struct {
		name, says string
		spoil      func(m *mip.Model)
	}{
		{"NaN offset", "offset", func(m *mip.Model) { m.Offset = nan }},
		{"NaN cost", "column 0 (\"x\")", func(m *mip.Model) { m.Columns[0].Cost = nan }},
		{"infinite cost", "cost", func(m *mip.Model) { m.Columns[0].Cost = -inf }},
		{"cost read as infinite", "cost", func(m *mip.Model) { m.Columns[0].Cost = 1e20 }},
		{"NaN lower", "column 1 (\"y\")", func(m *mip.Model) { m.Columns[1].Lower = nan }},
		{"NaN upper", "no value lies", func(m *mip.Model) { m.Columns[1].Upper = nan }},
		{"lower +inf", "no value lies", func(m *mip.Model) { m.Columns[1].Lower = inf }},
		{"upper -inf", "no value lies", func(m *mip.Model) { m.Columns[1].Upper = -inf }},
		{"crossed", "no value lies", func(m *mip.Model) { m.Columns[1].Lower = 2 }},
		{"row NaN", "row 0 (\"r\")", func(m *mip.Model) { m.Rows[0].Upper = nan }},
		{"row crossed", "row 1 (\"s\")", func(m *mip.Model) { m.Rows[1].Upper = 0 }},
		{"row bound read as infinite", "row 0", func(m *mip.Model) { m.Rows[0].Upper = 1e21 }},
		{"NaN coefficient", "coefficient", func(m *mip.Model) { m.Value[1] = nan }},
		{"infinite coefficient", "coefficient", func(m *mip.Model) { m.Value[1] = inf }},
		{"huge coefficient", "coefficient", func(m *mip.Model) { m.Value[1] = 1e16 }},
		{"dropped coefficient", "coefficient", func(m *mip.Model) { m.Value[1] = 1e-10 }},
		{"unknown column", "no column 2", func(m *mip.Model) { m.Index[1] = 2 }},
		{"negative column", "no column -1", func(m *mip.Model) { m.Index[1] = -1 }},
		{"column twice", "twice", func(m *mip.Model) { m.Index[1] = 0 }},
		{"short values", "values", func(m *mip.Model) { m.Value = m.Value[:2] }},
		{"short starts", "row starts", func(m *mip.Model) { m.Start = m.Start[:2] }},
		{"backward starts", "row 0", func(m *mip.Model) { m.Start[1] = -1 }},
		{"start beyond the end", "row 1", func(m *mip.Model) { m.Start[1] = 9 }},
		{"matrix without rows", "row starts", func(m *mip.Model) { m.Rows = nil }},
	} {
		m := valid()
		c.spoil(m)
		if err := validate(m); !errors.Is(err, ErrModel) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %q, want ErrModel with %q", c.name, err, c.says)
		}
	}
}

func TestOptionsValidate(t *testing.T) {
	must.Do(t, Options{}.validate())
	for _, o := range []Options{{TimeLimit: -1}, {Seed: -1}, {Seed: 1 << 31}} {
		if err := o.validate(); !errors.Is(err, ErrOptions) {
			t.Errorf("%+v: got %v, want ErrOptions", o, err)
		}
	}
}

func TestStatusStrings(t *testing.T) {
	seen := map[string]Status{}
	for s := range Status(len(statuses)) {
		if other, twice := seen[s.String()]; twice || !IsStatus(s.String()) {
			t.Errorf("%d and %d are both %q", s, other, s)
		}
		seen[s.String()] = s
	}
	for s, want := range map[Status]string{
		ModelEmpty: "empty", Optimal: "optimal", Infeasible: "infeasible",
		UnboundedOrInfeasible: "unbounded or infeasible",
		Unbounded:             "unbounded", TimeLimit: "time limit reached", Interrupted: "interrupted", 15: "unknown",
		99: "status 99",
	} {
		if s.String() != want {
			t.Errorf("%d is %q, want %q", s, s, want)
		}
	}
	if IsStatus("") || Status(99).outcome() != failed {
		t.Error("there is a status without a name")
	}
}

func TestRelativeGap(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct{ objective, bound, want float64 }{
		{4, 3, 0.25}, {-4, -5, 0.25}, {0, 0, 0}, {3, 3, 0}, {0, -1, inf}, {inf, 3, inf}, {3, -inf, inf},
		{inf, inf, inf}, {1, 1 + 1e-12, 0},
	} {
		if got := relativeGap(c.objective, c.bound); got != c.want {
			t.Errorf("relativeGap(%v, %v) = %v, want %v", c.objective, c.bound, got, c.want)
		}
	}
}
