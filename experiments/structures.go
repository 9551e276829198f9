package experiments

import (
	"context"
	"fmt"
	"io"
	"strings"

	"feltlab/experiments/draw"
	"feltlab/model/tournament"
	"feltlab/pipeline/equilibrium"
)

// structures asks what the prizes and the antes do to jam-or-fold play: the tournament of Ganzfried
// & Sandholm in the exact model, with everything else as it is. Each variant is a tournament of its own.
var structures = Experiment{
	Name:  "structures",
	Short: "jam or fold with other prizes and with antes, beside the tournament that pays 50/30/20",
	Run:   runStructures,
}

// structure is a variant: one thing is changed.
type structure struct {
	name   string
	prizes []float64
	ante   int
}

// structureList starts with the tournament that the others are compared with.
var structureList = []structure{
	{"50/30/20", []float64{50, 30, 20}, 0},
	{"winner takes all", []float64{100, 0, 0}, 0},
	{"65/35/0", []float64{65, 35, 0}, 0},
	{"two seats, 50/50/0", []float64{50, 50, 0}, 0},
	{"50/30/20, ante 300", []float64{50, 30, 20}, 300},
}

// structureDelta is the change of a value, in dollars, at which a variant is solved: far below
// what the variants differ by.
const structureDelta = 0.005

// shortUnits is a state in which the button is about to go out.
var shortUnits = tournament.Stacks{5, 20, 20}

// structureRow is what a variant comes to.
type structureRow struct {
	Structure string `json:"structure"`
	// Frequencies are how often each situation's player jams with equal stacks, over all deals.
	Frequencies map[string]float64 `json:"frequencies"`
	// Short is the value, in dollars, of 1,500 chips on the button against 6,000 and 6,000.
	Short    float64 `json:"short_stack_value"`
	ShortICM float64 `json:"short_stack_icm"`
	// Mean is the mean difference of values and ICM, Gain the certificate, in dollars.
	Mean float64 `json:"mean_from_icm_dollars"`
	Gain float64 `json:"gain_dollars"`
}

// structureSummary is what the experiment found.
type structureSummary struct {
	Rows []structureRow `json:"structures"`
}

func runStructures(ctx context.Context, env *Env) error {
	lab := &equilibrium.Lab{Store: env.Store, Workers: env.Workers, Progress: env.Stderr}
	s := &structureSummary{}
	for _, v := range structureList {
		c, err := equilibrium.Preset("default", tournament.Tournament)
		if err != nil {
			return err
		}
		c.Prizes, c.Ante, c.Delta = v.prizes, v.ante, structureDelta
		solved, err := lab.Tournament(ctx, &c, nil)
		if err != nil {
			return err
		}
		s.Rows = append(s.Rows, newStructureRow(v.name, solved))
	}
	if err := env.Write("structures/structures.csv", s.table().csv); err != nil {
		return err
	}
	if err := env.Draw("structures/frequencies", s.chart()); err != nil {
		return err
	}
	page := structureHead + s.table().markdown() + "![How often each player jams](frequencies.svg)\n"
	if err := env.Write("structures/README.md", func(w io.Writer) error {
		_, err := io.WriteString(w, page)
		return err
	}); err != nil {
		return err
	}
	return env.Summarize(s)
}

func newStructureRow(name string, s *equilibrium.Solved) structureRow {
	space := s.Game.Space
	row := structureRow{Structure: name, Frequencies: map[string]float64{}, Gain: s.Certificate.Gain}
	eachFromICM(s, func(_ int, _ tournament.Seat, d float64) { row.Mean += d / float64(tournament.NumSeats*space.Live()) })
	equal := s.Profile[space.Index(equalUnits)]
	for at := range tournament.Situation(tournament.NumSituations) {
		row.Frequencies[at.String()] = equal.Frequency(at)
	}
	short := space.Index(shortUnits)
	row.Short, row.ShortICM = s.Certificate.Values[short][tournament.Button], s.Game.ICM[short][tournament.Button]
	return row
}

const structureHead = `# Prizes and antes

The three-handed tournament of Ganzfried & Sandholm, exact model, with one thing changed at a
time. Frequencies are those with equal stacks of 4,500 chips, over all deals; the short stack has
1,500 chips on the button against 6,000 and 6,000. Made by ` + "`feltlab reproduce structures`" + `.

`

func (s *structureSummary) table() *table {
	header := []string{"structure"}
	for at := range tournament.Situation(tournament.NumSituations) {
		header = append(header, at.String())
	}
	t := newTable(append(header, "short stack, $", "its ICM, $", "mean distance from ICM, $", "largest gain, $")...)
	for _, r := range s.Rows {
		row := []string{r.Structure}
		for at := range tournament.Situation(tournament.NumSituations) {
			row = append(row, fmt.Sprintf("%.4f", r.Frequencies[at.String()]))
		}
		t.add(append(row, fmt.Sprintf("%.3f", r.Short), fmt.Sprintf("%.3f", r.ShortICM), fmt.Sprintf("%.4f", r.Mean), fmt.Sprintf("%.5f", r.Gain))...)
	}
	return t
}

func (s *structureSummary) chart() draw.Chart {
	chart := draw.Chart{
		Title: "How often each player jams with equal stacks",
		X:     draw.Axis{Label: "situation", Low: 0.5, High: tournament.NumSituations + 0.5},
		Y:     draw.Axis{Label: "jams, % of all deals", High: 100},
	}
	for at := range tournament.Situation(tournament.NumSituations) {
		chart.X.Names = append(chart.X.Names, at.String())
	}
	for _, r := range s.Rows {
		series := draw.Series{Name: r.Structure, Style: draw.Points}
		for at := range tournament.Situation(tournament.NumSituations) {
			series.Points = append(series.Points, draw.Point{X: float64(at + 1), Y: 100 * r.Frequencies[at.String()]})
		}
		chart.Series = append(chart.Series, series)
	}
	return chart
}

// Text writes the summary.
func (s *structureSummary) Text(w io.Writer) error {
	var b strings.Builder
	for _, r := range s.Rows {
		fmt.Fprintf(&b, "%-20s button jams %5.2f%%, short stack $%.3f (ICM $%.3f), no player gains more than $%.5f\n",
			r.Structure, 100*r.Frequencies[tournament.ButtonOpens.String()], r.Short, r.ShortICM, r.Gain)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
