package dalpasso

import (
	"fmt"
	"io"
	"strings"

	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/report/draw"
)

// writeTable4 writes everything but the summary.
func writeTable4(env *experiments.Env, rows []table4Row, s *table4Summary) error {
	var results []*question.Answer
	for _, r := range rows {
		results = append(results, r.Answer)
	}
	if err := writeCurves(env, "table4", "average", results); err != nil {
		return err
	}
	if err := env.Draw("table4/errors", table4Chart(rows)); err != nil {
		return err
	}
	return env.WritePage(pages, "table4", newTable4Page(rows, s))
}

// table4Page is what the page shows.
type table4Page struct {
	*table4Summary
	Limit                      string
	Counts, RowByRow, Glossary *table.Sheet
	LastDigit                  *digitStudy
}

func newTable4Page(rows []table4Row, s *table4Summary) table4Page {
	byRow, glossary := table4ByRow(rows)
	return table4Page{s, limitText(s.TimeLimit), s.counts(), byRow, glossary, studyDigits(rows)}
}

func table4Chart(rows []table4Row) draw.Chart {
	var all []position
	for _, r := range rows {
		if r.Found() {
			all = append(all, position{r.Hand.Text, r.Range.String(), r.percent(), r.boundPercent(), r.printed.AverageErrorPercent})
		}
	}
	return positionChart("Table 4: the least average error with ten features", "average error, percentage points", all)
}

// table4ByRow sets the rows beside the print, and says what the features of their formulas are.
func table4ByRow(rows []table4Row) (byRow, features *table.Sheet) {
	t := table.NewSheet("hand", "range", "ours", "bound", "status", "seconds", "printed", "if truncated", "if rounded", "five largest weights, ours", "printed")
	var terms [][]regression.Term
	for _, r := range rows {
		printed := r.printed.AverageErrorPercent
		t.Add(r.Hand.Text, r.Range.String(), pointsText(r.Objective(), 4), pointsText(float64(r.LowerBound), 4), string(r.Status), secondsText(r.Seconds),
			fmt.Sprintf("%.1f", printed), truncated(r.percent(), printed).String(), rounded(r.percent(), printed).String(),
			termsText(largest(r.Answer)), termsText(r.printed.Terms))
		terms = append(terms, largest(r.Answer), r.printed.Terms)
	}
	return t, glossary(terms...)
}

// counts is the verdict in numbers.
func (s *table4Summary) counts() *table.Sheet {
	t := table.NewSheet("rows", "better", "equal", "worse", "proved optimal", "sum of gaps", "largest gap")
	for _, line := range []struct {
		name string
		tally
	}{{"if truncated", s.Truncated}, {"if rounded", s.Rounded}} {
		t.Add(fmt.Sprintf("%d, %s", s.Rows, line.name), fmt.Sprint(line.Better), fmt.Sprint(line.Equal), fmt.Sprint(line.Worse),
			fmt.Sprint(s.Proved), fmt.Sprintf("%.4f", s.SumOfGaps), fmt.Sprintf("%.4f", s.LargestGap))
	}
	return t
}

// Text writes the summary for a person.
func (s *table4Summary) Text(w io.Writer) error {
	var b strings.Builder
	for _, line := range []struct {
		name string
		tally
	}{{"truncated", s.Truncated}, {"rounded", s.Rounded}} {
		fmt.Fprintf(&b, "if the print is %-10s of %d rows %d are better, %d equal within its last digit, %d worse\n", line.name+":", s.Rows, line.Better, line.Equal, line.Worse)
	}
	fmt.Fprintf(&b, "proved optimal: %d of %d; sum of gaps %.4f points, the largest %.4f; %.0f solver-seconds\n", s.Proved, s.Rows, s.SumOfGaps, s.LargestGap, s.Seconds)
	fmt.Fprintf(&b, "bounds rule out rounding in %d rows, and the printed value altogether in %d\n", len(s.NotRounded), len(s.Unreachable))
	_, err := io.WriteString(w, b.String())
	return err
}
