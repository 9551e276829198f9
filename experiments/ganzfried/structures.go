package ganzfried

import (
	"context"
	"fmt"

	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
	"feltlab/report/draw"
	solver "feltlab/solvers/jamfold"
)

// structures changes the prizes or the antes of the tournament of Ganzfried & Sandholm in the exact model. Each variant
// is a separate tournament.
var structures = experiments.Experiment{
	Name:  "structures",
	Short: "jam or fold with other prizes and with antes, compared with the tournament that pays 50/30/20",
	Run:   runStructures,
}

type structure struct {
	name    string
	prizes  []float64
	ante    int
	damping float64 // share of its old value that a state keeps
}

// structureList starts with the unchanged tournament.
//
// Where two places pay the same, plain policy iteration does not converge: in each of 200 rounds some value moved by
// $0.35 or more, and by $3.9 in the last of 231. With nearly equal stacks the equilibrium of a hand is very sensitive
// to the values (the button jams 97% or 25% for values less than $2 apart), so that new values overshoot. A chip
// leader with a sure prize gains less than a cent by any play, but that play moves the values of the short stacks by up
// to $6. Damping brings the least movement to $0.085 and the certificate from $0.045 to $0.005, but values still
// do not converge: the page shows the round with the smallest change and says so.
var structureList = []structure{
	{"50/30/20", []float64{50, 30, 20}, 0, 0},
	{"winner takes all", []float64{100, 0, 0}, 0, 0},
	{"65/35/0", []float64{65, 35, 0}, 0, 0},
	{"two seats, 50/50/0", []float64{50, 50, 0}, 0, 0.7},
	{"50/30/20, ante 300", []float64{50, 30, 20}, 300, 0},
}

// structureDelta is the change of a value, in dollars, below which a variant counts as solved. The variants differ by
// far more.
const structureDelta = 0.005

// situations are the decisions of tables of three.
var situations = tournament.DecisionsOf(tournament.NumSeats)

var shortUnits = tournament.Stacks{5, 20, 20}

var leaderUnits = tournament.Stacks{4, 38, 3}

type structureRow struct {
	Structure string `json:"structure"`
	// Frequencies are the shares of deals in which each situation's player jams with equal stacks.
	Frequencies map[string]float64 `json:"frequencies"`
	// Short is the value, in dollars, of 1,500 chips on the button against 6,000 and 6,000.
	Short    float64 `json:"short_stack_value"`
	ShortICM float64 `json:"short_stack_icm"`
	// Mean is the mean difference of values and ICM in dollars.
	Mean float64 `json:"mean_from_icm_dollars"`
	// Gain is the certificate: the largest gain of a player at any state, in dollars. MeanGain is the mean over all
	// states and players.
	Gain     float64 `json:"gain_dollars"`
	MeanGain float64 `json:"mean_gain_dollars"`
	// Settled says whether values moved by less than structureDelta in the last round. Round is the shown round, Moved
	// the largest change of a value in it, in dollars, before Damping.
	Settled bool    `json:"settled"`
	Round   int     `json:"round"`
	Moved   float64 `json:"moved_dollars"`
	Damping float64 `json:"damping,omitempty"`
	// Leader is the value, in dollars, of the chip leader's 11,400 chips between 1,200 and 900.
	Leader float64 `json:"leader_value"`
}

type structureSummary struct {
	Rows []structureRow `json:"structures"`
	// Rounds is the limit of rounds of each variant.
	Rounds int `json:"rounds"`
}

func runStructures(ctx context.Context, env *experiments.Env) error {
	lab := labOf(env)
	s := &structureSummary{}
	for _, v := range structureList {
		c, err := jamfold.Preset("default")
		if err != nil {
			return err
		}
		c.Prizes, c.Ante, c.Delta, c.Damping = v.prizes, v.ante, structureDelta, v.damping
		solved, settled, err := lab.SmallestChange(ctx, &c, nil)
		if err != nil {
			return err
		}
		s.Rounds = c.Rounds
		row, err := newStructureRow(v.name, solved, settled)
		if err != nil {
			return err
		}
		s.Rows = append(s.Rows, row)
	}
	return env.Finish(s.write(env), pages, "structures", s)
}

func (s *structureSummary) write(env *experiments.Env) error {
	return writeStudy(env, "structures", s.table(), "frequencies", s.chart(), struct {
		*structureSummary
		Frequencies, Values, Certificates *table.Sheet
		Delta                             float64
		FirstDamped                       int
	}{s, s.frequencies(), s.values(), s.certificates(), structureDelta, solver.UndampedRounds + 1})
}

func newStructureRow(name string, s *jamfold.Solved, settled bool) (structureRow, error) {
	space := s.Game.Space
	row := structureRow{
		Structure: name, Frequencies: map[string]float64{},
		Gain: s.Certificate.Gain, MeanGain: s.Certificate.Mean, Settled: settled, Round: s.Round, Moved: s.Moved,
		Damping: s.Config.Damping,
		Leader:  s.Certificate.Values[space.Index(leaderUnits)][tournament.SmallBlind],
	}
	eachFromICM(s, func(_ int, _ int, d float64) {
		row.Mean += d / float64(tournament.NumSeats*space.Live())
	})
	equal, err := s.At(space.Index(equalUnits))
	if err != nil {
		return row, err
	}
	for _, at := range situations {
		row.Frequencies[at.Name(tournament.NumSeats)] = equal.Frequency(at)
	}
	short := space.Index(shortUnits)
	row.Short, row.ShortICM = s.Certificate.Values[short][tournament.Button], s.Game.ICM[short][tournament.Button]
	return row, nil
}

// Unsettled describes the round of a row whose values did not converge; empty for other rows.
func (r *structureRow) Unsettled() string {
	if r.Settled {
		return ""
	}
	return fmt.Sprintf("; not settled, values moved by $%.3f in round %d", r.Moved, r.Round)
}

// KeptPercent is the share of its old value that a state keeps, in percent.
func (r *structureRow) KeptPercent() float64 { return 100 * r.Damping }

func (s *structureSummary) frequencies() *table.Sheet {
	t := &table.Sheet{Header: []string{"structure"}}
	for _, at := range situations {
		t.Header = append(t.Header, at.Name(tournament.NumSeats))
	}
	for _, r := range s.Rows {
		row := []string{r.label()}
		for _, at := range situations {
			row = append(row, fmt.Sprintf("%.4f", r.Frequencies[at.Name(tournament.NumSeats)]))
		}
		t.Add(row...)
	}
	return t
}

func (s *structureSummary) values() *table.Sheet {
	t := table.NewSheet("structure", "short stack, $", "its ICM, $", "mean distance from ICM, $")
	for _, r := range s.Rows {
		t.Addf("%s\t%.3f\t%.3f\t%.4f", r.label(), r.Short, r.ShortICM, r.Mean)
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
		t.Addf("%s\t%.5f\t%.5f\t%s\t%d\t%.4f", r.Structure, r.Gain, r.MeanGain, settled, r.Round, r.Moved)
	}
	return t
}

func (s *structureSummary) table() *table.Sheet {
	frequencies, values, certificates := s.frequencies(), s.values(), s.certificates()
	t := &table.Sheet{Header: append(append(frequencies.Header, values.Header[1:]...), certificates.Header[1:]...)}
	for i, r := range s.Rows {
		row := append([]string{r.Structure}, frequencies.Rows[i][1:]...)
		t.Add(append(append(row, values.Rows[i][1:]...), certificates.Rows[i][1:]...)...)
	}
	return t
}

// label is the name of a structure, with a mark if its values did not converge.
func (r *structureRow) label() string {
	if r.Settled {
		return r.Structure
	}
	return r.Structure + " (not settled)"
}

const spacing = 0.1

func (s *structureSummary) chart() draw.Chart {
	chart := draw.Chart{
		Title: "How often each player jams with equal stacks",
		X:     draw.Axis{Label: "player to act", Low: 0.5, High: tournament.NumDecisions + 0.5},
		Y:     draw.Axis{Label: "jams, % of all deals", High: 100},
	}
	for _, at := range situations {
		chart.X.Names = append(chart.X.Names, at.Words(tournament.NumSeats))
	}
	for i, r := range s.Rows {
		series := draw.Series{Name: r.label(), Style: draw.Points}
		aside := spacing * (float64(i) - float64(len(s.Rows)-1)/2)
		for i, at := range situations {
			series.Points = append(series.Points,
				draw.Point{X: float64(i+1) + aside, Y: 100 * r.Frequencies[at.Name(tournament.NumSeats)]})
		}
		chart.Series = append(chart.Series, series)
	}
	return chart
}
