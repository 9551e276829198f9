package dalpasso

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/report/draw"
)

func writeTable3(env *experiments.Env, rows []*table3Row, full []fullFormula, s *table3Summary) error {
	var results []*question.Answer
	for _, r := range rows {
		results = append(append(results, r.count), r.sized...)
	}
	byRow, glossary := table3ByRow(rows)
	written := errors.Join(env.Write("table3.csv", table3Table(rows).CSV), writeSolves(env, "table3", results),
		env.Draw("table3/features", table3Chart(rows)))
	return errors.Join(written, env.WritePage(pages, "table3", struct {
		*table3Summary
		Limit, ErrorLimit                                              string
		Counts, OutOfReach, Refitted, RowByRow, Limits, Full, Glossary *table.Sheet
	}{
		s, limitText(s.TimeLimit), limitText(min(s.TimeLimit, errorLimit.Seconds())),
		s.counts(), outOfReach(rows), refittedTable(full), byRow, limitsTable(rows), fullTable(full), glossary,
	}))
}

func table3Table(rows []*table3Row) *table.Sheet {
	t := table.NewSheet(append(errorColumns("average"), "error_limit_percent", "lower_bound_features",
		"printed_features")...)
	for _, r := range rows {
		t.Add(r.cells()...)
	}
	return t
}

func (r *table3Row) cells() []string {
	cells := []string{r.printed.Hand, r.printed.Range, "", "", "", string(r.status()), secondsText(r.seconds()), ""}
	if r.formula != nil {
		cells[2], cells[3] = strconv.Itoa(r.features()), errorText(float64(r.formula.AverageError))
		cells[4], cells[7] = boundText(r.errorBound()), formulaText(r.formula.ByWeight())
	}
	return append(cells, strconv.FormatFloat(table3ErrorPercent, 'f', -1, 64), strconv.Itoa(r.bound),
		strconv.Itoa(r.printed.FeaturesNeeded))
}

func table3Chart(rows []*table3Row) draw.Chart {
	var all []position
	for _, r := range rows {
		if r.formula != nil {
			all = append(all, position{r.printed.Hand, r.printed.Range, float64(r.features()), float64(r.bound),
				float64(r.printed.FeaturesNeeded)})
		}
	}
	return positionChart("Table 3: the fewest features within 2.5 percentage points", "number of features", all)
}

func table3ByRow(rows []*table3Row) (byRow, features *table.Sheet) {
	t := table.NewSheet("hand", "range", "features, ours", "bound", "status", "error", "bound", "seconds", "printed",
		"verdict", "five largest weights, ours", "printed")
	var terms [][]regression.Term
	for _, r := range rows {
		ours, e := "-", math.NaN()
		var top []regression.Term
		if r.formula != nil {
			ours, e, top = strconv.Itoa(r.features()), float64(r.formula.AverageError), largest(r.formula)
		}
		t.Add(r.printed.Hand, r.printed.Range, ours, strconv.Itoa(r.bound), string(r.status()), pointsText(e, 4),
			pointsText(float64(r.errorBound()), 4),
			secondsText(r.seconds()), strconv.Itoa(r.printed.FeaturesNeeded), r.outcome().String(), termsText(top),
			termsText(r.printed.Terms))
		terms = append(terms, top, r.printed.Terms)
	}
	return t, glossary(terms...)
}

func (s *table3Summary) counts() *table.Sheet {
	t := table.NewSheet("rows", "fewer features", "as many", "more", "proved optimal", "sum of gaps, features")
	t.Addf("%d\t%d\t%d\t%d\t%d\t%d", s.Rows, s.Features.Better, s.Features.Equal, s.Features.Worse, s.Proved,
		s.SumOfGaps)
	return t
}

// outOfReach lists the rows whose printed number of features is proved too small.
func outOfReach(rows []*table3Row) *table.Sheet {
	t := table.NewSheet("hand", "range", "printed features", "least error with that number", "its bound")
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
		t.Add(r.printed.Hand, r.printed.Range, strconv.Itoa(r.printed.FeaturesNeeded), pointsText(found, 6),
			pointsText(bound, 6))
	}
	return t
}

func refittedTable(full []fullFormula) *table.Sheet {
	t := table.NewSheet("hand", "range", "best weights for its features", "average error", "with one digit")
	for _, f := range full {
		if f.Best == nil {
			continue
		}
		weights := experiments.Join(f.Terms, func(printed regression.Term) string {
			return fmt.Sprintf("F%d %+.3f", printed.ID, f.Best.Weight(printed.ID))
		})
		t.Add(f.Hand, f.Range, weights, percentText(f.Best.Error, 6), percentText(f.Best.Error, 1))
	}
	return t
}

func fullTable(full []fullFormula) *table.Sheet {
	t := table.NewSheet("hand", "range", "printed formula", "average error")
	for _, f := range full {
		t.Add(f.Hand, f.Range, termsText(f.Terms), percentText(f.Average, 4))
	}
	return t
}

// limits are the possible meanings of the printed "2.5" of Table 3, in percentage points: exactly 2.5, or any
// error that rounds or truncates to it.
var limits = [...]struct {
	name string
	most float64
}{{"at most 2.5", 2.5}, {"rounds to 2.5", 2.55}, {"truncates to 2.5", 2.6}}

func limitsTable(rows []*table3Row) *table.Sheet {
	t := table.NewSheet("the error", "printed number certified too small", "no formula known with that number",
		"fewer features suffice")
	for _, l := range limits {
		var refuted, unknown, fewer []pair
		for _, r := range rows {
			name := pair{r.printed.Hand, r.printed.Range}
			found, bound := r.within(l.most)
			switch {
			case bound > r.printed.FeaturesNeeded:
				refuted = append(refuted, name)
			case found == 0 || found > r.printed.FeaturesNeeded:
				unknown = append(unknown, name)
			case found < r.printed.FeaturesNeeded:
				fewer = append(fewer, name)
			}
		}
		t.Add(l.name, countedPairs(refuted), countedPairs(unknown), countedPairs(fewer))
	}
	return t
}

// within returns the smallest number of features that is known to reach an error (0 if none is), and a certified lower
// bound on that number. The error is in percentage points.
func (r *table3Row) within(most float64) (found, bound int) {
	note := func(x *question.Answer, n int) {
		if x.Found() && 100*float64(x.AverageError) <= most && (found == 0 || n < found) {
			found = n
		}
	}
	if r.count.Found() {
		note(r.count, len(r.count.Features))
	}
	for _, s := range r.sized {
		note(s, len(s.Features))
		if 100*float64(s.LowerBound) > most {
			bound = max(bound, s.N+1)
		}
	}
	if most <= table3ErrorPercent {
		bound = max(bound, r.bound)
	}
	return found, bound
}
