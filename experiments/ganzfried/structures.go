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
	solver "feltlab/solvers/jamfold"
)

// structures asks what the prizes and the antes do to jam-or-fold play: the tournament of Ganzfried
// & Sandholm in the exact model, with everything else as it is. Each variant is a tournament of its
// own.
var structures = experiments.Experiment{
	Name:  "structures",
	Short: "jam or fold with other prizes and with antes, beside the tournament that pays 50/30/20",
	Run:   runStructures,
}

// structure is a variant: one thing is changed.
type structure struct {
	name    string
	prizes  []float64
	ante    int
	damping float64 // of how it is solved
}

// structureList starts with the tournament that the others are compared with.
//
// Where two places pay the same, plain policy iteration does not settle: in each of 200 rounds some
// value moved by $0.35 or more, and by $3.9 in the last of 231. With nearly equal stacks the
// equilibrium of a hand hangs on the values by a thread (the button jams 97% or 25% for values less
// than $2 apart) and new values overshoot. And a chip leader who is sure of a prize gains less than
// a cent by anything he does, while what he does moves the short stacks by up to $6. Damping brings
// the least movement to $0.085 and the certificate from $0.045 to $0.005, but values still do not
// settle: the steadiest round is shown, as what it is.
var structureList = []structure{
	{"50/30/20", []float64{50, 30, 20}, 0, 0},
	{"winner takes all", []float64{100, 0, 0}, 0, 0},
	{"65/35/0", []float64{65, 35, 0}, 0, 0},
	{"two seats, 50/50/0", []float64{50, 50, 0}, 0, 0.7},
	{"50/30/20, ante 300", []float64{50, 30, 20}, 300, 0},
}

// structureDelta is the change of a value, in dollars, at which a variant is solved: far below
// what the variants differ by.
const structureDelta = 0.005

// shortUnits is a state in which the button is about to go out.
var shortUnits = tournament.Stacks{5, 20, 20}

// leaderUnits is a state in which the small blind has nearly all chips.
var leaderUnits = tournament.Stacks{4, 38, 3}

// structureRow is what a variant comes to.
type structureRow struct {
	Structure string `json:"structure"`
	// Frequencies are how often each situation's player jams with equal stacks, over all deals.
	Frequencies map[string]float64 `json:"frequencies"`
	// Short is the value, in dollars, of 1,500 chips on the button against 6,000 and 6,000.
	Short    float64 `json:"short_stack_value"`
	ShortICM float64 `json:"short_stack_icm"`
	// Mean is the mean difference of values and ICM in dollars.
	Mean float64 `json:"mean_from_icm_dollars"`
	// Gain is the certificate, the most that a player gains at any state, MeanGain the mean over
	// all; in dollars.
	Gain     float64 `json:"gain_dollars"`
	MeanGain float64 `json:"mean_gain_dollars"`
	// Settled says whether values moved by less than structureDelta in the end; Round is the round
	// that is shown, and Moved the largest change of a value in it, in dollars, before Damping.
	Settled bool    `json:"settled"`
	Round   int     `json:"round"`
	Moved   float64 `json:"moved_dollars"`
	Damping float64 `json:"damping,omitempty"`
	// Leader is the value, in dollars, of the chip leader's 11,400 chips between 1,200 and 900.
	Leader float64 `json:"leader_value"`
}

// structureSummary is what the experiment found.
type structureSummary struct {
	Rows []structureRow `json:"structures"`
	// Rounds bounds the rounds of each.
	Rounds int `json:"rounds"`
}

func runStructures(ctx context.Context, env *experiments.Env) error {
	lab := &jamfold.Lab{Store: env.Store, Workers: env.Workers, Progress: env.Stderr}
	s := &structureSummary{}
	for _, v := range structureList {
		c, err := jamfold.Preset("default", tournament.Tournament)
		if err != nil {
			return err
		}
		c.Prizes, c.Ante, c.Delta, c.Damping = v.prizes, v.ante, structureDelta, v.damping
		solved, settled, err := lab.Steadiest(ctx, &c, nil)
		if err != nil {
			return err
		}
		s.Rounds = c.Rounds
		s.Rows = append(s.Rows, newStructureRow(v.name, solved, settled))
	}
	if err := s.write(env); err != nil {
		return err
	}
	return env.Summarize(s)
}

// write writes everything but the summary.
func (s *structureSummary) write(env *experiments.Env) error {
	return writeStudy(env, "structures", s.table(), "frequencies", s.chart(), struct {
		*structureSummary
		Frequencies, Values, Certificates *table.Sheet
		Delta                             float64
		FirstDamped                       int
	}{s, s.frequencies(), s.values(), s.certificates(), structureDelta, solver.UndampedRounds + 1})
}

func newStructureRow(name string, s *jamfold.Solved, settled bool) structureRow {
	space := s.Game.Space
	row := structureRow{
		Structure: name, Frequencies: map[string]float64{},
		Gain: s.Certificate.Gain, MeanGain: s.Certificate.Mean, Settled: settled, Round: s.Round, Moved: s.Moved, Damping: s.Config.Damping,
		Leader: s.Certificate.Values[space.Index(leaderUnits)][tournament.SmallBlind],
	}
	eachFromICM(s, func(_ int, _ tournament.Seat, d float64) { row.Mean += d / float64(tournament.NumSeats*space.Live()) })
	equal := s.Profile[space.Index(equalUnits)]
	for at := range tournament.Situation(tournament.NumSituations) {
		row.Frequencies[at.String()] = equal.Frequency(at)
	}
	short := space.Index(shortUnits)
	row.Short, row.ShortICM = s.Certificate.Values[short][tournament.Button], s.Game.ICM[short][tournament.Button]
	return row
}

// unsettled says of a row whose values did not settle what it shows, and nothing of others.
func (r *structureRow) unsettled() string {
	if r.Settled {
		return ""
	}
	return fmt.Sprintf("; not settled, values moved by $%.3f in round %d", r.Moved, r.Round)
}

// Text writes the summary.
func (s *structureSummary) Text(w io.Writer) error {
	var b strings.Builder
	for _, r := range s.Rows {
		fmt.Fprintf(&b, "%-20s button jams %5.2f%%, short stack $%.3f (ICM $%.3f), no player gains more than $%.5f%s\n",
			r.Structure, 100*r.Frequencies[tournament.ButtonOpens.String()], r.Short, r.ShortICM, r.Gain, r.unsettled())
	}
	_, err := io.WriteString(w, b.String())
	return err
}
