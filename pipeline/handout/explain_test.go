package handout

import (
	"errors"
	"io"
	"math"
	"slices"
	"testing"

	"feltlab/dataset/matrix"
	"feltlab/dataset/matrix/matrixtest"
	"feltlab/dataset/showdown"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/regression"
)

var formula = regression.Formula{{ID: 40, Weight: 0.25}, {ID: 46, Weight: 0.15}, {ID: 48, Weight: 0.15},
	{ID: 54, Weight: 0.5}, {ID: 58, Weight: 0.0625}}

// TestTextures checks that every family splits all flops and their error.
func TestTextures(t *testing.T) {
	m := matrixtest.Of(t, "JTs", "RUS")
	whole := must.Get(m.Instance().Evaluate(formula))(t)
	groups := must.Get(Textures(m.Orbits(), formula))(t)
	flops, sum, largest := map[string]int{}, map[string]float64{}, map[string]float64{}
	for _, g := range groups {
		flops[g.Family] += g.Flops
		sum[g.Family] += float64(g.Flops) * g.AverageError
		largest[g.Family] = max(largest[g.Family], g.MaxError)
	}
	for family, n := range flops {
		if n != matrix.NumFlops || math.Abs(sum[family]/float64(n)-whole.Average) > 1e-9 ||
			largest[family] != whole.Max {
			t.Errorf("%s: %d flops, average %v, largest %v; want %v", family, n, sum[family]/float64(n),
				largest[family], whole)
		}
	}
	if len(flops) != 4 || len(groups) != 15 {
		t.Errorf("%d families, %d groups, want 4 and 15", len(flops), len(groups))
	}
}

func TestFlops(t *testing.T) {
	for _, hand := range []string{"AA", "JTs"} {
		m := matrixtest.Of(t, hand, "RUS")
		orbits, suits := 0.0, m.Hand.Combo.Set().Stabilizer()
		alike := func(r *matrix.Row) int {
			_, size := cards.Orbit(r.Board, suits)
			return size
		}
		for i := range m.List {
			orbits += 1 / float64(alike(&m.List[i]))
		}
		all := Rank(m.Orbits(), formula)
		count, last := 0, math.Inf(1)
		for i := range len(all.places) {
			f := all.At(i)
			count += f.Alike
			sum := 0.0
			for _, term := range f.Terms {
				sum += term.Weight
			}
			if f.Error > last || math.Abs(sum-f.Estimate) > 1e-12 || f.Alike != alike(f.Spot) {
				t.Fatalf("%s on %s: %+v after an error of %v, orbit of %d", hand, f.Text, f, last, alike(f.Spot))
			}
			last = f.Error
		}
		if count != matrix.NumFlops || len(all.places) != int(math.Round(orbits)) {
			t.Errorf("%s: %d flops in %d orbits, want %.2f orbits", hand, count, len(all.places), orbits)
		}
		errs := must.Get(m.Instance().Evaluate(formula))(t)
		if one := all.typical(errs.Average); math.Abs(one.Error-errs.Average) > errs.Average || len(one.Terms) == 0 {
			t.Errorf("%s: %+v is not typical of an average error of %v", hand, one, errs.Average)
		}
	}
	empty := &Formula{Spots: matrixtest.Of(t, "AA", "RUS").Orbits()}
	if err := WriteSheet(io.Discard, []*Formula{empty}); !errors.Is(err, ErrFormula) {
		t.Errorf("no terms: %v", err)
	}
}

func TestSorted(t *testing.T) {
	m := matrixtest.Of(t, "AA", "RUS")
	got := Sorted(m.Orbits(), formula).IDs()
	// No flop card is above an ace; F46 and F48 weigh the same.
	if want := []int{54, 40, 46, 48, 58}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestWorst lists of flops that differ only in suits the worst.
func TestWorst(t *testing.T) {
	flops := Rank(matrixtest.Of(t, "JTs", "RUS").Orbits(), formula)
	worst := flops.Worst(40)
	seen := map[cards.Set]string{}
	for i, flop := range worst {
		key, _ := showdown.Canonical(cards.SetOf(flop.Cards[:]...))
		if seen[key] != "" || i > 0 && flop.Error > worst[i-1].Error {
			t.Errorf("%s after %q", flop.Text, seen[key])
		}
		seen[key] = flop.Text
	}
	if len(worst) != 40 || worst[0].Text != flops.At(0).Text ||
		len(flops.Worst(len(flops.places))) != showdown.NumFlops {
		t.Errorf("%d flops, first %s", len(worst), worst[0].Text)
	}
}
