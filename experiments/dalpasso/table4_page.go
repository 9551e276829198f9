package dalpasso

import (
	"errors"
	"math"
	"slices"

	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/report/draw"
)

func writeTable4(env *experiments.Env, rows []table4Row, s *table4Summary) error {
	results := experiments.Map(rows, func(r table4Row) *question.Answer { return r.Answer })
	return errors.Join(writeCurves(env, "table4", "average", results), env.Draw("table4/errors", table4Chart(rows)),
		env.WritePage(pages, "table4", newTable4Page(rows, s)))
}

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
			all = append(all, position{r.Hand().Text, r.Against().Range.String(), r.percent(), r.boundPercent(),
				r.printed.AverageErrorPercent})
		}
	}
	return positionChart("Table 4: the least average error with ten features", "average error, percentage points", all)
}

func table4ByRow(rows []table4Row) (byRow, features *table.Sheet) {
	t := table.NewSheet("hand", "range", "ours", "bound", "status", "seconds", "printed", "if truncated", "if rounded",
		"five largest weights, ours", "printed")
	var terms [][]regression.Term
	for _, r := range rows {
		printed := r.printed.AverageErrorPercent
		t.Addf("%v\t%v\t%s\t%s\t%s\t%.1f\t%.1f\t%v\t%v\t%s\t%s", r.Hand().Text, r.Against().Range, pointsText(r.Objective(), 4),
			pointsText(float64(r.LowerBound), 4), r.Status, r.Seconds, printed, truncated(r.percent(), printed),
			rounded(r.percent(), printed), termsText(largest(r.Answer)), termsText(r.printed.Terms))
		terms = append(terms, largest(r.Answer), r.printed.Terms)
	}
	return t, glossary(terms...)
}

func (s *table4Summary) counts() *table.Sheet {
	t := table.NewSheet("rows", "better", "equal", "worse", "proved optimal", "sum of gaps", "largest gap")
	add := func(name string, x tally) {
		t.Addf("%d, %s\t%d\t%d\t%d\t%d\t%.4f\t%.4f", s.Rows, name, x.Better, x.Equal, x.Worse, s.Proved, s.SumOfGaps,
			s.LargestGap)
	}
	add("if truncated", s.Truncated)
	add("if rounded", s.Rounded)
	return t
}

// position is a row of a published table in a chart: our value, its lower bound and the printed value, in the unit of
// the axis.
type position struct {
	hand, rng            string
	ours, bound, printed float64
}

// positionChart compares our values with the print: hands from left to right, a colour for each range, hollow markers
// for the print, and a dashed line down to the lower bound.
func positionChart(title, label string, rows []position) draw.Chart {
	hands := experiments.Distinct(rows, func(r position) string { return r.hand })
	ranges := experiments.Distinct(rows, func(r position) string { return r.rng })
	chart := draw.Chart{Title: title, Y: draw.Axis{Label: label}, LegendLeft: true}
	for _, r := range rows {
		const headroom = 1.2
		chart.Y.High = max(chart.Y.High, headroom*r.ours, headroom*r.printed)
	}
	chart.X = draw.Axis{Label: "hand", Low: 0.5, High: float64(len(hands)) + 0.5, Names: hands}
	var ours, printed, bars []draw.Series
	for i, rng := range ranges {
		const width = 0.8
		shift := width * ((float64(i)+0.5)/float64(len(ranges)) - 0.5)
		found := draw.Series{Name: "against " + rng, Style: draw.Points, Colour: i + 1}
		print := draw.Series{Name: "hollow: Dalpasso & Lancia", Style: draw.Reference, Colour: i + 1}
		for _, r := range rows {
			if r.rng != rng {
				continue
			}
			x := float64(slices.Index(hands, r.hand)+1) + shift
			found.Points = append(found.Points, draw.Point{X: x, Y: r.ours})
			print.Points = append(print.Points, draw.Point{X: x, Y: r.printed})
			if !math.IsNaN(r.bound) && r.bound < r.ours {
				bars = append(bars, draw.Series{Name: "down to the lower bound", Style: draw.Trend, Colour: i + 1,
					Points: []draw.Point{{X: x, Y: r.bound}, {X: x, Y: r.ours}}})
			}
		}
		ours, printed = append(ours, found), append(printed, print)
	}
	chart.Series = slices.Concat(ours, printed, bars)
	return chart
}
