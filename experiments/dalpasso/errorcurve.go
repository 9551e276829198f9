package dalpasso

import (
	"errors"
	"fmt"

	"feltlab/dataset/published"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/report/draw"
)

// errNoCurve marks results that make no curve of error against the number of features.
var errNoCurve = errors.New("dalpasso: no error curve")

// published figures that errorCurve marks.
const (
	table3ErrorPercent = 2.5 // FEAT_AVGERR(2.5%) of Table 3
	table4Features     = 10  // AVGERR(10) of Table 4
)

// errorCurve draws the average error, in percentage points, against the number of features:
// a line for each hand and range among the AVGERR results, in the order in which they first
// occur, and hollow markers of the same colour where Tables 3 and 4 of Dalpasso & Lancia have
// the pair. A point of Table 3 says that so many features suffice for 2.5 points.
//
// Results of other programs and results without a formula are left out; if nothing is left,
// the error wraps errNoCurve.
func errorCurve(results []*question.Answer, title string) (draw.Chart, error) {
	chart := draw.Chart{
		Title: title,
		X:     draw.Axis{Label: "number of features", Integers: true},
		Y:     draw.Axis{Label: "average error, percentage points", Zero: true},
	}
	type pair struct{ hand, rng string }
	var pairs []pair
	points := map[pair][]draw.Point{}
	most := 0.0
	for _, r := range results {
		if r == nil || !r.Found() || r.Kind != regression.AvgErr {
			continue
		}
		p := pair{r.Hand.Text, r.Range.String()}
		if points[p] == nil {
			pairs = append(pairs, p)
		}
		point := draw.Point{X: float64(r.N), Y: 100 * float64(r.AverageError)}
		points[p] = append(points[p], point)
		most = max(most, point.X)
	}
	if len(pairs) == 0 {
		return chart, fmt.Errorf("%w: none of %d results is of AVGERR", errNoCurve, len(results))
	}
	for _, p := range pairs {
		name := p.hand + " against " + p.rng
		chart.Series = append(chart.Series, draw.Series{Name: name, Style: draw.Line, Points: points[p]})
	}
	for i, p := range pairs {
		if marks := publishedPoints(p.hand, p.rng, most); len(marks) > 0 {
			chart.Series = append(chart.Series, draw.Series{
				Name: p.hand + " against " + p.rng + ", Dalpasso & Lancia", Style: draw.Reference, Colour: i + 1, Points: marks,
			})
		}
	}
	return chart, nil
}

// publishedPoints returns what the source prints for a hand and a range, up to a number of
// features.
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
