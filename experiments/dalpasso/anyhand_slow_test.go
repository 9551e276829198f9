//go:build slow

package dalpasso

import (
	"math"
	"strings"
	"testing"

	"feltlab/experiments"
	"feltlab/experiments/experimentstest"
	"feltlab/model/cards"
	"feltlab/pipeline/ledger"
)

// TestAnyHandErrors makes the page of the committed formulas anew: their errors by hand and by kind of hand have the
// formulas' errors as their means.
func TestAnyHandErrors(t *testing.T) {
	const results = "../../results/"
	found, err := ledger.Read(results + anyHandName)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := readAlone(&experiments.Env{Out: results})
	if err != nil {
		t.Fatal(err)
	}
	every := func(cards.Class) bool { return true }
	for _, rng := range anyHandRanges {
		if math.IsNaN(meanAlone(alone, rng, anyHandMost, every)) {
			t.Errorf("no formulas of %d features for single hands against %s", anyHandMost, rng)
		}
	}
	env, _ := experimentstest.Env(t)
	byHand, err := countErrors(t.Context(), env, found, alone)
	if err != nil {
		t.Fatal(err)
	}
	size := map[string]float64{"pairs": 78, "suited": 312, "offsuit": 936}
	for class := range cards.Class(cards.NumClasses) {
		size[class.String()] = float64(class.Size())
	}
	for _, r := range found {
		e := byHand[r]
		if len(e.hands) != cards.NumClasses || len(e.kinds) != 3 {
			t.Fatalf("%v: %d hands, %d kinds", r, len(e.hands), len(e.kinds))
		}
		for _, list := range [][]handsError{e.hands, e.kinds} {
			sum := 0.0
			for _, h := range list {
				sum += size[h.Hands] * h.ErrorPercent / cards.NumCombos
			}
			if math.Abs(sum-100*r.Objective()) > 1e-6 {
				t.Errorf("%v: the mean of %d errors is %v, want %v", r, len(list), sum, 100*r.Objective())
			}
		}
	}
	var b strings.Builder
	if err := pages.ExecuteTemplate(&b, anyHandName+".tmpl", newAnyHandPage(found, alone, byHand)); err != nil {
		t.Fatal(err)
	}
	if strings.Count(b.String(), "misses most") != len(anyHandRanges) {
		t.Error("the page lacks the hands that the formulas miss most")
	}
	t.Log(b.String())
}
