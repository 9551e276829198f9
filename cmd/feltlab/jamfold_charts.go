package main

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"strings"

	"feltlab/internal/disk"
	"feltlab/internal/progress"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
)

//go:embed jamfold_charts.html
var chartsText string

var chartsTemplate = template.Must(template.New("charts").Parse(chartsText))

// mostCharts is the largest number of states on a page: each has up to six charts of 55 KB.
const mostCharts = 500

// chartsPage holds the texts of the template.
type chartsPage struct {
	Rules, Certificate string
	States             []chartsState
}

type chartsState struct {
	Name, Title, Opens string
	Stacks, Values     []string
	Forced             []string
	Charts             []chartFile
}

type chartFile struct{ File, Words string }

// charted lists the solved states whose stacks are multiples of a number of chips.
func charted(c *jamfold.Config, step int) ([]tournament.Stacks, error) {
	if step <= 0 || step%c.Unit != 0 {
		return nil, usage("--charts is %d chips, want a multiple of the unit, %d", step, c.Unit)
	}
	var states []tournament.Stacks
	rules := c.Rules()
	space, units := rules.Space(), step/c.Unit
	for i := range space.Len() {
		s := space.At(i)
		twoLeft := s[tournament.Button] == 0
		if s[0]%units+s[1]%units+s[2]%units > 0 || !twoLeft && c.Players == 2 ||
			twoLeft && c.HeadsUp == tournament.HeadsUpLinear {
			continue
		}
		if states = append(states, s); len(states) > mostCharts {
			return nil, usage("--charts %d draws more than %d states; a larger number draws fewer", step, mostCharts)
		}
	}
	if len(states) == 0 {
		return nil, usage("--charts %d: no state has stacks that are multiples of it", step)
	}
	return states, nil
}

// writeCharts draws states of a solved tournament and writes a page of them.
func (a *app) writeCharts(s *jamfold.Solved, states []tournament.Stacks, folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	bar := progress.Start(a.stderr, "charts", len(states))
	defer bar.Close()
	c := &s.Config
	page := chartsPage{
		Rules: fmt.Sprintf("%d chips, blinds %d/%d, ante %d, prizes %s dollars",
			c.Chips, c.SmallBlind, c.BigBlind, c.Ante, join(c.Prizes, ", ")),
		Certificate: fmt.Sprintf("No player at any state gains more than $%.5f by playing otherwise",
			s.Certificate.Gain),
	}
	for n, stacks := range states {
		answer := &stateAnswer{State: s.At(s.Game.Space.Index(stacks)), config: c}
		state, err := answer.charts(folder)
		if err != nil {
			return err
		}
		page.States = append(page.States, state)
		bar.Set(n + 1)
	}
	return disk.Write(filepath.Join(folder, "index.html"),
		func(w io.Writer) error { return chartsTemplate.Execute(w, page) })
}

// charts draws a state's decisions into the folder of its stacks.
func (s *stateAnswer) charts(folder string) (chartsState, error) {
	var chips []int
	state := chartsState{Title: s.stacks()}
	for seat, units := range s.Hand.Stacks {
		if units == 0 {
			state.Stacks, state.Values = append(state.Stacks, ""), append(state.Values, "")
			continue
		}
		chips = append(chips, units*s.config.Unit)
		state.Stacks = append(state.Stacks, fmt.Sprint(units*s.config.Unit))
		state.Values = append(state.Values, fmt.Sprintf("%.4f", s.Values[seat]))
	}
	state.Name = join(chips, "-")
	for _, at := range jamfold.Situations(s.Hand) {
		if state.Opens == "" {
			state.Opens = strings.Replace(fmt.Sprintf("%.1f", 100*s.Frequency(at)), "NaN", "not solved", 1)
		}
		if s.Hand.Choice(at) == tournament.Stays {
			state.Forced = append(state.Forced, s.Hand.Words(at))
			continue
		}
		if _, solved := s.Reach(at); !solved {
			continue
		}
		state.Charts = append(state.Charts, chartFile{state.Name + "/" + svgName(at) + ".svg", s.Hand.Words(at)})
	}
	own := filepath.Join(folder, state.Name)
	if err := os.MkdirAll(own, 0o777); err != nil {
		return state, err
	}
	return state, s.writeSVG(own)
}

// join writes numbers with a separator.
func join[T any](numbers []T, separator string) string {
	return strings.Join(mapped(numbers, func(n T) string { return fmt.Sprint(n) }), separator)
}
