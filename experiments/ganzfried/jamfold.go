package ganzfried

import (
	"context"
	"errors"

	"feltlab/dataset/published"
	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
	"feltlab/report/draw"
	"feltlab/solvers/jamfold/stochastic"
)

// jamFold reproduces Ganzfried & Sandholm 2008. It costs some ten CPU-minutes, most of them for the two tournaments;
// the store keeps the solutions and every round before them.
var jamFold = experiments.Experiment{
	Name:  "jamfold",
	Short: "jam or fold: Tables 2, 3, 5 to 16 and the ICM study of Ganzfried & Sandholm",
	Run:   runJamFold,
}

type model struct {
	preset string
	solved *jamfold.Solved
	cash   *jamfold.State
	// hands are the states of the published tables by chips, solved to tableEpsilon for the values of the tournament.
	hands map[[tournament.NumSeats]int]*jamfold.State
}

// tableEpsilon is the regret, in dollars, to which the compared hands are solved. At the tournament's own regret, a
// class that is dealt once in 330 hands may still lose some cents each time.
const tableEpsilon = 5e-6

// cashEpsilon is the regret of the cash game, in chips.
const cashEpsilon = 0.01

var presets = jamfold.Presets[:2]

func computeModels(ctx context.Context, lab *jamfold.Lab) ([]*model, error) {
	var models []*model
	for _, preset := range presets {
		c, err := jamfold.Preset(preset)
		if err != nil {
			return nil, err
		}
		m := &model{preset: preset}
		if m.solved, err = lab.Tournament(ctx, &c, nil); err != nil {
			return nil, err
		}
		c.Epsilon = cashEpsilon
		cash := &tournament.Table{Stacks: equalChips[:], SmallBlind: c.SmallBlind, BigBlind: c.BigBlind}
		if m.cash, err = lab.SolveHand(ctx, &c, cash); err != nil {
			return nil, err
		}
		if err := m.solveHands(ctx, lab); err != nil {
			return nil, err
		}
		models = append(models, m)
	}
	return models, nil
}

func (m *model) solveHands(ctx context.Context, lab *jamfold.Lab) error {
	c := m.solved.Config
	c.Epsilon = tableEpsilon
	m.hands = map[[tournament.NumSeats]int]*jamfold.State{}
	for _, t := range published.JamFoldTables() {
		if t.Mode == published.Cash || m.hands[t.Stacks] != nil {
			continue
		}
		hand, err := lab.SolveHand(ctx, &c, c.HandAt(m.units(t.Stacks), m.solved.Certificate.Values))
		if err != nil {
			return err
		}
		m.hands[t.Stacks] = hand
	}
	return nil
}

// equalUnits is the state of Tables 5 to 16, equalChips the same in chips.
var (
	equalUnits = tournament.Stacks{15, 15, 15}
	equalChips = [tournament.NumSeats]int{4500, 4500, 4500}
)

func (m *model) ours(t *published.JamFoldTable) *[cards.NumClasses]float64 {
	if t.Mode == published.Cash {
		return &m.cash.Strategy[t.Situation.Node()]
	}
	return &m.hands[t.Stacks].Strategy[t.Situation.Node()]
}

func (m *model) units(chips [tournament.NumSeats]int) (units tournament.Stacks) {
	for seat, c := range chips {
		units[seat] = c / m.solved.Config.Unit
	}
	return units
}

func (m *model) equal(mode published.Mode) stochastic.Strategy {
	if mode == published.Cash {
		return m.cash.Strategy
	}
	return m.hands[equalChips].Strategy
}

// frequency returns the share of deals in which a decision's player jams with equal stacks.
func (m *model) frequency(mode published.Mode, at tournament.Decision) float64 {
	return stochastic.Share(&m.equal(mode)[at.Node()])
}

func runJamFold(ctx context.Context, env *experiments.Env) error {
	lab := labOf(env)
	models, err := computeModels(ctx, lab)
	if err != nil {
		return err
	}
	c, err := jamfold.Preset("heads-up")
	if err != nil {
		return err
	}
	heads, err := lab.Tournament(ctx, &c, nil)
	if err != nil {
		return err
	}
	s, err := summarize(models, heads)
	if err != nil {
		return err
	}
	return env.Finish(errors.Join(writeJamFold(env, models, s), drawJamFold(env, models, s)), pages, "jamfold", s)
}

func labOf(env *experiments.Env) *jamfold.Lab {
	return &jamfold.Lab{Store: env.Store, Workers: env.Workers, Progress: env.Stderr}
}

func writeStudy(env *experiments.Env, name string, t *table.Sheet, figure string, chart draw.Figure, page any) error {
	return errors.Join(
		env.Write(name+"/"+name+".csv", t.CSV), env.Draw(name+"/"+figure, chart), env.WritePage(pages, name, page))
}
