package main

import (
	"fmt"
	"math"
	"strings"

	"feltlab/dataset/matrix"
	"feltlab/dataset/published"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/question"
)

// worstShown is how many of the worst flops a fit lists.
const worstShown = 5

func (a *app) printFit(m *matrix.Matrix, inst *regression.Instance, r *question.Answer, asJSON bool) error {
	if asJSON {
		return a.printJSON(r)
	}
	fmt.Fprintf(a.stdout, "%v, %d flops\n", r, len(m.Flops))
	if !r.Found() {
		fmt.Fprintf(a.stdout, "  %s: %s\n", r.StatusText(), noFormula(r.Status))
		if r.Status != question.Infeasible {
			fmt.Fprintf(a.stdout, "  certified: bound %s\n", boundText(r))
		}
		a.printSolver(r, r.Solver, "  ")
		return nil
	}
	fmt.Fprintf(a.stdout, "  %s\n", wrap(fit.Words(r, inst), "    ", textWidth))
	fmt.Fprintf(a.stdout, "  error in percentage points: average %s, 90%% of flops within %s, largest %s\n",
		points(r.AverageError), points(r.P90Error), points(r.MaxError))
	fmt.Fprintf(a.stdout, "  %s: bound %s, gap %.2f%%, %.1f s, engine %s\n", provedText(r.StatusText(), r.Status), boundText(r), 100*float64(r.Gap), r.Seconds, r.Engine)
	a.printSolver(r, r.Solver, "  ")
	fmt.Fprintf(a.stdout, "  weights: %s\n", wrap(weightList(r), "    ", textWidth))
	if err := a.printWorst(m, r); err != nil {
		return err
	}
	a.printIntegers(inst, r)
	a.printPublished(r)
	return nil
}

func noFormula(s question.Status) string {
	if s == question.Infeasible {
		return "no formula of these features stays within the limit"
	}
	return "no formula within the limit was found in the time given"
}

func points(n question.Number) string { return fmt.Sprintf("%.4f", 100*float64(n)) }

func boundText(r *question.Answer) string {
	if b := r.Bound(); b != "" {
		return b
	}
	return "none"
}

// provedText is a standing, and where that is more than is proved, what is.
func provedText(standing string, s question.Status) string {
	if standing == string(s) {
		return standing
	}
	return standing + "; certified"
}

// printSolver says what HiGHS says, if it was asked.
func (a *app) printSolver(r *question.Answer, s *question.Solver, indent string) {
	if s == nil {
		return
	}
	bound, gap := solverNumbers(r, s)
	line := fmt.Sprintf("%s, formulation %s, not certified: %s, bound %s, gap %s, %d nodes, %.1f s", s.Version, s.Formulation, s.Status, bound, gap, s.Nodes, s.Seconds)
	fmt.Fprintf(a.stdout, "%s%s\n", indent, wrap(line, indent+"  ", textWidth))
}

// solverNumbers are the bound, in the unit of the program, and the gap of HiGHS.
func solverNumbers(r *question.Answer, s *question.Solver) (bound, gap string) {
	bound, gap = "none", "none"
	if !s.Bound.Missing() {
		bound = r.InUnit(float64(s.Bound))
	}
	if !s.Gap.Missing() {
		gap = fmt.Sprintf("%.2f%%", 100*float64(s.Gap))
	}
	return bound, gap
}

func weightList(r *question.Answer) string {
	var parts []string
	for _, w := range r.ByWeight() {
		parts = append(parts, weightText(w))
	}
	return strings.Join(parts, ", ")
}

// weightText writes a feature and its weight in percentage points.
func weightText(w question.Weight) string { return fmt.Sprintf("F%d %+.2f", w.ID, 100*w.Weight) }

func (a *app) printWorst(m *matrix.Matrix, r *question.Answer) error {
	flops, err := handout.Flops(m, r.Formula())
	if err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "  most wrong on%s:\n", holding(m))
	for _, f := range handout.Worst(flops, worstShown) {
		fmt.Fprintf(a.stdout, "    %s  equity %.1f%%, formula %.1f%%\n", f.Text, 100*f.Equity, 100*f.Estimate)
	}
	return nil
}

// holding says which cards stand for a class, because flops are listed that only they have.
func holding(m *matrix.Matrix) string {
	hand, err := ranges.ParseHand(m.Hand)
	if err != nil || hand.Specific {
		return ""
	}
	return fmt.Sprintf(", as %v", hand.Combo)
}

// printPublished sets the printed row of the source beside ours, where it has one.
func (a *app) printPublished(r *question.Answer) {
	if text, terms := publishedText(r); text != "" {
		fmt.Fprintf(a.stdout, "  Dalpasso & Lancia, %s\n", wrap(text+": "+terms, "    ", textWidth))
	}
}

// publishedText is the printed row of the source to a result, and its terms; empty if it has none.
func publishedText(r *question.Answer) (text, terms string) {
	switch {
	case r.Kind == regression.AvgErr && r.N == 10:
		if row, ok := published.Find(published.Table4(), r.Hand.Text, r.Range.String()); ok {
			return fmt.Sprintf("Table 4: average error %.1f with 10 features", row.AverageErrorPercent), publishedTerms(row) + " ..."
		}
	case r.Kind == regression.FeatAvgErr && math.Abs(r.E-0.025) < 1e-12,
		r.Kind == regression.AvgErr:
		row, ok := published.Find(published.Table3(), r.Hand.Text, r.Range.String())
		if ok && (r.CountsFeatures() || r.N == row.FeaturesNeeded) {
			more := ""
			if row.FeaturesNeeded > len(row.Terms) {
				more = " ..."
			}
			return fmt.Sprintf("Table 3: %d features for an average error of 2.5", row.FeaturesNeeded), publishedTerms(row) + more
		}
	}
	return "", ""
}

func publishedTerms(row published.Formula) string {
	var parts []string
	for _, t := range row.Terms {
		parts = append(parts, fmt.Sprintf("F%d %+.0f", t.ID, 100*t.Weight))
	}
	return strings.Join(parts, ", ")
}
