package dalpasso

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"feltlab/dataset/table"
	"feltlab/experiments"
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
	return experiments.Join(terms, func(t regression.Term) string { return fmt.Sprintf("F%d %+.2f", t.ID, t.Weight) })
}

// glossary explains the features of some lists of terms, in the order of their numbers.
func glossary(lists ...[]regression.Term) *table.Sheet {
	ids := experiments.Distinct(slices.Concat(lists...), func(t regression.Term) int { return t.ID })
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

// errorColumns are the first columns of tables of formulas; name is average or max. The bound holds for every formula
// with at most max_features features.
func errorColumns(name string) []string {
	return []string{"hand", "range", "max_features", name + "_error_percent", "lower_bound_percent", "status",
		"seconds", "features"}
}

func errorCells(r *question.Answer) []string {
	return []string{
		r.Hand().Text, r.Against().Range.String(), strconv.Itoa(r.N), errorText(r.Objective()), boundText(r.LowerBound),
		string(r.Status), strconv.FormatFloat(r.Seconds, 'f', 1, 64), formulaText(r.ByWeight()),
	}
}

const csvDecimals = 8

// missingText writes a number with some decimals, or nothing if it is missing.
func missingText(x question.Number, decimals int) string {
	if x.Missing() {
		return ""
	}
	return strconv.FormatFloat(float64(x), 'f', decimals, 64)
}

// errorText writes an error as percentage points, or nothing if there is no formula.
func errorText(e float64) string { return missingText(question.Number(100*e), csvDecimals) }

// boundText writes a bound as percentage points, rounded down so that it stays a bound.
func boundText(bound question.Number) string {
	const scale = 1e8 // csvDecimals
	return missingText(question.Number(math.Floor(100*float64(bound)*scale)/scale), csvDecimals)
}

// formulaText writes a formula as "F54:0.8600000000000001;F41:-0.180000": all digits of the weights, so that the error
// can be computed again, and at least six decimals.
func formulaText(weights []question.Weight) string {
	const least = 6
	return strings.Join(experiments.Map(weights, func(w question.Weight) string {
		text := strconv.FormatFloat(w.Weight, 'f', -1, 64)
		if _, decimals, _ := strings.Cut(text, "."); len(decimals) < least {
			text = strconv.FormatFloat(w.Weight, 'f', least, 64)
		}
		return fmt.Sprintf("F%d:%s", w.ID, text)
	}), ";")
}
