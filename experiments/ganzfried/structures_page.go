package ganzfried

import (
	"fmt"

	"feltlab/dataset/table"
	"feltlab/model/tournament"
	"feltlab/report/draw"
)

// KeptPercent is how much of its old value a state keeps where values are damped.
func (r *structureRow) KeptPercent() float64 { return 100 * r.Damping }

func (s *structureSummary) frequencies() *table.Sheet {
	t := &table.Sheet{Header: []string{"structure"}}
	for at := range tournament.Situation(tournament.NumSituations) {
		t.Header = append(t.Header, at.String())
	}
	for _, r := range s.Rows {
		row := []string{r.label()}
		for at := range tournament.Situation(tournament.NumSituations) {
			row = append(row, fmt.Sprintf("%.4f", r.Frequencies[at.String()]))
		}
		t.Add(row...)
	}
	return t
}

func (s *structureSummary) values() *table.Sheet {
	t := table.NewSheet("structure", "short stack, $", "its ICM, $", "mean distance from ICM, $")
	for _, r := range s.Rows {
		t.Add(r.label(), fmt.Sprintf("%.3f", r.Short), fmt.Sprintf("%.3f", r.ShortICM), fmt.Sprintf("%.4f", r.Mean))
	}
	return t
}

func (s *structureSummary) certificates() *table.Sheet {
	t := table.NewSheet("structure", "largest gain, $", "mean gain, $", "settled", "round", "values moved in it, $")
	for _, r := range s.Rows {
		settled := "no"
		if r.Settled {
			settled = "yes"
		}
		t.Add(r.Structure, fmt.Sprintf("%.5f", r.Gain), fmt.Sprintf("%.5f", r.MeanGain), settled, fmt.Sprint(r.Round), fmt.Sprintf("%.4f", r.Moved))
	}
	return t
}

// table is all of it, for CSV.
func (s *structureSummary) table() *table.Sheet {
	frequencies, values, certificates := s.frequencies(), s.values(), s.certificates()
	t := &table.Sheet{Header: append(append(frequencies.Header, values.Header[1:]...), certificates.Header[1:]...)}
	for i, r := range s.Rows {
		row := append([]string{r.Structure}, frequencies.Rows[i][1:]...)
		t.Add(append(append(row, values.Rows[i][1:]...), certificates.Rows[i][1:]...)...)
	}
	return t
}

// label is the name of a structure with a mark if its values did not settle.
func (r *structureRow) label() string {
	if r.Settled {
		return r.Structure
	}
	return r.Structure + " (not settled)"
}

// besideEachOther is how far the markers of two structures are apart, in situations.
const besideEachOther = 0.1

func (s *structureSummary) chart() draw.Chart {
	chart := draw.Chart{
		Title: "How often each player jams with equal stacks",
		X:     draw.Axis{Label: "player to act", Low: 0.5, High: tournament.NumSituations + 0.5},
		Y:     draw.Axis{Label: "jams, % of all deals", High: 100},
	}
	for at := range tournament.Situation(tournament.NumSituations) {
		chart.X.Names = append(chart.X.Names, at.Words())
	}
	for i, r := range s.Rows {
		series := draw.Series{Name: r.label(), Style: draw.Points}
		aside := besideEachOther * (float64(i) - float64(len(s.Rows)-1)/2)
		for at := range tournament.Situation(tournament.NumSituations) {
			series.Points = append(series.Points, draw.Point{X: float64(at+1) + aside, Y: 100 * r.Frequencies[at.String()]})
		}
		chart.Series = append(chart.Series, series)
	}
	return chart
}
