package ganzfried

import (
	"context"
	"fmt"
	"math"
	"slices"

	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
	"feltlab/report/draw"
)

// depth follows states from ICM through hands of look-ahead to the equilibrium of the tournament.
var depth = experiments.Experiment{
	Name:  "depth",
	Short: "jam or fold from ICM through k hands of look-ahead to the tournament's equilibrium",
	Run:   runDepth,
}

const depthSteps = 9

type depthState struct {
	name  string
	units tournament.Stacks
}

// depthStates are equal stacks, a short button, and the state whose value is farthest from ICM.
var depthStates = []depthState{
	{"4500/4500/4500", equalUnits},
	{"1500/6000/6000", shortUnits},
	{"300/12300/900", tournament.Stacks{1, 41, 3}},
}

// depthRow is a state after some steps. The first row of a state is ICM, where nobody plays; the last is the
// equilibrium. Frequencies are in the order of the situations.
type depthRow struct {
	State       string                            `json:"state"`
	Steps       string                            `json:"steps"`
	Frequencies [tournament.NumSituations]float64 `json:"frequencies"`
	Values      [tournament.NumSeats]float64      `json:"values"`
}

type depthSummary struct {
	Rows []depthRow `json:"rows"`
	// Gain is the certificate of the equilibrium, Epsilon the regret of every step.
	Gain    float64 `json:"gain_dollars"`
	Epsilon float64 `json:"epsilon_dollars"`
}

// Played reports whether somebody plays: in all rows but those of ICM.
func (r *depthRow) Played() bool { return r.Steps != stepICM }

// The first and the last step.
const (
	stepICM         = "ICM"
	stepEquilibrium = "equilibrium"
)

func runDepth(ctx context.Context, env *experiments.Env) error {
	lab := labOf(env)
	c, err := jamfold.Preset("default", tournament.Tournament)
	if err != nil {
		return err
	}
	solved, err := lab.Tournament(ctx, &c, nil)
	if err != nil {
		return err
	}
	s := &depthSummary{Gain: solved.Certificate.Gain, Epsilon: c.Epsilon}
	for _, state := range depthStates {
		at := solved.Game.Space.Index(state.units)
		steps, err := lab.Depth(ctx, &c, at, depthSteps, nil)
		if err != nil {
			return err
		}
		s.Rows = append(s.Rows, depthRow{State: state.name, Steps: stepICM, Values: solved.Game.ICM[at]})
		for _, step := range steps {
			s.Rows = append(s.Rows, depthRow{state.name, fmt.Sprint(step.Number), step.Frequencies, step.Values})
		}
		last := solved.At(at).Step(jamfold.FixedPoint)
		s.Rows = append(s.Rows, depthRow{state.name, stepEquilibrium, last.Frequencies, last.Values})
	}
	return env.Finish(s.write(env), pages, "depth", s)
}

func (s *depthSummary) write(env *experiments.Env) error {
	return writeStudy(env, "depth", s.table(), "values", s.chart(), struct {
		*depthSummary
		Distances, Steps *table.Sheet
	}{s, s.distances(), s.table()})
}

func fourDecimals(x float64) string { return fmt.Sprintf("%.4f", x) }

func (s *depthSummary) table() *table.Sheet {
	header := []string{"stacks", "hands ahead"}
	for at := range tournament.Situation(tournament.NumSituations) {
		header = append(header, at.String())
	}
	t := table.NewSheet(append(header, "button, $", "small blind, $", "big blind, $")...)
	for _, r := range s.Rows {
		frequencies := make([]string, len(r.Frequencies))
		if r.Played() {
			frequencies = experiments.Map(r.Frequencies[:], fourDecimals)
		}
		t.Add(slices.Concat([]string{r.State, r.Steps}, frequencies, experiments.Map(r.Values[:], fourDecimals))...)
	}
	return t
}

func (s *depthSummary) of(state string) []depthRow {
	return experiments.Where(s.Rows, func(r depthRow) bool { return r.State == state })
}

// distances lists, by state and step, the largest distance of a seat's value from its value in equilibrium.
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
