package dalpasso

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/report/draw"
)

// writeTable3 writes everything but the summary.
func writeTable3(env *experiments.Env, rows []*table3Row, full []fullFormula, s *table3Summary) error {
	var results []*question.Answer
	for _, r := range rows {
		results = append(append(results, r.count), r.sized...)
	}
	if err := env.Write("table3.csv", table3Table(rows).CSV); err != nil {
		return err
	}
	if err := writeSolves(env, "table3", results); err != nil {
		return err
	}
	if err := env.Draw("table3/features", table3Chart(rows)); err != nil {
		return err
	}
	byRow, glossary := table3ByRow(rows)
	return env.WritePage(pages, "table3", struct {
		*table3Summary
		Limit, ErrorLimit                                              string
		Counts, OutOfReach, Refitted, RowByRow, Limits, Full, Glossary *table.Sheet
	}{
		s, limitText(s.TimeLimit), limitText(min(s.TimeLimit, errorLimit.Seconds())),
		s.counts(), outOfReach(rows), refittedTable(full), byRow, limitsTable(rows), fullTable(full), glossary,
	})
}

// table3Table is the CSV file.
func table3Table(rows []*table3Row) *table.Sheet {
	t := table.NewSheet(append(errorColumns("average"), "error_limit_percent", "lower_bound_features", "printed_features")...)
	for _, r := range rows {
		t.Add(r.cells()...)
	}
	return t
}

// cells are a row of the CSV file.
func (r *table3Row) cells() []string {
	cells := []string{r.printed.Hand, r.printed.Range, "", "", "", string(r.status()), secondsText(r.seconds()), ""}
	if r.formula != nil {
		cells[2], cells[3] = strconv.Itoa(r.features()), errorText(float64(r.formula.AverageError))
		cells[4], cells[7] = boundText(r.errorBound()), formulaText(r.formula.ByWeight())
	}
	return append(cells, strconv.FormatFloat(table3ErrorPercent, 'f', -1, 64), strconv.Itoa(r.bound), strconv.Itoa(r.printed.FeaturesNeeded))
}

func table3Chart(rows []*table3Row) draw.Chart {
	var all []position
	for _, r := range rows {
		if r.formula != nil {
			all = append(all, position{r.printed.Hand, r.printed.Range, float64(r.features()), float64(r.bound), float64(r.printed.FeaturesNeeded)})
		}
	}
	return positionChart("Table 3: the fewest features within 2.5 percentage points", "number of features", all)
}

// table3ByRow sets the rows beside the print, and says what the features of their formulas are.
func table3ByRow(rows []*table3Row) (byRow, features *table.Sheet) {
	t := table.NewSheet("hand", "range", "features, ours", "bound", "status", "error", "bound", "seconds", "printed", "verdict", "five largest weights, ours", "printed")
	var terms [][]regression.Term
	for _, r := range rows {
		ours, e := "-", math.NaN()
		var top []regression.Term
		if r.formula != nil {
			ours, e, top = strconv.Itoa(r.features()), float64(r.formula.AverageError), largest(r.formula)
		}
		t.Add(r.printed.Hand, r.printed.Range, ours, strconv.Itoa(r.bound), string(r.status()), pointsText(e, 4), pointsText(float64(r.errorBound()), 4),
			secondsText(r.seconds()), strconv.Itoa(r.printed.FeaturesNeeded), r.outcome().String(), termsText(top), termsText(r.printed.Terms))
		terms = append(terms, top, r.printed.Terms)
	}
	return t, glossary(terms...)
}

// counts is the verdict in numbers.
func (s *table3Summary) counts() *table.Sheet {
	t := table.NewSheet("rows", "fewer features", "as many", "more", "proved optimal", "sum of gaps, features")
	t.Add(strconv.Itoa(s.Rows), strconv.Itoa(s.Features.Better), strconv.Itoa(s.Features.Equal), strconv.Itoa(s.Features.Worse),
		strconv.Itoa(s.Proved), strconv.Itoa(s.SumOfGaps))
	return t
}

// outOfReach sets out the rows whose printed number of features is certified to be too small.
func outOfReach(rows []*table3Row) *table.Sheet {
	t := table.NewSheet("hand", "range", "printed features", "least error with so many", "bound for it")
	for _, r := range rows {
		if !r.unreachable() {
			continue
		}
		found, bound := math.NaN(), math.NaN()
		for _, s := range r.sized {
			if s.N == r.printed.FeaturesNeeded {
				found, bound = s.Objective(), float64(s.LowerBound)
			}
		}
		t.Add(r.printed.Hand, r.printed.Range, strconv.Itoa(r.printed.FeaturesNeeded), pointsText(found, 6), pointsText(bound, 6))
	}
	return t
}

// refittedTable lists the best weights for the source's own features of rows that are out of reach.
func refittedTable(full []fullFormula) *table.Sheet {
	t := table.NewSheet("hand", "range", "best weights for its features", "average error", "with one digit")
	for _, f := range full {
		if f.best == nil {
			continue
		}
		var parts []string
		for _, printed := range f.Terms {
			parts = append(parts, fmt.Sprintf("F%d %+.3f", printed.ID, f.best.Weight(printed.ID)))
		}
		t.Add(f.Hand, f.Range, strings.Join(parts, ", "), percentText(f.best.Error, 6), percentText(f.best.Error, 1))
	}
	return t
}

// fullTable lists the formulas that the source prints with all terms.
func fullTable(full []fullFormula) *table.Sheet {
	t := table.NewSheet("hand", "range", "printed formula", "average error")
	for _, f := range full {
		t.Add(f.Hand, f.Range, termsText(f.Terms), percentText(f.average, 4))
	}
	return t
}

// Text writes the summary for a person.
func (s *table3Summary) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "of %d rows %d need fewer features than printed, %d as many, %d more\n", s.Rows, s.Features.Better, s.Features.Equal, s.Features.Worse)
	fmt.Fprintf(&b, "proved optimal: %d of %d; sum of gaps %d features; %.0f solver-seconds\n", s.Proved, s.Rows, s.SumOfGaps, s.Seconds)
	for _, p := range s.Unreachable {
		fmt.Fprintf(&b, "%s: certified that the printed number of features is too small\n", p)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
