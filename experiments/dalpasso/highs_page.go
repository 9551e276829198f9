package dalpasso

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"time"

	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/pipeline/question"
)

// sameError is a difference of errors, a fraction of 1, that is none: HiGHS meets its rows only up
// to a tolerance.
const sameError = 1e-6

// highsSummary is what the races say together.
type highsSummary struct {
	Instances int     `json:"instances"`
	TimeLimit float64 `json:"time_limit_seconds"`
	// Better is where feltlab's incumbent is better, Tighter where its bound is.
	Better  int `json:"better_incumbents"`
	Tighter int `json:"tighter_bounds"`
	// Behind are those where an incumbent or a bound of HiGHS is better.
	Behind []pair `json:"behind"`
	// The sums of what incumbent and bound leave open, in percentage points.
	HighsGaps   float64 `json:"highs_sum_of_gaps_percent"`
	FeltlabGaps float64 `json:"feltlab_sum_of_gaps_percent"`
}

// summarizeHighs takes races in pairs: HiGHS, feltlab.
func summarizeHighs(all []race, limit time.Duration) *highsSummary {
	s := &highsSummary{Instances: len(all) / 2, TimeLimit: limit.Seconds()}
	for i := 0; i+1 < len(all); i += 2 {
		theirs, ours := &all[i], &all[i+1]
		better, tighter := less(ours.Incumbent, theirs.Incumbent), less(theirs.bound(), ours.bound())
		if better {
			s.Better++
		}
		if tighter {
			s.Tighter++
		}
		if less(theirs.Incumbent, ours.Incumbent) || less(ours.bound(), theirs.bound()) {
			s.Behind = append(s.Behind, pair{ours.Hand, ours.Range})
		}
		s.FeltlabGaps += 100 * ours.gap()
		// Without an incumbent the mean equity, which no features reach, would be the error.
		if gap := theirs.gap(); !math.IsNaN(gap) {
			s.HighsGaps += 100 * gap
		}
	}
	return s
}

// less reports whether a is clearly smaller than b; a missing number is the largest.
func less(a, b question.Number) bool {
	switch {
	case a.Missing():
		return false
	case b.Missing():
		return true
	}
	return float64(a) < float64(b)-sameError
}

// writeHighs writes everything but the summary.
func writeHighs(env *experiments.Env, all []race, limit time.Duration) error {
	page := table.NewSheet("hand", "range", "solver", "incumbent", "bound", "gap", "found after", "seconds", "status")
	for i := range all {
		r := &all[i]
		page.Add(r.Hand, r.Range, r.Solver, pointsText(float64(r.Incumbent), 4), pointsText(float64(r.LowerBound), 4),
			pointsText(r.gap(), 4), pointsText(float64(r.Found)/100, 1), secondsText(r.Seconds), r.Status)
	}
	if err := env.Write("highs.csv", raceTable(all).CSV); err != nil {
		return err
	}
	return env.WritePage(pages, "highs", struct {
		Limit string
		Races *table.Sheet
	}{limitText(limit.Seconds()), page})
}

// raceTable is the CSV file of races; of the two bounds, that of the program is there.
func raceTable(all []race) *table.Sheet {
	t := table.NewSheet("hand", "range", "program", "solver", "average_error_percent", "lower_bound_percent", "seconds_to_incumbent", "seconds", "nodes", "status", "weights",
		"formulation", "settled", "features", "lower_bound_features")
	for i := range all {
		r := &all[i]
		count, errorBound, countBound := "", boundText(r.LowerBound), ""
		if r.Counts {
			errorBound, countBound = "", missingText(r.LowerBound, 0)
		}
		if !r.Incumbent.Missing() {
			count = strconv.Itoa(len(r.Features))
		}
		t.Add(r.Hand, r.Range, r.Program, r.Solver, errorText(float64(r.AverageError)), errorBound, missingText(r.Found, 3),
			strconv.FormatFloat(r.Seconds, 'f', 1, 64), strconv.FormatInt(r.Nodes, 10), r.Status, formulaText(r.Features),
			r.Formulation, strconv.FormatBool(r.Settled), count, countBound)
	}
	return t
}

// missingText writes a number with so many decimals, or nothing where there is none.
func missingText(x question.Number, decimals int) string {
	if x.Missing() {
		return ""
	}
	return strconv.FormatFloat(float64(x), 'f', decimals, 64)
}

// Text writes the summary for a person.
func (s *highsSummary) Text(w io.Writer) error {
	_, err := fmt.Fprintf(w, "of %d instances feltlab has a better formula in %d and a tighter bound in %d; HiGHS is ahead in formula or bound in %d\n"+
		"sum of gaps: HiGHS %.4f points, feltlab %.4f, with %s each\n",
		s.Instances, s.Better, s.Tighter, len(s.Behind), s.HighsGaps, s.FeltlabGaps, limitText(s.TimeLimit))
	return err
}
