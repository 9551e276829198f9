package ganzfried

import (
	"context"
	"fmt"
	"io"
	"strings"

	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
)

// depth follows the answer from ICM through hands played ahead to the tournament's equilibrium.
var depth = experiments.Experiment{
	Name:  "depth",
	Short: "jam or fold from ICM through k hands of look-ahead to the tournament's equilibrium",
	Run:   runDepth,
}

// depthSteps is how many hands are played ahead, one after the other.
const depthSteps = 9

// depthState is a state that is followed.
type depthState struct {
	name  string
	units tournament.Stacks
}

// depthStates are equal stacks, a short button, and the state that is
// farthest from ICM.
var depthStates = []depthState{
	{"4500/4500/4500", equalUnits},
	{"1500/6000/6000", shortUnits},
	{"300/12300/900", tournament.Stacks{1, 41, 3}},
}

// depthRow is a state after some steps; the first of a state is ICM, where nobody plays, the last
// is the equilibrium. Frequencies are in the order of the situations.
type depthRow struct {
	State       string                            `json:"state"`
	Steps       string                            `json:"steps"`
	Frequencies [tournament.NumSituations]float64 `json:"frequencies"`
	Values      [tournament.NumSeats]float64      `json:"values"`
}

// depthSummary is what the experiment found.
type depthSummary struct {
	Rows []depthRow `json:"rows"`
	// Gain is the certificate of the equilibrium, Epsilon the regret of every step, in dollars.
	Gain    float64 `json:"gain_dollars"`
	Epsilon float64 `json:"epsilon_dollars"`
}

// What stands in the column of steps at the two ends.
const (
	stepICM         = "ICM"
	stepEquilibrium = "equilibrium"
)

func runDepth(ctx context.Context, env *experiments.Env) error {
	lab := &jamfold.Lab{Store: env.Store, Workers: env.Workers, Progress: env.Stderr}
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
		last := depthRow{State: state.name, Steps: stepEquilibrium, Values: solved.Certificate.Values[at]}
		for situation := range last.Frequencies {
			last.Frequencies[situation] = solved.Profile[at].Frequency(tournament.Situation(situation))
		}
		s.Rows = append(s.Rows, last)
	}
	if err := s.write(env); err != nil {
		return err
	}
	return env.Summarize(s)
}

// write writes everything but the summary.
func (s *depthSummary) write(env *experiments.Env) error {
	return writeStudy(env, "depth", s.table(), "values", s.chart(), struct {
		*depthSummary
		Distances, Steps *table.Sheet
	}{s, s.distances(), s.table()})
}

func (s *depthSummary) table() *table.Sheet {
	header := []string{"stacks", "hands ahead"}
	for at := range tournament.Situation(tournament.NumSituations) {
		header = append(header, at.String())
	}
	t := table.NewSheet(append(header, "button, $", "small blind, $", "big blind, $")...)
	for _, r := range s.Rows {
		row := []string{r.State, r.Steps}
		for _, f := range r.Frequencies {
			if r.Steps == stepICM {
				row = append(row, "")
				continue
			}
			row = append(row, fmt.Sprintf("%.4f", f))
		}
		for _, v := range r.Values {
			row = append(row, fmt.Sprintf("%.4f", v))
		}
		t.Add(row...)
	}
	return t
}

// Text writes the summary.
func (s *depthSummary) Text(w io.Writer) error {
	var b strings.Builder
	for _, r := range s.Rows {
		jams := ""
		if r.Steps != stepICM {
			jams = fmt.Sprintf("button jams %.2f%%", 100*r.Frequencies[tournament.ButtonOpens])
		}
		fmt.Fprintf(&b, "%-16s %-12s %-19s values %.4f\n", r.State, r.Steps, jams, r.Values)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
