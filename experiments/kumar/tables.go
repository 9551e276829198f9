package kumar

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"feltlab/dataset/strength"
	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/report/draw"
)

func fraction(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) }

type match struct {
	Mode string `json:"mode"`
	// Agree counts the explained numbers out of Of; RMS is the root mean square difference.
	Agree int     `json:"agree"`
	Of    int     `json:"of"`
	RMS   float64 `json:"rms"`
}

// compareTable compares Table 1 or 2 with each mode. The last column names the modes that explain a number.
func (n *strengthNumbers) compareTable(p *printed, w strength.Weighting) (*table.Sheet, []match) {
	rows := p.uniform
	if w == strength.Chen {
		rows = p.weighted
	}
	matches := make([]match, len(strength.Modes()))
	t := table.NewSheet(append(append([]string{"hand", "published"}, strength.ModeNames()...), "explained by")...)
	for _, row := range rows {
		cells := []string{row.Hand, fmt.Sprintf("%.3f", row.Strength)}
		var explained []string
		for i, mode := range strength.Modes() {
			ours := n.preflop[setting{mode, w}][row.class].Equity()
			cells = append(cells, fraction(ours))
			m := &matches[i]
			m.Mode = mode.String()
			m.Of++
			m.RMS += (ours - row.Strength) * (ours - row.Strength)
			if p.agrees(ours, row.Strength, true) {
				m.Agree++
				explained = append(explained, mode.String())
			}
		}
		t.Add(append(cells, verdict(explained))...)
	}
	for i := range matches {
		matches[i].RMS = math.Sqrt(matches[i].RMS / float64(matches[i].Of))
	}
	return t, matches
}

func verdict(explained []string) string {
	return cmp.Or(strings.Join(explained, ", "), "none")
}

// compareCase compares the case of section 5 with each mode.
func (n *strengthNumbers) compareCase(p *printed) *table.Sheet {
	header := append([]string{"street", "board", "opponent", "published"}, strength.ModeNames()...)
	t := table.NewSheet(append(header, "explained by")...)
	for _, w := range strength.Weightings() {
		for i, street := range p.street {
			value := street.Uniform
			if w == strength.Chen {
				value = street.Weighted
			}
			cells := []string{n.street[setting{strength.Rules, w}][i].Name, street.Board, w.String(),
				fmt.Sprintf("%.3f", value)}
			var explained []string
			for _, mode := range strength.Modes() {
				ours := n.street[setting{mode, w}][i].Equity()
				cells = append(cells, fraction(ours))
				if p.agrees(ours, value, i == 0) {
					explained = append(explained, mode.String())
				}
			}
			t.Add(append(cells, verdict(explained))...)
		}
	}
	return t
}

// positions lists how many places each hand of Table 2 gains over Table 1, printed and in each mode.
func (n *strengthNumbers) positions(p *printed) *table.Sheet {
	t := table.NewSheet(append([]string{"hand", "published"}, strength.ModeNames()...)...)
	all := experiments.Map(p.uniform, func(row printedStrength) cards.Class { return row.class })
	place := func(k cards.Class, s setting) int { return slices.Index(n.order(all, s), k) }
	for _, row := range p.weighted {
		cells := []string{row.Hand, fmt.Sprintf("%+d", row.PositionChange)}
		for _, mode := range strength.Modes() {
			gain := place(row.class, setting{mode, strength.Uniform}) - place(row.class, setting{mode, strength.Chen})
			cells = append(cells, fmt.Sprintf("%+d", gain))
		}
		t.Add(cells...)
	}
	return t
}

func (n *strengthNumbers) order(classes []cards.Class, s setting) []cards.Class {
	values := n.preflop[s]
	return slices.SortedStableFunc(slices.Values(classes), func(a, b cards.Class) int {
		return cmp.Compare(values[b].Equity(), values[a].Equity())
	})
}

type correlation struct {
	Mode      string  `json:"mode"`
	Weighting string  `json:"weighting"`
	Pearson   float64 `json:"pearson"`
	Spearman  float64 `json:"spearman"`
}

// correlations correlates strength and Chen's points of the same mode over the 169 classes, each counted once.
func (n *strengthNumbers) correlations() []correlation {
	return experiments.Map(settings(), func(s setting) correlation {
		points, strengths := n.pairs(s)
		return correlation{s.mode.String(), s.weighting.String(), pearson(points, strengths),
			spearman(points, strengths)}
	})
}

func (n *strengthNumbers) pairs(s setting) (points, strengths []float64) {
	for k, v := range n.preflop[s] {
		points = append(points, float64(s.mode.Chen().Score(cards.Class(k))))
		strengths = append(strengths, v.Equity())
	}
	return points, strengths
}

func correlationTable(list []correlation) *table.Sheet {
	t := table.NewSheet("opponent", "mode", "Pearson", "Spearman")
	for _, c := range list {
		t.Addf("%s\t%s\t%.4f\t%.4f", c.Weighting, c.Mode, c.Pearson, c.Spearman)
	}
	return t
}

func (n *strengthNumbers) allHands() *table.Sheet {
	t := table.NewSheet("hand", "combos", "chen_points", "mode", "opponent", "strength", "wins", "ties", "deals")
	for _, s := range settings() {
		for k, v := range n.preflop[s] {
			class := cards.Class(k)
			t.Addf("%v\t%d\t%d\t%v\t%v\t%.6f\t%d\t%d\t%d", class, class.Size(), s.mode.Chen().Score(class), s.mode,
				s.weighting, v.Equity(), v.Wins, v.Ties, v.Deals)
		}
	}
	return t
}

func (n *strengthNumbers) strongest(p *printed) *table.Sheet {
	t := table.NewSheet("place", "uniform, published", "uniform, rules", "weighted, published", "weighted, rules")
	all := make([]cards.Class, cards.NumClasses)
	for k := range all {
		all[k] = cards.Class(k)
	}
	rank := func(s setting) []string {
		return experiments.Map(n.order(all, s), func(k cards.Class) string {
			return fmt.Sprintf("%v %s", k, fraction(n.preflop[s][k].Equity()))
		})
	}
	uniform, weighted := rank(setting{strength.Rules, strength.Uniform}), rank(setting{strength.Rules, strength.Chen})
	for i := range p.uniform {
		t.Addf("%d\t%s\t%s\t%s\t%s", i+1, p.uniform[i].Hand, uniform[i], p.weighted[i].Hand, weighted[i])
	}
	return t
}

func pearson(x, y []float64) float64 { return stat.Correlation(x, y, nil) }

func spearman(x, y []float64) float64 { return pearson(fractionalRanks(x), fractionalRanks(y)) }

// fractionalRanks returns the place of each value in ascending order, counted from 1; equal values share the mean of
// their places.
func fractionalRanks(x []float64) []float64 {
	return experiments.Map(x, func(v float64) float64 {
		less := experiments.Count(x, func(other float64) bool { return other < v })
		equal := experiments.Count(x, func(other float64) bool { return other == v })
		return float64(less) + float64(equal+1)/2
	})
}

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
		g.Values[k] = 100 * v.Equity()
	}
	return g
}

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
