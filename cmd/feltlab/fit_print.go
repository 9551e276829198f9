package main

import (
	"fmt"
	"math"
	"strings"
	"time"

	"feltlab/dataset/matrix"
	"feltlab/experiments/published"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/explain"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/progress"
)

// worstShown is how many of the worst flops a fit lists.
const worstShown = 5

// watchFit shows a bar that fills with the time limit and tells of every better formula.
func (a *app) watchFit(t fit.Task) (improved func(float64), stop func()) {
	const steps = 100
	bar := progress.Start(a.stderr, fmt.Sprintf("%s against %s", t.Hand, t.Range), steps)
	if bar == nil {
		return nil, func() {}
	}
	start := time.Now()
	tick := time.NewTicker(200 * time.Millisecond)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-tick.C:
				bar.Set(min(steps-1, int(steps*time.Since(start)/t.TimeLimit)))
			case <-done:
				return
			}
		}
	}()
	improved = func(objective float64) { bar.Latest("best so far " + objectiveText(t, objective)) }
	return improved, func() { tick.Stop(); close(done); bar.Close() }
}

// objectiveText writes an objective in the unit of its program.
func objectiveText(t fit.Task, objective float64) string {
	if t.Program.Kind.CountsFeatures() {
		return fmt.Sprintf("%.0f features", objective)
	}
	return fmt.Sprintf("%.4f points", 100*objective)
}

func (a *app) printFit(m *matrix.Matrix, inst *regression.Instance, r *fit.Result, asJSON bool) error {
	if asJSON {
		return a.printJSON(reportOf(r))
	}
	fmt.Fprintf(a.stdout, "%s against %s, %s, %d flops\n", r.Hand, r.Range, r.Title(), len(m.Flops))
	if !r.Found() {
		fmt.Fprintf(a.stdout, "  %s: %s\n", r.Status, noFormula(r.Status))
		return nil
	}
	fmt.Fprintf(a.stdout, "  %s\n", wrap(fit.Words(r, inst), "    ", textWidth))
	fmt.Fprintf(a.stdout, "  error in percentage points: average %s, 90%% of flops within %s, largest %s\n",
		points(r.AverageError), points(r.P90Error), points(r.MaxError))
	fmt.Fprintf(a.stdout, "  %s: bound %s, gap %.2f%%, %.1f s, engine %s%s\n", r.Status, boundText(r), 100*float64(r.Gap), r.Seconds, r.Engine, statedText(r, r.SolverBound))
	fmt.Fprintf(a.stdout, "  weights: %s\n", wrap(weightList(r), "    ", textWidth))
	if err := a.printWorst(m, r); err != nil {
		return err
	}
	a.printIntegers(inst, r)
	a.printPublished(r)
	return nil
}

func noFormula(s fit.Status) string {
	if s == fit.Infeasible {
		return "no formula of these features stays within the limit"
	}
	return "no formula within the limit was found in the time given"
}

func points(n fit.Number) string { return fmt.Sprintf("%.4f", 100*float64(n)) }

func boundText(r *fit.Result) string {
	if b := r.Bound(); b != "" {
		return b
	}
	return "none"
}

// statedText tells of a bound that only HiGHS vouches for.
func statedText(r *fit.Result, bound float64) string {
	if bound <= 0 {
		return ""
	}
	return fmt.Sprintf(", which states %s without a certificate", r.InUnit(bound))
}

func weightList(r *fit.Result) string {
	var parts []string
	for _, w := range r.ByWeight() {
		parts = append(parts, weightText(w))
	}
	return strings.Join(parts, ", ")
}

// weightText writes a feature and its weight in percentage points.
func weightText(w fit.Weight) string { return fmt.Sprintf("F%d %+.2f", w.ID, 100*w.Weight) }

func (a *app) printWorst(m *matrix.Matrix, r *fit.Result) error {
	flops, err := explain.Flops(m, r.Formula())
	if err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "  most wrong on%s:\n", holding(m))
	for _, f := range explain.Worst(flops, worstShown) {
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
func (a *app) printPublished(r *fit.Result) {
	if text, terms := publishedText(r); text != "" {
		fmt.Fprintf(a.stdout, "  Dalpasso & Lancia, %s\n", wrap(text+": "+terms, "    ", textWidth))
	}
}

// publishedText is the printed row of the source to a result, and its terms; empty if it has none.
func publishedText(r *fit.Result) (text, terms string) {
	switch {
	case r.Program == regression.AvgErr.String() && r.MaxFeatures == 10:
		if row, ok := published.Find(published.Table4(), r.Hand, r.Range); ok {
			return fmt.Sprintf("Table 4: average error %.1f with 10 features", row.AverageErrorPercent), publishedTerms(row) + " ..."
		}
	case r.Program == regression.FeatAvgErr.String() && math.Abs(r.ErrorLimit-0.025) < 1e-12,
		r.Program == regression.AvgErr.String():
		row, ok := published.Find(published.Table3(), r.Hand, r.Range)
		if ok && (r.CountsFeatures() || r.MaxFeatures == row.FeaturesNeeded) {
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
