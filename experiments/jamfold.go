package experiments

import (
	"context"

	"feltlab/experiments/published"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/pipeline/equilibrium"
)

// jamFolds is Ganzfried & Sandholm 2008. From nothing it costs some ten CPU-minutes, most of
// them for the two tournaments; solutions, and every round on the way, are kept in the store.
var jamFolds = Experiment{
	Name:  "jamfold",
	Short: "jam or fold: Tables 2, 3, 5 to 16 and the ICM study of Ganzfried & Sandholm",
	Run:   runJamFold,
}

// jamFoldModel is what is computed under one preset.
type jamFoldModel struct {
	preset string
	solved *equilibrium.Solved
	cash   *equilibrium.State
}

// jamFoldPresets are the models that stand beside the published numbers.
var jamFoldPresets = equilibrium.Presets

func computeJamFold(ctx context.Context, lab *equilibrium.Lab) ([]*jamFoldModel, error) {
	var models []*jamFoldModel
	for _, preset := range jamFoldPresets {
		c, err := equilibrium.Preset(preset, tournament.Tournament)
		if err != nil {
			return nil, err
		}
		m := &jamFoldModel{preset: preset}
		if m.solved, err = lab.Tournament(ctx, &c, nil); err != nil {
			return nil, err
		}
		if c, err = equilibrium.Preset(preset, tournament.Cash); err != nil {
			return nil, err
		}
		if m.cash, err = lab.SolveState(ctx, &c, equalUnits, nil); err != nil {
			return nil, err
		}
		models = append(models, m)
	}
	return models, nil
}

// equalUnits is the state of Tables 5 to 16.
var equalUnits = tournament.Stacks{15, 15, 15}

// ours returns the jam probabilities that stand beside a published table.
func (m *jamFoldModel) ours(t *published.JamFoldTable) *[cards.NumClasses]float64 {
	if t.Mode == tournament.Cash {
		return &m.cash.Strategy[t.Situation]
	}
	return &m.solved.Profile[m.index(t.Stacks)][t.Situation]
}

// index returns the number of a state given in chips.
func (m *jamFoldModel) index(chips [tournament.NumSeats]int) int {
	var units tournament.Stacks
	for seat, c := range chips {
		units[seat] = c / m.solved.Config.Unit
	}
	return m.solved.Game.Space.Index(units)
}

// frequencies returns how often each situation's player jams with equal stacks.
func (m *jamFoldModel) frequencies(mode tournament.Mode) (f [tournament.NumSituations]float64) {
	x := m.cash.Strategy
	if mode == tournament.Tournament {
		x = m.solved.Profile[m.solved.Game.Space.Index(equalUnits)]
	}
	for s := range f {
		f[s] = x.Frequency(tournament.Situation(s))
	}
	return f
}

func runJamFold(ctx context.Context, env *Env) error {
	lab := &equilibrium.Lab{Store: env.Store, Workers: env.Workers, Progress: env.Stderr}
	models, err := computeJamFold(ctx, lab)
	if err != nil {
		return err
	}
	heads, err := jamFoldHeadsUp(ctx, lab)
	if err != nil {
		return err
	}
	summary := summarizeJamFold(models, heads)
	if err := writeJamFold(env, models, summary); err != nil {
		return err
	}
	return env.Summarize(summary)
}

// jamFoldHeadsUp solves Miltersen & Sorensen's tournament.
func jamFoldHeadsUp(ctx context.Context, lab *equilibrium.Lab) (*equilibrium.Solved, error) {
	base, err := equilibrium.Preset("default", tournament.Tournament)
	if err != nil {
		return nil, err
	}
	c, err := equilibrium.HeadsUp(&base, func(string) bool { return false })
	if err != nil {
		return nil, err
	}
	return lab.Tournament(ctx, &c, nil)
}
