package dalpasso

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"feltlab/dataset/published"
	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/regression"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/pipeline/sweep"
	"feltlab/report/draw"
)

type line struct{ hand, rng, program string }

// lines lists the curves among results of AVGERR and MAXERR in the order of their first occurrence, and the results of
// each.
func lines(results []*question.Answer) ([]line, map[line][]*question.Answer) {
	var all []line
	of := map[line][]*question.Answer{}
	for _, r := range results {
		if r == nil || !r.Found() || r.CountsFeatures() {
			continue
		}
		l := line{r.Hand().Text, r.Against().Range.String(), r.Kind.String()}
		if of[l] == nil {
			all = append(all, l)
		}
		of[l] = append(of[l], r)
	}
	return all, of
}

// bestUpTo keeps one result for each hand, range, program and N, and combines all results in it: the formula with the
// least error and at most N features, which may come from a smaller N, and the highest bound for N features or more,
// which holds for N too. It leaves out programs that count features. Curves keep their order; N ascends.
func bestUpTo(results []*question.Answer) []*question.Answer {
	var kept []*question.Answer
	all, of := lines(results)
	for _, l := range all {
		kept = append(kept, envelope(of[l])...)
	}
	return kept
}

func envelope(results []*question.Answer) []*question.Answer {
	slices.SortStableFunc(results, func(a, b *question.Answer) int {
		return cmp.Or(cmp.Compare(a.N, b.N), cmp.Compare(a.Objective(), b.Objective()))
	})
	var kept []*question.Answer
	for _, r := range results {
		best := *r
		if len(kept) > 0 {
			last := kept[len(kept)-1]
			if last.N == r.N {
				last.LowerBound, last.Proof = higherBound(last, r)
				continue
			}
			if last.Objective() < r.Objective() {
				best = *last
				best.N, best.LowerBound, best.Proof, best.Seconds, best.Engine = r.N, r.LowerBound, r.Proof, r.Seconds,
					r.Engine
			}
		}
		kept = append(kept, &best)
	}
	var above *question.Answer
	for _, r := range slices.Backward(kept) {
		if above != nil {
			r.LowerBound, r.Proof = higherBound(r, above)
		}
		carried := *r
		above = &carried // before Settle caps its bound
		r.SetBound(float64(r.LowerBound))
	}
	return kept
}

func higherBound(a, b *question.Answer) (question.Number, *prooffile.Record) {
	if a.LowerBound.Missing() || b.LowerBound > a.LowerBound {
		return b.LowerBound, b.Proof
	}
	return a.LowerBound, a.Proof
}

// addBounds draws the lower bounds of a chart's curves as dashed lines under one name. The chart has the curves of the
// results, in the same order.
func addBounds(chart *draw.Chart, results []*question.Answer, name string) {
	all, of := lines(results)
	for i, l := range all {
		var points []draw.Point
		for _, r := range of[l] {
			if !r.LowerBound.Missing() {
				points = append(points, draw.Point{X: float64(r.N), Y: 100 * float64(r.LowerBound)})
			}
		}
		if len(points) > 0 {
			chart.Series = append(chart.Series,
				draw.Series{Name: name, Style: draw.Trend, Colour: i + 1, Points: points})
		}
	}
}

// The published numbers that errorCurve marks.
const (
	table3ErrorPercent = 2.5 // FEAT_AVGERR(2.5%) of Table 3
	table4Features     = 10  // AVGERR(10) of Table 4
)

// errorCurve draws the average error, in percentage points, against the number of features: a line for each hand and
// range among the results of AVGERR, in the order of their first occurrence, and hollow markers of the same colour for
// the numbers of Tables 3 and 4 of Dalpasso & Lancia. A point of Table 3 is a number of features that suffices for 2.5
// points. The chart leaves out other programs and results without a formula; it is an error if nothing is left.
func errorCurve(results []*question.Answer, title string) (draw.Chart, error) {
	results = slices.DeleteFunc(slices.Clone(results), func(r *question.Answer) bool {
		return r == nil || r.Kind != regression.AvgErr
	})
	name := func(l line) string { return l.hand + " against " + l.rng }
	chart := errorChart(results, title, "average", name)
	all, of := lines(results)
	if len(all) == 0 {
		return chart, fmt.Errorf("no error curve: none of %d results has a formula of AVGERR", len(results))
	}
	most := 0
	for _, l := range all {
		for _, r := range of[l] {
			most = max(most, r.N)
		}
	}
	for i, l := range all {
		if marks := publishedPoints(l.hand, l.rng, float64(most)); len(marks) > 0 {
			chart.Series = append(chart.Series, draw.Series{
				Name: name(l) + ", Dalpasso & Lancia", Style: draw.Reference, Colour: i + 1, Points: marks,
			})
		}
	}
	return chart, nil
}

// errorChart draws errors, in percentage points, against the number of features, with a line for each curve.
func errorChart(results []*question.Answer, title, quantity string, name func(line) string) draw.Chart {
	chart := draw.Chart{
		Title: title,
		X:     draw.Axis{Label: "number of features", Integers: true},
		Y:     draw.Axis{Label: quantity + " error, percentage points", Zero: true},
	}
	all, of := lines(results)
	for _, l := range all {
		series := draw.Series{Name: name(l), Style: draw.Line}
		for _, r := range of[l] {
			series.Points = append(series.Points, draw.Point{X: float64(r.N), Y: 100 * r.Objective()})
		}
		chart.Series = append(chart.Series, series)
	}
	return chart
}

// publishedPoints returns the printed points of a hand and a range, up to a number of features.
func publishedPoints(hand, rng string, most float64) []draw.Point {
	var points []draw.Point
	add := func(n int, percent float64) {
		if x := float64(n); x <= most {
			points = append(points, draw.Point{X: x, Y: percent})
		}
	}
	if row, ok := published.Find(published.Table3(), hand, rng); ok {
		add(row.FeaturesNeeded, table3ErrorPercent)
	}
	if row, ok := published.Find(published.Table4(), hand, rng); ok {
		add(table4Features, row.AverageErrorPercent)
	}
	return points
}

// aces draws the picture of the README. It searches some seconds for each N, four CPU-minutes together, and proves
// nothing: the curves show the errors that were reached.
var aces = experiments.Experiment{
	Name:  "aces",
	Short: "error against number of features for pocket aces, with the numbers of Tables 3 and 4",
	Run:   runAces,

	Questions: func() []question.Question { return acesTasks(1) },
}

// acesSeeds are the seeds of the search, whose best formula counts. A single seed may end in a poor formula.
var acesSeeds = []int{1, 2}

// acesTasks are searches without proofs. Their time limit is far above the time that they need, so it never decides a
// result.
func acesTasks(seed int) (tasks []question.Question) {
	for _, rng := range []string{"ATC", "RUS"} {
		for n := range 12 {
			t := paperTask("AA", rng, regression.Program{Kind: regression.AvgErr, N: n + 1}, time.Hour)
			t.Engine, t.Seed = question.Search, seed
			tasks = append(tasks, t)
		}
	}
	return tasks
}

func runAces(ctx context.Context, env *experiments.Env) error {
	var found []*question.Answer
	for _, seed := range acesSeeds {
		results, err := solve(ctx, env, "aces", experiments.Where(acesTasks(seed), env.Asks))
		if err != nil {
			return err
		}
		found = append(found, results...)
	}
	best := bestUpTo(found)
	chart, err := errorCurve(best, "Pocket aces: how well do N features tell the equity on the flop?")
	if err != nil {
		return err
	}
	written := errors.Join(env.Draw("aces/aces", chart), env.Write("aces/aces.csv", acesTable(best).CSV))
	return env.Finish(written, pages, "aces", best)
}

func acesTable(results []*question.Answer) *table.Sheet {
	t := table.NewSheet("hand", "range", "max_features", "average_error_percent", "published_percent", "features")
	for _, r := range results {
		printed := ""
		if row, ok := published.Find(published.Table4(), r.Hand().Text, r.Against().Range.String()); ok && r.N == table4Features {
			printed = strconv.FormatFloat(row.AverageErrorPercent, 'f', 1, 64)
		}
		t.Add(r.Hand().Text, r.Against().Range.String(), strconv.Itoa(r.N), percentText(float64(r.AverageError), 6), printed,
			sweep.FeatureList(r))
	}
	return t
}
