package ganzfried

import (
	"context"
	"errors"
	"math"

	"feltlab/dataset/published"
	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
)

// viFP runs the paper's own algorithm on its tournament. It costs many more CPU-minutes than the policy iteration of
// the other experiments; the store keeps every round.
var viFP = experiments.Experiment{
	Name:  "vi-fp",
	Short: "jam or fold by VI-FP, as published: how it ends and what its certificate is",
	Run:   runVIFP,
}

// The published limits, in dollars: the regret at which fictitious play stops at a state, and the change of a value at
// which the rounds end.
const (
	viFPEpsilon = .001
	viFPDelta   = .05
)

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
	// AKs is the share of deals of AKs in which the big blind jams after two jams with equal stacks. AKsEdge is the
	// value of a jam minus that of a fold, in dollars.
	AKs     float64 `json:"aks_after_two_jams"`
	AKsEdge float64 `json:"aks_jam_less_fold_dollars"`
}

func runVIFP(ctx context.Context, env *experiments.Env) error {
	c, err := jamfold.Preset("paper")
	if err != nil {
		return err
	}
	// Only the averaging by 2/(t+2) is ours: with 1/t a state needs thousands of steps to this epsilon.
	c.Method, c.Epsilon, c.Delta = tournament.VIFP, viFPEpsilon, viFPDelta
	solved, err := labOf(env).Tournament(ctx, &c, nil)
	if err != nil {
		return err
	}
	s, err := summarizeVIFP(solved)
	if err != nil {
		return err
	}
	return env.Finish(s.write(env), pages, "vi-fp", s)
}

func summarizeVIFP(solved *jamfold.Solved) (*viFPSummary, error) {
	m := &model{preset: "paper", solved: solved}
	study := published.JamFoldICM()
	s := &viFPSummary{
		States: len(solved.Game.Played()), Rounds: solved.Round, Epsilon: solved.Config.Epsilon,
		Delta: solved.Config.Delta,
		Moved: solved.Moved, Gain: solved.Certificate.Gain, Mean: solved.Certificate.Mean,
		Mixing: m.mixing(), ICM: m.icm(&study), LeastICM: math.Inf(1),
	}
	eachFromICM(solved, func(_ int, _ int, d float64) { s.LeastICM = min(s.LeastICM, d) })
	aks, err := cards.ParseClass("AKs")
	if err != nil {
		return nil, err
	}
	at, err := solved.At(solved.Game.Space.Index(m.units(equalChips)))
	if err != nil {
		return nil, err
	}
	s.AKs = at.Strategy[tournament.BigBlindAfterJamJam][aks]
	jam, fold, _ := at.Actions(tournament.DecisionOf(tournament.BigBlindAfterJamJam), aks)
	s.AKsEdge = jam - fold
	return s, nil
}

func (s *viFPSummary) write(env *experiments.Env) error {
	return errors.Join(env.Write("vi-fp/vi-fp.csv", s.table().CSV), env.WritePage(pages, "vi-fp", struct {
		*viFPSummary
		Table *table.Sheet
	}{s, s.table()}))
}

func (s *viFPSummary) table() *table.Sheet {
	t := table.NewSheet("quantity", "published", "ours")
	study := published.JamFoldICM()
	t.Addf("states\t946\t%d", s.States)
	t.Addf("rounds\t\t%d", s.Rounds)
	t.Addf("last change of a value, $\t\t%.5f", s.Moved)
	t.Addf("largest gain, $\t0.0488\t%.5f", s.Gain)
	t.Addf("mean gain, $\t\t%.5f", s.Mean)
	t.Addf("decisions\t\t%d", s.Mixing.Decisions)
	t.Addf("mixed (1%% to 99%%)\t\t%d", s.Mixing.Mixed)
	t.Addf("mean distance from ICM, $\t%v\t%.5f", study.Mean, s.ICM.Mean)
	t.Addf("largest, $\t%v\t%.5f", study.Largest, s.ICM.Largest)
	t.Addf("least, $\t0.0000442\t%.3g", s.LeastICM)
	t.Addf("AKs jams after two jams\t0.96\t%.4f", s.AKs)
	t.Addf("jam less fold with it, $\t\t%.5f", s.AKsEdge)
	return t
}
