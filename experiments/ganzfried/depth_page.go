package ganzfried

import (
	"fmt"
	"math"

	"feltlab/dataset/table"
	"feltlab/model/tournament"
	"feltlab/report/draw"
)

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
func (s *depthSummary) distances() *table.Sheet {
	t := &table.Sheet{Header: []string{"stacks"}}
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
