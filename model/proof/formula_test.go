package proof

import (
	"errors"
	"math"
	"math/big"
	"testing"

	"feltlab/internal/must"
)

// TestEvaluate compares the errors of formulas with those in fractions.
func TestEvaluate(t *testing.T) {
	r := newRand(t)
	for trial := range 900 {
		rows, ids := randomRows(r, 1+r.IntN(14), 1+r.IntN(8), trial%kinds)
		in := instanceOf(t, rows)
		var formula []Term
		for _, id := range some(r, ids, 2).IDs() {
			w := []float64{-1, 1, 0, 0x1p-53, 5e-324, 0.1, 1 - 0x1p-53, 2*r.Float64() - 1, 2*r.Float64() - 1}[r.IntN(9)]
			formula = append(formula, Term{id, w})
		}
		got := must.Get(in.Evaluate(nil, formula))(t)
		average, p90, largest := exactErrors(rows, formula)
		for name, pair := range map[string]struct {
			n    Number
			want *big.Rat
		}{"average": {got.Average, average}, "p90": {got.P90, p90}, "max": {got.Max, largest}} {
			off := new(big.Rat).SetFloat64(pair.n.Value)
			if off.Sub(off, pair.want); off.Abs(off).Cmp(new(big.Rat).SetFloat64(pair.n.Radius)) > 0 {
				t.Errorf("%s of %v is %v, want %v", name, formula, pair.n, pair.want.FloatString(20))
			}
			if pair.n.Radius > float64(len(formula)+3)*0x1p-51+pair.n.Value*0x1p-51 {
				t.Errorf("%s has the radius %v", name, pair.n.Radius)
			}
		}
	}
}

// TestP90 has rows enough for the percentile not to be the largest.
func TestP90(t *testing.T) {
	var rows []Row
	for i := range uint64(10) {
		rows = append(rows, row(set(), i, 0, 10, 1))
	}
	e, err := instanceOf(t, rows).Evaluate(nil, nil)
	if err != nil || !e.P90.Is(0.8, 0, false) || !e.Max.Is(0.9, 0, false) || !e.Average.Is(0.45, 0, false) {
		t.Error(e, err)
	}
}

func TestBadFormulas(t *testing.T) {
	in := instanceOf(t, []Row{row(set(1), 1, 0, 2, 1)})
	for name, formula := range map[string][]Term{
		"0": {{0, 1}}, "74": {{74, 1}}, "-1": {{-1, 1}}, "twice": {{1, 1}, {2, 0}, {1, 0}},
		"large": {{1, 1 + 0x1p-52}}, "small": {{1, -1.5}}, "nan": {{1, math.NaN()}}, "infinite": {{1, math.Inf(-1)}},
	} {
		if _, err := in.Evaluate(nil, formula); !errors.Is(err, ErrFormula) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNumber(t *testing.T) {
	n := Number{0.25, 1e-15}
	for _, c := range []struct {
		x, half float64
		floored bool
		want    bool
	}{
		{0.25, 0, false, true}, {0.25 + 2e-15, 0, false, false}, {0.2, 0.05, false, true}, {0.19, 0.05, false, false},
		{0.3, 0.05, false, true}, {0.3, 0.05, true, false}, {0.2, 0.05, true, true}, {0.1, 0.05, true, false},
		{0.25, 0.05, true, true}, {math.NaN(), 1, false, false}, {math.Inf(1), 1, false, false},
	} {
		if n.Is(c.x, c.half, c.floored) != c.want {
			t.Errorf("%+v", c)
		}
	}
}

// TestClaims holds the words to their tolerances.
func TestClaims(t *testing.T) {
	for _, c := range []struct {
		radius, bound float64
		want          bool
	}{{0, 0.2, true}, {0, 0.2 - 1e-7, true}, {0, 0.2 - 3e-7, false}, {2e-7, 0.2 - 1e-7, false}, {0, 0.3, true},
		{0, math.NaN(), false}} {
		if Optimal(Number{0.2, c.radius}, c.bound) != c.want {
			t.Errorf("optimal: %+v", c)
		}
	}
	for _, e := range []float64{0.1, 0.1 + 0.9e-9, 0.1 + 1.1e-9, 0.2} {
		within := e < 0.1+1e-9
		if Within(Number{e, 1e-15}, 0.1) != within || Beyond(e, 0.1) == within {
			t.Errorf("%v within 0.1: %v, beyond: %v", e, Within(Number{e, 1e-15}, 0.1), Beyond(e, 0.1))
		}
	}
	if !Optimal(Number{0.99, 0}, 0.99-9e-7) || Optimal(Number{0.99, 0}, 0.99-1e-6) {
		t.Error("the relative gap")
	}
	// Of a small error a bound may leave open 2e-5; an error of nothing but rounding is 0 and needs no bound.
	if !Optimal(Number{1e-6, 0}, 1e-6-2e-11) || Optimal(Number{1e-6, 0}, 1e-6-3e-11) || !Optimal(Number{1e-15, 1e-15},
		0) || Optimal(Number{1e-9, 1e-15}, 0) || Gap(1e-15, 0) != 0 || Gap(0.5, 0.25) != 0.5 || Gap(0.5, 0.6) != 0 {
		t.Error("small errors")
	}
	if Within(Number{1.1e-6, 0}, 1e-6) || !Within(Number{1e-15, 1e-15}, 0) || !Beyond(1.1e-6, 1e-6) {
		t.Error("small limits")
	}
}
