package main

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
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

// writeCharts draws states of a solved tournament, if there are any, and writes a page of them.
func (a *app) writeCharts(s *jamfold.Solved, states []tournament.Stacks, folder string) error {
	if len(states) == 0 {
		return nil
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
		at, err := s.At(s.Game.Space.Index(stacks))
		if err != nil {
			return err
		}
		state, err := drawState(at, folder)
		if err != nil {
			return err
		}
		page.States = append(page.States, state)
		bar.Set(n + 1)
	}
	return disk.Write(filepath.Join(folder, "index.html"),
		func(w io.Writer) error { return chartsTemplate.Execute(w, page) })
}

// drawState draws a state's decisions into the folder of its stacks.
func drawState(at *jamfold.State, folder string) (chartsState, error) {
	chart, players := at.Chart(), len(at.Table.Stacks)
	absent := make([]string, tournament.NumSeats-players)
	state := chartsState{
		Name: join(at.Table.Stacks, "-"), Title: chart.Words(), Opens: "not solved", Values: absent,
		Stacks: append(absent, mapped(at.Table.Stacks, func(chips int) string { return fmt.Sprint(chips) })...),
	}
	for _, v := range at.Certificate.Values {
		state.Values = append(state.Values, fmt.Sprintf("%.4f", v))
	}
	for _, d := range tournament.DecisionsOf(players) {
		if at.Table.Stays(d.Seat, d.Jammed) && at.Table.Arises(d) {
			state.Forced = append(state.Forced, d.Words(players))
		}
	}
	if p := 100 * at.Frequency(tournament.Decision{}); !math.IsNaN(p) {
		state.Opens = fmt.Sprintf("%.1f", p)
	}
	own := filepath.Join(folder, state.Name)
	if err := os.MkdirAll(own, 0o777); err != nil {
		return state, err
	}
	pages := slices.DeleteFunc(seatPages([]*jamfold.TableChart{chart}), func(p *chartPage) bool { return p.unsolved != "" })
	for _, p := range pages {
		state.Charts = append(state.Charts, chartFile{state.Name + "/" + p.file + ".svg", p.grid.Title})
	}
	return state, writePages(own, pages)
}

// join writes numbers with a separator.
func join[T any](numbers []T, separator string) string {
	return strings.Join(mapped(numbers, func(n T) string { return fmt.Sprint(n) }), separator)
}
