package sweep

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"feltlab/dataset/table"
	"feltlab/pipeline/question"
)

// stepsOf lists the steps for which some result has a formula of whole multiples, coarse ones
// first.
func stepsOf(results []*question.Answer) []int {
	var steps []int
	for _, r := range results {
		for _, i := range r.Integers {
			if !slices.Contains(steps, i.StepPercent) {
				steps = append(steps, i.StepPercent)
			}
		}
	}
	slices.Sort(steps)
	slices.Reverse(steps)
	return steps
}

// integerOf returns a result's formula of multiples of a step, nil if it has none.
func integerOf(r *question.Answer, step int) *question.Integer {
	for k := range r.Integers {
		if i := &r.Integers[k]; i.StepPercent == step && i.Found() {
			return i
		}
	}
	return nil
}

// integerCells are the columns of the weight tables for a step: the error that the program of r
// minimises or bounds, in percentage points, what it is above that of the free weights, and the
// weights in percentage points, "F54:85;F41:-10".
func integerCells(r *question.Answer, step int) []string {
	i := integerOf(r, step)
	if i == nil {
		return []string{"", "", ""}
	}
	e, free := i.AverageError, r.AverageError
	if strings.HasSuffix(r.Program, "MAXERR") {
		e, free = i.MaxError, r.MaxError
	}
	return []string{percent(e), percent(e - free), wholeList(i)}
}

// wholeList writes the weights in percentage points, the largest first.
func wholeList(i *question.Integer) string {
	var parts []string
	for _, w := range (&question.Answer{Features: i.Features}).ByWeight() {
		parts = append(parts, fmt.Sprintf("F%d:%.0f", w.ID, 100*w.Weight))
	}
	return strings.Join(parts, ";")
}

// columnsOf are the columns of the tables, with those of HiGHS where it was asked and two more for
// each step that occurs: the average error of the formula of whole multiples, a fraction of 1, and
// its features as in "features".
func columnsOf(results []*question.Answer) []table.Column[*question.Answer] {
	all := slices.Clone(columns)
	if solved(results) {
		all = append(all, solverColumns...)
	}
	for _, step := range stepsOf(results) {
		all = append(all,
			number(fmt.Sprintf("integer_%d_average_error", step), func(r *question.Answer) float64 {
				if i := integerOf(r, step); i != nil {
					return float64(i.AverageError)
				}
				return math.NaN()
			}),
			text(fmt.Sprintf("integer_%d_features", step), func(r *question.Answer) string {
				if i := integerOf(r, step); i != nil {
					return FeatureList(&question.Answer{Features: i.Features})
				}
				return ""
			}))
	}
	return all
}
