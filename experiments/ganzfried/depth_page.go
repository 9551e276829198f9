package ganzfried

import (
	"fmt"
	"math"

	"feltlab/experiments/draw"
	"feltlab/experiments/reproduce"
	"feltlab/model/tournament"
)

const depthHead = `# From ICM to equilibrium

One hand is played for ICM values, then one for the values of hands played for ICM values, and so
on: what commercial tools call future game simulation. The last row of a state is the fixed point,
the equilibrium of the whole tournament: 13,500 chips, blinds 300/600, prizes $50, $30 and $20, in the
exact model. Made by ` + "`feltlab reproduce depth`" + `.

Every step is solved until no seat gains more than $%.4f in a hand; in the equilibrium no player gains
more than $%.5f by playing otherwise from then on. That leaves frequencies some room, since hands at
the edge lose next to nothing either way: [jam or fold](../jamfold/README.md) solves its hands once
more, much finer, and its frequencies differ from these by about a percentage point at most. Where a
button with 300 chips folds nearly always, how a jam of his is met counts for even less.

`

const depthPlot = `## How fast the values settle

The largest distance of a seat's value from its value in equilibrium, in dollars:

%s![How far the button's value is from equilibrium](values.svg)

ICM does not know who is button. That error moves on by one seat with each hand that is played
ahead, which is why the values come round every three hands, closer each time.

## All steps

Frequencies are over all deals: SB\|jam is the small blind after the button's jam, BB\|jam-fold the big
blind after the button's jam and the small blind's fold. Values are in dollars; for ICM nobody plays.

`

func (s *depthSummary) page() string {
	return fmt.Sprintf(depthHead, s.Epsilon, s.Gain) + fmt.Sprintf(depthPlot, s.distances().Markdown()) + s.table().Markdown()
}

// of returns the rows of a state, ICM first and the equilibrium last.
func (s *depthSummary) of(state string) (rows []depthRow) {
	for _, r := range s.Rows {
		if r.State == state {
			rows = append(rows, r)
		}
	}
	return rows
}

// distances is by state and step how far the seat farthest from its equilibrium value is.
func (s *depthSummary) distances() *reproduce.Table {
	t := &reproduce.Table{Header: []string{"stacks"}}
	for i, state := range depthStates {
		rows := s.of(state.name)
		cells := []string{state.name}
		end := rows[len(rows)-1]
		for _, r := range rows[:len(rows)-1] {
			if i == 0 {
				t.Header = append(t.Header, r.Steps)
			}
			largest := 0.0
			for seat, v := range r.Values {
				largest = max(largest, math.Abs(v-end.Values[seat]))
			}
			cells = append(cells, fmt.Sprintf("%.3f", largest))
		}
		t.Add(cells...)
	}
	return t
}

// chart shows the distance of the button's value from the equilibrium's by hands ahead.
func (s *depthSummary) chart() draw.Chart {
	chart := draw.Chart{
		Title:     "How far the button's value is from equilibrium",
		X:         draw.Axis{Label: "hands played ahead; 0 is ICM", Integers: true},
		Y:         draw.Axis{Label: "value minus equilibrium value, $"},
		LegendLow: true,
	}
	for _, state := range depthStates {
		series := draw.Series{Name: state.name, Style: draw.Line}
		rows := s.of(state.name)
		end := rows[len(rows)-1].Values[tournament.Button]
		for step, r := range rows[:len(rows)-1] {
			d := r.Values[tournament.Button] - end
			series.Points = append(series.Points, draw.Point{X: float64(step), Y: d})
			chart.Y.Low, chart.Y.High = min(chart.Y.Low, math.Floor(2*d)/2), max(chart.Y.High, math.Ceil(2*d)/2)
		}
		chart.Series = append(chart.Series, series)
	}
	return chart
}
