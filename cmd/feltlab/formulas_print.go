package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"feltlab/dataset/data"
	"feltlab/dataset/published"
	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/features"
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

// worstShown is how many of the worst flops a fit lists.
const worstShown = 5

func printFit(w io.Writer, x *fitRows, r *question.Answer) error {
	inst, rows := x.inst, boardWord(r)
	fmt.Fprintf(w, "%v, %.0f %s\n", r, inst.TotalWeight(), rows)
	if r.Against().Own() && !r.Together() { // sets of hands may leave questions open that any-hand asks
		printDull(w, x.spots.Set, x.inst.Features)
	}
	if !r.Found() {
		printNone(w, r, boundText(r))
		return nil
	}
	printWrapped(w, "%s", fit.Words(r, inst))
	printWrapped(w, "error in percentage points: average %s, 90%% of %s within %s, largest %s",
		points(r.AverageError), rows, points(r.P90Error), points(r.MaxError))
	fmt.Fprintf(w, "  %s: bound %s, gap %.2f%%, %.1f s, engine %s\n",
		provedText(r.StatusText(), r.Status), boundText(r), 100*r.Gap, r.Seconds, r.Engine)
	printSolver(w, r, r.Solver, "  ")
	fmt.Fprintf(w, "  weights: %s\n", wrap(weightsText(r.Features, 2, -1), "    ", lineWidth-11))
	fmt.Fprintf(w, "  most wrong on%s:\n", holding(r.Hand()))
	for _, f := range handout.Rank(x.spots, r.Formula()).Worst(worstShown) {
		fmt.Fprintf(w, "    %s  %v %.1f%%, formula %.1f%%\n", onBoard(&f), r.Against().Estimate, 100*f.Equity, 100*f.Estimate)
	}
	printRound(w, x.inst, r)
	printPublished(w, r)
	return nil
}

// printNone prints an answer without a formula.
func printNone(w io.Writer, r *question.Answer, bound string) {
	fmt.Fprintf(w, "  %s: %s\n", r.StatusText(), noFormula(r.Status))
	if r.Status != question.Infeasible {
		fmt.Fprintf(w, "  certified: bound %s\n", bound)
	}
	printSolver(w, r, r.Solver, "  ")
}

// boardWord says what a formula estimates.
func boardWord(r *question.Answer) string {
	switch {
	case r.Against().Street != cards.Flop:
		return "boards"
	case r.Together():
		return "pairs of a hand and a flop"
	}
	return "flops"
}

// printRound prints the formulas with round weights, and what they cost.
func printRound(w io.Writer, inst *regression.Instance, r *question.Answer) {
	for _, i := range r.Round {
		fmt.Fprintf(w, "  %s:\n", wrap("weights "+i.Weights.String(), "    ", lineWidth-2))
		if !i.Found() {
			fmt.Fprintf(w, "    %s: %s\n", i.StatusText(), noFormula(i.Status))
			printSolver(w, i, i.Solver, "    ")
			continue
		}
		cost := fmt.Sprintf("%d features, any weights need %d", len(i.Features), len(r.Features))
		if free := r.Objective(); !r.CountsFeatures() {
			cost = fmt.Sprintf("error %s, any weights %s, cost %s", points(i.Objective()), points(free),
				points(i.Objective()-free))
		}
		fmt.Fprintf(w, "    %s\n", wrap(fit.Words(i, inst), "      ", lineWidth))
		fmt.Fprintf(w, "    average %s, 90%% of %s within %s, largest %s\n",
			points(i.AverageError), boardWord(r), points(i.P90Error), points(i.MaxError))
		fmt.Fprintf(w, "    %s: %s\n", provedText(i.StatusText(), i.Status), cost)
		fmt.Fprintf(w, "    bound %s, gap %.2f%%, %.1f s, engine %s\n", boundText(i), 100*i.Gap, i.Seconds, i.Engine)
		printSolver(w, i, i.Solver, "    ")
		fmt.Fprintf(w, "    weights: %s\n", wrap(weightsText(i.Features, decimalsOf(i), -1), "      ", lineWidth-13))
	}
}

// decimalsOf is the number of decimals of weights in percentage points: none if all are whole.
func decimalsOf(r *question.Answer) int {
	if r.Weights.Step() > 0 {
		return 0
	}
	return 2
}

func noFormula(s question.Status) string {
	if s == question.Infeasible {
		return "no formula of these features stays within the limit"
	}
	return "no formula within the limit was found in the time given"
}

func boundText(r *question.Answer) string {
	if b := r.Bound(); b != "" {
		return b
	}
	return "none"
}

// provedText is a status; where HiGHS claims more than is proved, it introduces what is.
func provedText(text string, s question.Status) string {
	if text == string(s) {
		return text
	}
	return text + "; certified"
}

// printSolver prints what HiGHS reports, if it was asked.
func printSolver(w io.Writer, r *question.Answer, s *question.Solver, indent string) {
	if s == nil {
		return
	}
	bound, gap := solverNumbers(r, s)
	line := fmt.Sprintf("%s, formulation %s, not certified: %s, bound %s, gap %s, %d nodes, %.1f s",
		s.Version, s.Formulation, s.Status, bound, gap, s.Nodes, s.Seconds)
	fmt.Fprintf(w, "%s%s\n", indent, wrap(line, indent+"  ", lineWidth))
}

// solverNumbers are the bound of HiGHS, in the unit of the program, and its gap.
func solverNumbers(r *question.Answer, s *question.Solver) (bound, gap string) {
	bound, gap = "none", "none"
	if !s.Bound.Missing() {
		if bound = r.InUnit(float64(s.Bound)); r.IsTable() && !r.CountsFeatures() {
			bound += "% of the range"
		}
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
	return fmt.Sprintf(", as %v", h.Combo)
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

func printCurve(w io.Writer, s question.Subject, c *curveAnswer, steps []int, kind regression.Kind) error {
	about, unit, what := s.String(), "percentage points", "error and weights"
	if s.IsTable() {
		unit, what = "percent of the target's range", "error and bound"
	} else if s.Standard() {
		about = s.Canonical().String()
	}
	fmt.Fprintf(w, "%s, %v\n", about, kind)
	printNote(w, s)
	fmt.Fprintf(w, "  %s in %s; no formula errs less than the bound\n", what, unit)
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
		if s.IsTable() {
			t.Add(row...)
			continue
		}
		t.Add(append(row, weightsText(p.Features, 1, n))...)
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

func printShared(w io.Writer, r *fit.SharedAnswer, q fit.SharedQuestion) error {
	fmt.Fprintf(w, "%d hands against %s, %s(%d): one set of features\n",
		len(r.Hands), q.Subjects[0].RangeText(), r.Kind, r.MaxFeatures)
	t := table.NewSheet("error", "shared", "own set", "cost").Align("lr")
	mean := []string{"mean", points(r.MeanError), points(r.OwnError), points(r.Cost)}
	if q.Step != 0 {
		t.Header, mean = append(t.Header, fmt.Sprintf("step %d", q.Step)), append(mean, points(r.WholeError))
	}
	for _, shared := range r.Features {
		if feature, err := features.ByID(shared.ID); err == nil {
			fmt.Fprintf(w, "  F%-3d %s\n", shared.ID, wrap(feature.Sentence, "       ", lineWidth-7))
		}
		t.Header = append(t.Header, fmt.Sprintf("F%d", shared.ID))
	}
	for i := range r.Hands {
		h := &r.Hands[i]
		shown, decimals := &h.Shared, 1
		row := []string{h.Hand.Text, points(h.Shared.Objective(q.Kind)), points(h.Own.Objective(q.Kind)),
			points(h.Cost)}
		if h.Whole != nil {
			shown, decimals = h.Whole, 0
			row = append(row, points(h.Whole.Objective(q.Kind)))
		}
		for _, shared := range r.Features {
			cell := ""
			for _, x := range shown.Features {
				if x.ID == shared.ID {
					cell = fmt.Sprintf("%+.*f", decimals, 100*x.Weight)
				}
			}
			row = append(row, cell)
		}
		t.Add(row...)
	}
	t.Add(mean...)
	if err := t.Print(w, "  "); err != nil {
		return err
	}
	if r.LowerBound > 0 {
		fmt.Fprintf(w, "  proved: no shared set has a mean below %.4f\n", math.Floor(1e6*r.LowerBound)/1e4)
	}
	_, err := fmt.Fprintf(w, "  weights and errors in percentage points; %.1f s\n", r.Seconds)
	return err
}
