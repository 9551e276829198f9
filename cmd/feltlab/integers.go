package main

import (
	"fmt"
	"strings"

	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
)

// printIntegers sets the formulas of whole multiples below the free one, with what they cost.
func (a *app) printIntegers(inst *regression.Instance, r *question.Answer) {
	for _, i := range r.Integers {
		fmt.Fprintf(a.stdout, "  in steps of %d:\n", i.StepPercent)
		if !i.Found() {
			fmt.Fprintf(a.stdout, "    %s: %s\n", i.StatusText(), noFormula(i.Status))
			a.printSolver(r, i.Solver, "    ")
			continue
		}
		fmt.Fprintf(a.stdout, "    %s\n", wrap(fit.Words(&question.Answer{Features: i.Features}, inst), "      ", textWidth))
		fmt.Fprintf(a.stdout, "    average %s, 90%% of flops within %s, largest %s\n",
			points(i.AverageError), points(i.P90Error), points(i.MaxError))
		fmt.Fprintf(a.stdout, "    %s: %s; gap %.2f%%, %.1f s, engine %s\n", provedText(i.StatusText(), i.Status), costText(r, &i), 100*float64(i.Gap), i.Seconds, i.Engine)
		a.printSolver(r, i.Solver, "    ")
		fmt.Fprintf(a.stdout, "    weights: %s\n", wholeWeights(&i))
	}
}

// costText says what whole weights cost in the unit of the program.
func costText(r *question.Answer, i *question.Integer) string {
	if r.CountsFeatures() {
		return fmt.Sprintf("%d features, free weights need %d", len(i.Features), len(r.Features))
	}
	return fmt.Sprintf("error %s, free weights %s, cost %s", points(question.Number(r.Objective())+i.Cost), points(question.Number(r.Objective())), points(i.Cost))
}

// wholeWeights lists weights in percentage points, the largest first.
func wholeWeights(i *question.Integer) string {
	var parts []string
	for _, w := range (&question.Answer{Features: i.Features}).ByWeight() {
		parts = append(parts, fmt.Sprintf("F%d %+.0f", w.ID, 100*w.Weight))
	}
	return strings.Join(parts, ", ")
}
