package dalpasso

import (
	"math"
	"slices"

	"feltlab/report/draw"
)

// position is a row of a published table in a chart: a value of ours, a lower bound for it and
// the printed value, in the unit of the axis.
type position struct {
	hand, rng            string
	ours, bound, printed float64
}

// positionChart sets ours beside what is printed: hands from left to right, a colour for each
// range, hollow markers for the print, and a dashed line down to the lower bound.
func positionChart(title, label string, rows []position) draw.Chart {
	var hands, ranges []string
	chart := draw.Chart{Title: title, Y: draw.Axis{Label: label}, LegendLeft: true}
	for _, r := range rows {
		if !slices.Contains(hands, r.hand) {
			hands = append(hands, r.hand)
		}
		if !slices.Contains(ranges, r.rng) {
			ranges = append(ranges, r.rng)
		}
		// headroom leaves a place for the legend.
		const headroom = 1.2
		chart.Y.High = max(chart.Y.High, headroom*r.ours, headroom*r.printed)
	}
	chart.X = draw.Axis{Label: "hand", Low: 0.5, High: float64(len(hands)) + 0.5, Names: hands}
	var ours, printed, bars []draw.Series
	for i, rng := range ranges {
		// width is the part of a hand's place that its markers take.
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
				bars = append(bars, draw.Series{Name: "down to the lower bound", Style: draw.Trend, Colour: i + 1, Points: []draw.Point{{X: x, Y: r.bound}, {X: x, Y: r.ours}}})
			}
		}
		ours, printed = append(ours, found), append(printed, print)
	}
	chart.Series = slices.Concat(ours, printed, bars)
	return chart
}
