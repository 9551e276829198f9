package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"feltlab/dataset/data"
	"feltlab/dataset/published"
	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/question"
)

// points writes a fraction in percentage points.
func points[N ~float64](n N) string { return table.Fixed(100*float64(n), 4) }

// weightsText lists the features with the largest weights, in percentage points: "F54 +85.0, F41 -9.5, ...".
func weightsText(all []question.Weight, decimals, most int) string {
	var parts []string
	for i, w := range (&question.Answer{Features: all}).ByWeight() {
		if i == most {
			parts = append(parts, "...")
			break
		}
		parts = append(parts, fmt.Sprintf("F%d %+.*f", w.ID, decimals, 100*w.Weight))
	}
	return strings.Join(parts, ", ")
}

// print prints an answer with what it is about, its round weights and what other methods find.
func (x *fitRows) print(w io.Writer, r *fitAnswer) error {
	fmt.Fprintf(w, "%v, %s\n", &r.Answer, x.about(&r.Answer))
	printNote(w, r.Subject)
	if x.table != nil {
		printTwins(w, x.table)
	} else if r.Against().Own() && !r.Together() { // sets of hands may leave questions open that any-hand asks
		printDull(w, x.spots.Set, x.inst.Features)
	}
	if x.printJudged(w, r) {
		x.printFormula(w, &r.Answer, nil)
	}
	if r.Found() && x.table == nil {
		const shown = 5
		fmt.Fprintf(w, "  most wrong on%s:\n", holding(r.Hand()))
		for _, f := range handout.Rank(x.spots.Orbits(), r.Formula()).Worst(shown) {
			if f.Hand != "" { // of several
				f.Text = f.Hand + " on " + f.Text
			}
			fmt.Fprintf(w, "    %s  %v %.1f%%, formula %.1f%%\n", f.Text, r.Against().Estimate, 100*f.Equity,
				100*f.Estimate)
		}
	}
	for _, round := range r.Round {
		fmt.Fprintf(w, "  %s:\n", wrap("weights "+round.Weights.String(), "    ", lineWidth-2))
		x.printFormula(w, round, &r.Answer)
	}
	x.printBest(w, &r.Answer)
	printPublished(w, &r.Answer)
	return x.printCompared(w, r)
}

// printJudged prints the formula of another solver. It reports whether the answer's has more to say: there is none of
// another solver, or nothing proves it optimal.
func (x *fitRows) printJudged(w io.Writer, r *fitAnswer) bool {
	j := r.Judged
	if j == nil {
		return true
	}
	printWrapped(w, "formula of %s (%s):", j.File, j.Format)
	if j.Breaks != "" {
		printWrapped(w, "%s", j.Breaks)
	}
	a := j.Answer(&r.Answer)
	x.printFormula(w, a, nil)
	if j.Breaks == "" && a.Status == question.Optimal {
		return false
	}
	printWrapped(w, "best formula found, from it or before:")
	return true
}

// about says what rows a formula estimates.
func (x *fitRows) about(r *question.Answer) string {
	t := x.table
	if t == nil {
		return fmt.Sprintf("%.0f %s", x.inst.TotalWeight(), boardWord(r))
	}
	what := "target"
	if t.Options.ZeroInRange {
		what = "target and 0 from"
	}
	return fmt.Sprintf("%d rows (%d different), %d columns, %s %v to %v", t.FileRows, len(t.Rows), len(t.Columns), what,
		t.Low, t.High)
}

// printFormula prints a formula, its errors and its bound. A formula with round weights costs something next to that
// with any.
func (x *fitRows) printFormula(w io.Writer, r, free *question.Answer) {
	if !r.Found() {
		text := "no formula within the limit was found in the time given"
		if r.Status == question.Infeasible {
			text = "no formula of these features has an error within the limit"
		}
		printWrapped(w, "%s: %s", r.StatusText(), text)
		if r.Status != question.Infeasible {
			printWrapped(w, "certified: bound %s", x.bound(r))
		}
		printSolver(w, r)
		return
	}
	unit, part := " in percentage points", ""
	if x.table != nil {
		printTerms(w, x.table, r)
		unit, part = "", fmt.Sprintf("; average %s%% of the target's range", points(r.AverageError))
	} else {
		printWrapped(w, "%s", fit.Words(r, x.inst))
	}
	printWrapped(w, "error%s: average %s, 90%% of %s within %s, largest %s%s", unit, x.text(float64(r.AverageError)),
		boardWord(r), x.text(float64(r.P90Error)), x.text(float64(r.MaxError)), part)
	status := r.StatusText()
	if status != string(r.Status) { // HiGHS claims more than is proved
		status += "; certified"
	}
	printWrapped(w, "%s: bound %s, gap %.2f%%, %.1f s, engine %s", status, x.bound(r), 100*r.Gap, r.Seconds, r.Engine)
	printSolver(w, r)
	switch {
	case free == nil:
	case r.CountsFeatures():
		printWrapped(w, "%d features; with any weights %d are enough", len(r.Features), len(free.Features))
	default:
		least := free.Objective()
		printWrapped(w, "with any weights the error is %s; the rounding costs %s", x.text(least),
			x.text(r.Objective()-least))
	}
	if x.table != nil {
		printQuantile(w, x.table, r)
		printVotes(w, x.table, r)
		printOutcomes(w, x.table, outcomesOf(x.table, r.Formula()), "estimate")
		return
	}
	decimals := 2
	if r.Weights.Step() > 0 { // whole percentage points
		decimals = 0
	}
	printWrapped(w, "weights: %s", weightsText(r.Features, decimals, -1))
}

// text writes an error: in percentage points, or in the unit of a table's target.
func (x *fitRows) text(e float64) string {
	if x.table == nil {
		return points(e)
	}
	return inTarget(x.table, e*x.table.Range())
}

// bound writes the bound of an answer in the unit of its errors, or as a number of features.
func (x *fitRows) bound(r *question.Answer) string {
	if r.LowerBound.Missing() || r.CountsFeatures() {
		return cmp.Or(r.Bound(), "none")
	}
	return x.text(float64(r.LowerBound))
}

// boardWord says what a formula estimates.
func boardWord(r *question.Answer) string {
	switch {
	case r.IsTable():
		return "rows"
	case r.Against().Street != cards.Flop:
		return "boards"
	case r.Together():
		return "pairs of a hand and a flop"
	}
	return "flops"
}

// printSolver prints what HiGHS reports, if it was asked.
func printSolver(w io.Writer, r *question.Answer) {
	if s := r.Solver; s != nil {
		bound, gap := solverNumbers(r)
		printWrapped(w, "%s, formulation %s, not certified: %s, bound %s, gap %s, %d nodes, %.1f s",
			s.Version, s.Formulation, s.Status, bound, gap, s.Nodes, s.Seconds)
	}
}

// solverNumbers are the bound of HiGHS, in the unit of the program, and its gap.
func solverNumbers(r *question.Answer) (bound, gap string) {
	bound, gap = "none", "none"
	s := r.Solver
	if !s.Bound.Missing() {
		bound = r.InUnit(float64(s.Bound))
	}
	if !s.Gap.Missing() {
		gap = fmt.Sprintf("%.2f%%", 100*float64(s.Gap))
	}
	return bound, gap
}

// holding says which cards stand for a class, because flops are listed that only they have.
func holding(h ranges.Hand) string {
	if h.Specific || h.Text == "" {
		return ""
	}
	return fmt.Sprintf(", holding %v", h.Combo)
}

// printPublished prints the source's row for comparison, if it has one.
func printPublished(w io.Writer, r *question.Answer) {
	if text, terms := publishedText(r); text != "" {
		fmt.Fprintf(w, "  Dalpasso & Lancia, %s\n", wrap(text+": "+terms, "    ", lineWidth-21))
	}
}

// publishedText returns the source's row for a result, and its terms. It is empty if there is none.
func publishedText(r *question.Answer) (text, terms string) {
	switch {
	case !r.Standard() || r.Weights != "": // the source estimates equities of hands on flops
	case r.Kind == regression.AvgErr && r.N == 10:
		if row, ok := published.Find(published.Table4(), r.Hand().Text, r.Against().Range.String()); ok {
			return fmt.Sprintf("Table 4: average error %.1f with 10 features",
				row.AverageErrorPercent), publishedTerms(row) + " ..."
		}
	case r.Kind == regression.FeatAvgErr && math.Abs(r.E-0.025) < 1e-12,
		r.Kind == regression.AvgErr:
		row, ok := published.Find(published.Table3(), r.Hand().Text, r.Against().Range.String())
		if ok && (r.CountsFeatures() || r.N == row.FeaturesNeeded) {
			more := ""
			if row.FeaturesNeeded > len(row.Terms) {
				more = " ..."
			}
			return fmt.Sprintf("Table 3: %d features for an average error of 2.5",
				row.FeaturesNeeded), publishedTerms(row) + more
		}
	}
	return "", ""
}

func publishedTerms(row published.Formula) string {
	text := func(t regression.Term) string { return fmt.Sprintf("F%d %+.0f", t.ID, 100*t.Weight) }
	return strings.Join(mapped(row.Terms, text), ", ")
}

func printCurve(w io.Writer, q fit.CurveQuestion, c *curveAnswer) error {
	s, steps, kind := q.Subject, q.Steps, q.Kind
	unit, what := "percentage points", "error and weights"
	if s.IsTable() {
		unit, what = "percent of the target's range", "error and bound"
	}
	fmt.Fprintf(w, "%v, %v\n", s, kind)
	printNote(w, s)
	fmt.Fprintf(w, "  %s in %s; no error is below the bound\n", what, unit)
	shown := (lineWidth - 12 - 8*(3+len(steps))) / 11 // weights that fit
	t := table.NewSheet("features", "bound", "error", "gain").Align(strings.Repeat("r", 4+len(steps)) + "l")
	for _, step := range steps {
		t.Header = append(t.Header, fmt.Sprintf("step %d", step))
	}
	if !s.IsTable() { // whose formulas follow
		t.Header = append(t.Header, "largest weights")
	}
	last := math.NaN()
	for _, p := range c.Points {
		e := p.Objective(kind)
		bound, gain := points(p.LowerBound), ""
		switch {
		case p.Status == question.Optimal:
			bound = "optimal"
		case p.LowerBound == 0:
			bound = "none"
		}
		if !math.IsNaN(last) {
			gain = points(last - e)
		}
		last = e
		row := []string{strconv.Itoa(p.MaxFeatures), bound, points(e), gain}
		for k := range steps {
			cell := ""
			if k < len(p.Steps) {
				cell = points(p.Steps[k].Objective(kind))
			}
			row = append(row, cell)
		}
		n := shown
		if len(p.Features) > n {
			n-- // makes room for the dots
		}
		if !s.IsTable() {
			row = append(row, weightsText(p.Features, 1, n))
		}
		t.Add(row...)
	}
	return t.Print(w, "")
}

// printCurveFormulas prints the formulas of a table's curve in the unit of the target.
func printCurveFormulas(w io.Writer, t *data.Table, c *curveAnswer) {
	fmt.Fprintf(w, "  %s is about\n", t.Options.Target)
	for _, p := range c.Points {
		var parts []string
		if !t.Options.NoIntercept {
			parts = append(parts, inTarget(t, t.InTarget(p.Intercept)))
		}
		for _, x := range (&question.Answer{Features: p.Features}).ByWeight() {
			parts = append(parts, signed(t, x.Weight*t.Range())+" if "+x.Name)
		}
		line := fmt.Sprintf("%8d  %s", p.MaxFeatures, strings.Join(parts, ", "))
		fmt.Fprintln(w, wrap(line, strings.Repeat(" ", 10), lineWidth))
	}
}
