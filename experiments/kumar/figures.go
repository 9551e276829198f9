package kumar

import (
	"errors"
	"fmt"
	"io"

	"gonum.org/v1/gonum/stat"

	"feltlab/dataset/strength"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/report/draw"
)

var drawnModes = []strength.Mode{strength.Rules, strength.AsPublished}

// lowPercent and highPercent are the ends of the colours and axes of strength, the same in all figures.
const lowPercent, highPercent = 20, 90

func (n *strengthNumbers) heatMap(s setting) draw.Grid {
	against := map[strength.Weighting]string{
		strength.Uniform: "a uniform opponent",
		strength.Chen:    "an opponent weighted by Chen's points",
	}[s.weighting]
	g := draw.Grid{
		Title: "Strength before the flop against " + against, Note: "exact, " + s.mode.String(),
		Legend: "strength: wins and half of the ties, %", Low: lowPercent, High: highPercent, Decimals: 1,
	}
	for k, v := range n.preflop[s] {
		g.Values[k] = 100 * v.Strength()
	}
	return g
}

// labelled are the hands whose points have labels.
var labelled = map[string]bool{"AA": true, "KK": true, "TT": true, "AKs": true, "22": true, "32o": true, "72o": true,
	"54s": true}

func (n *strengthNumbers) scatter(m strength.Mode) draw.Chart {
	chart := draw.Chart{
		Title:      "Strength before the flop against Chen's points, " + m.String(),
		X:          draw.Axis{Label: "Chen's points", Low: -2, High: 21.5, Integers: true},
		Y:          draw.Axis{Label: "strength, %", Low: lowPercent, High: highPercent + 10},
		LegendLeft: true,
	}
	const apart = 0.16
	names := map[strength.Weighting]string{strength.Uniform: "uniform opponent",
		strength.Chen: "opponent weighted by Chen's points"}
	var trends []draw.Series
	for i, w := range strength.Weightings() {
		points, strengths := n.pairs(setting{m, w})
		series := draw.Series{Name: fmt.Sprintf("%s: Pearson %.3f, Spearman %.3f", names[w], pearson(points, strengths),
			spearman(points, strengths))}
		shift := apart * float64(2*i-1)
		for k := range cards.Class(cards.NumClasses) {
			point := draw.Point{X: points[k] + shift, Y: 100 * strengths[k]}
			if w == strength.Chen && labelled[k.String()] {
				point.Label = k.String()
			}
			series.Points = append(series.Points, point)
		}
		chart.Series = append(chart.Series, series)
		alpha, beta := stat.LinearRegression(points, strengths, nil, false)
		line := func(x float64) draw.Point { return draw.Point{X: x, Y: 100 * (alpha + beta*x)} }
		trends = append(trends, draw.Series{Style: draw.Trend, Colour: i + 1, Points: []draw.Point{line(-1), line(20)}})
	}
	chart.Series = append(chart.Series, trends...)
	return chart
}

func (n *strengthNumbers) drawAll(env *experiments.Env) error {
	var grids []draw.Grid
	var drawn error
	for _, m := range drawnModes {
		for _, w := range strength.Weightings() {
			g := n.heatMap(setting{m, w})
			grids = append(grids, g)
			drawn = errors.Join(drawn, env.Draw(fmt.Sprintf("strength/heat-%v-%v", w, m), g))
		}
		drawn = errors.Join(drawn, env.Draw(fmt.Sprintf("strength/scatter-%v", m), n.scatter(m)))
	}
	return errors.Join(drawn, env.Write("strength/heat.txt", func(w io.Writer) (err error) {
		for i, g := range grids {
			if i > 0 {
				_, err = io.WriteString(w, "\n")
			}
			err = errors.Join(err, g.Text(w))
		}
		return err
	}))
}
