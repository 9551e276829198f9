package dalpasso

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"feltlab/dataset/table"
	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// printedTerms is how many weights of a formula the source prints.
const printedTerms = 5

// largest returns the terms of a result that the source would print, the largest weight first.
func largest(r *question.Answer) []regression.Term {
	var terms []regression.Term
	for _, w := range r.ByWeight() {
		terms = append(terms, regression.Term{ID: w.ID, Weight: w.Weight})
	}
	return terms[:min(printedTerms, len(terms))]
}

// termsText writes terms with the two digits of the source: "F6 +0.34, F41 -0.18".
func termsText(terms []regression.Term) string {
	var parts []string
	for _, t := range terms {
		parts = append(parts, fmt.Sprintf("F%d %+.2f", t.ID, t.Weight))
	}
	return strings.Join(parts, ", ")
}

// glossary says what the features in lists of terms are, by their numbers.
func glossary(lists ...[]regression.Term) *table.Sheet {
	var ids []int
	for _, t := range slices.Concat(lists...) {
		if !slices.Contains(ids, t.ID) {
			ids = append(ids, t.ID)
		}
	}
	slices.SortFunc(ids, func(a, b int) int { return cmp.Compare(a, b) })
	t := table.NewSheet("feature", "true when")
	for _, id := range ids {
		if f, err := features.ByID(id); err == nil {
			t.Add(f.String(), f.Sentence)
		}
	}
	return t
}

// secondsText writes a duration for a page.
func secondsText(s float64) string { return fmt.Sprintf("%.1f", s) }

// pointsText writes a fraction as percentage points, or a dash where there is none.
func pointsText(x float64, decimals int) string {
	if math.IsNaN(x) {
		return "-"
	}
	return percentText(x, decimals)
}

// limitText writes a time limit in seconds as "80 s".
func limitText(seconds float64) string { return strconv.FormatFloat(seconds, 'f', -1, 64) + " s" }

// percentText writes a fraction as percentage points.
func percentText(x float64, decimals int) string {
	return strconv.FormatFloat(100*x, 'f', decimals, 64)
}
