package ganzfried

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"

	"feltlab/dataset/published"
	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
	solver "feltlab/solvers/jamfold"
)

// viFP is the paper's own algorithm on its tournament. From nothing it costs many more CPU-minutes
// than the policy iteration of the other experiments; the store keeps every round.
var viFP = experiments.Experiment{
	Name:  "vi-fp",
	Short: "jam or fold by VI-FP, as published: how it ends and what its certificate is",
	Run:   runVIFP,
}

// As published, in dollars: the regret at which fictitious play stops at a state, and the change of
// a value at which the rounds end.
const (
	viFPEpsilon = .001
	viFPDelta   = .05
)

// viFPSummary is how VI-FP ends.
type viFPSummary struct {
	States  int      `json:"states"`
	Rounds  int      `json:"rounds"`
	Epsilon float64  `json:"epsilon_dollars"`
	Delta   float64  `json:"delta_dollars"`
	Moved   float64  `json:"moved_dollars"` // the largest change of a value in the last round
	Gain    float64  `json:"gain_dollars"`  // the certificate
	Mean    float64  `json:"mean_gain_dollars"`
	Mixing  mixing   `json:"mixing"`
	ICM     icmStudy `json:"icm"`
	// LeastICM is the least distance of a value from ICM.
	LeastICM float64 `json:"least_from_icm_dollars"`
	// AKs is how often the big blind jams it after two jams with equal stacks, AKsEdge what a jam is
	// worth more than a fold, in dollars.
	AKs     float64 `json:"aks_after_two_jams"`
	AKsEdge float64 `json:"aks_jam_less_fold_dollars"`
}

func runVIFP(ctx context.Context, env *experiments.Env) error {
	c, err := jamfold.Preset("paper", tournament.Tournament)
	if err != nil {
		return err
	}
	// Only the averaging is ours, 2/(t+2): by 1/t a state takes thousands of steps to this epsilon.
	c.Method, c.Epsilon, c.Delta = solver.VIFP, viFPEpsilon, viFPDelta
	lab := &jamfold.Lab{Store: env.Store, Workers: env.Workers, Progress: env.Stderr}
	solved, err := lab.Tournament(ctx, &c, nil)
	if err != nil {
		return err
	}
	s, err := summarizeVIFP(solved)
	if err != nil {
		return err
	}
	if err := s.write(env); err != nil {
		return err
	}
	return env.Summarize(s)
}

func summarizeVIFP(solved *jamfold.Solved) (*viFPSummary, error) {
	m := &model{preset: "paper", solved: solved}
	study := published.JamFoldICM()
	s := &viFPSummary{
		States: len(solved.Game.Played()), Rounds: solved.Round, Epsilon: solved.Config.Epsilon, Delta: solved.Config.Delta,
		Moved: solved.Moved, Gain: solved.Certificate.Gain, Mean: solved.Certificate.Mean,
		Mixing: m.mixing(), ICM: m.icm(&study), LeastICM: math.Inf(1),
	}
	eachFromICM(solved, func(_ int, _ tournament.Seat, d float64) { s.LeastICM = min(s.LeastICM, d) })
	aks, err := cards.ParseClass("AKs")
	if err != nil {
		return nil, err
	}
	at := solved.At(solved.Game.Space.Index(m.units(equalChips)))
	s.AKs = at.Strategy[tournament.BigBlindAfterJamJam][aks]
	jam, fold, _ := at.Actions(tournament.BigBlindAfterJamJam, aks)
	s.AKsEdge = jam - fold
	return s, nil
}

// write writes everything but the summary.
func (s *viFPSummary) write(env *experiments.Env) error {
	if err := env.Write("vi-fp/vi-fp.csv", s.table().CSV); err != nil {
		return err
	}
	return env.WritePage(pages, "vi-fp", struct {
		*viFPSummary
		Table *table.Sheet
	}{s, s.table()})
}

func (s *viFPSummary) table() *table.Sheet {
	t := table.NewSheet("quantity", "published", "ours")
	study := published.JamFoldICM()
	dollars := func(x float64) string { return strconv.FormatFloat(x, 'f', 5, 64) }
	t.Add("states", "946", fmt.Sprint(s.States))
	t.Add("rounds", "", fmt.Sprint(s.Rounds))
	t.Add("last change of a value, $", "", dollars(s.Moved))
	t.Add("largest gain, $", "0.0488", dollars(s.Gain))
	t.Add("mean gain, $", "", dollars(s.Mean))
	t.Add("decisions", "", fmt.Sprint(s.Mixing.Decisions))
	t.Add("mixed (1% to 99%)", "", fmt.Sprint(s.Mixing.Mixed))
	t.Add("mean distance from ICM, $", fmt.Sprint(study.Mean), dollars(s.ICM.Mean))
	t.Add("largest, $", fmt.Sprint(study.Largest), dollars(s.ICM.Largest))
	t.Add("least, $", "0.0000442", strconv.FormatFloat(s.LeastICM, 'g', 3, 64))
	t.Add("AKs jams after two jams", "0.96", strconv.FormatFloat(s.AKs, 'f', 4, 64))
	t.Add("jam less fold with it, $", "", dollars(s.AKsEdge))
	return t
}

// Text writes the summary.
func (s *viFPSummary) Text(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%d states settled in %d rounds; a player gains at most $%.4f (paper: $0.0488)\n", s.States, s.Rounds, s.Gain)
	return err
}
