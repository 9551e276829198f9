package dalpasso

import (
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

const printedTerms = 5

// largest returns the terms of a result that the source would print, in descending order of weight.
func largest(r *question.Answer) []regression.Term {
	var terms []regression.Term
	for _, w := range r.ByWeight() {
		terms = append(terms, regression.Term{ID: w.ID, Weight: w.Weight})
	}
	return terms[:min(printedTerms, len(terms))]
}

// termsText writes terms with two digits, as the source does: "F6 +0.34, F41 -0.18".
func termsText(terms []regression.Term) string {
	var parts []string
	for _, t := range terms {
		parts = append(parts, fmt.Sprintf("F%d %+.2f", t.ID, t.Weight))
	}
	return strings.Join(parts, ", ")
}

// glossary explains the features of some lists of terms, in the order of their numbers.
func glossary(lists ...[]regression.Term) *table.Sheet {
	var ids []int
	for _, t := range slices.Concat(lists...) {
		if !slices.Contains(ids, t.ID) {
			ids = append(ids, t.ID)
		}
	}
	slices.Sort(ids)
	t := table.NewSheet("feature", "true when")
	for _, id := range ids {
		if f, err := features.ByID(id); err == nil {
			t.Add(f.String(), f.Sentence)
		}
	}
	return t
}

func secondsText(s float64) string { return fmt.Sprintf("%.1f", s) }

// pointsText writes a fraction as percentage points, or a dash if it is missing.
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

type pair struct {
	Hand  string `json:"hand"`
	Range string `json:"range"`
}

func (p pair) String() string { return p.Hand + " against " + p.Range }

// pairList writes pairs grouped by hand: "AA against RUS, RS; KK against ATC".
func pairList(pairs []pair) string {
	var b strings.Builder
	for i, p := range pairs {
		switch {
		case i == 0:
			b.WriteString(p.String())
		case p.Hand == pairs[i-1].Hand:
			b.WriteString(", " + p.Range)
		default:
			b.WriteString("; " + p.String())
		}
	}
	return b.String()
}

func countedPairs(pairs []pair) string {
	if len(pairs) == 0 {
		return "0"
	}
	return fmt.Sprintf("%d: %s", len(pairs), pairList(pairs))
}
