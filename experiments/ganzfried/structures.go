package ganzfried

import (
	"context"

	"feltlab/experiments"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
	solver "feltlab/solvers/jamfold"
)

// structureRow is a tournament with other prizes or antes. Values are in dollars.
type structureRow struct {
	Structure string `json:"structure"`
	// Frequencies are the shares of deals in which each situation's player jams with equal stacks.
	Frequencies []float64 `json:"frequencies"`
	// Short is the value of 1,500 chips on the button against 6,000 and 6,000.
	Short    float64 `json:"short_stack_value"`
	ShortICM float64 `json:"short_stack_icm"`
	// FromICM is the mean difference of values and ICM.
	FromICM float64 `json:"mean_from_icm_dollars"`
	// Gain is the certificate: the largest gain of a player at any state. MeanGain is the mean over all states and
	// players.
	Gain     float64 `json:"gain_dollars"`
	MeanGain float64 `json:"mean_gain_dollars"`
	// Settled says whether values moved by less than the limit in the last round. Round is the shown round of at most
	// Rounds, Moved the largest change of a value in it, before Damping.
	Settled bool    `json:"settled"`
	Round   int     `json:"round"`
	Rounds  int     `json:"rounds"`
	Moved   float64 `json:"moved_dollars"`
	Damping float64 `json:"damping,omitempty"`
	// Leader is the value of the chip leader's 11,400 chips between 1,200 and 900.
	Leader float64 `json:"leader_value"`
}

var shortUnits, leaderUnits = tournament.Stacks{5, 20, 20}, tournament.Stacks{4, 38, 3}

// structure solves the exact model with other prizes and an ante for each player, until no value moves by more than
// delta in a round. Damping is the share of its old value that a state keeps from the round solver.UndampedRounds on.
func structure(ctx context.Context, env *experiments.Env, name string, prizes []float64, ante int, damping,
	delta float64,
) (*structureRow, error) {
	c, err := jamfold.Preset("default")
	if err != nil {
		return nil, err
	}
	c.Prizes, c.Ante, c.Delta, c.Damping = prizes, ante, delta, damping
	s, settled, err := labOf(env).SmallestChange(ctx, &c, nil)
	if err != nil {
		return nil, err
	}
	space := s.Game.Space
	short := space.Index(shortUnits)
	equal, err := s.At(space.Index(equalUnits))
	if err != nil {
		return nil, err
	}
	row := &structureRow{
		Structure: name, Gain: s.Certificate.Gain, MeanGain: s.Certificate.Mean, Settled: settled, Round: s.Round,
		Rounds: c.Rounds, Moved: s.Moved, Damping: s.Config.Damping,
		Short: s.Certificate.Values[short][tournament.Button], ShortICM: s.Game.ICM[short][tournament.Button],
		Leader: s.Certificate.Values[space.Index(leaderUnits)][tournament.SmallBlind],
	}
	eachFromICM(s, func(_, _ int, d float64) {
		row.FromICM += d / float64(tournament.NumSeats*space.Live())
	})
	for _, at := range decisions {
		row.Frequencies = append(row.Frequencies, equal.Frequency(at))
	}
	return row, nil
}

// firstDamped is the first round in which states keep a part of their old values.
const firstDamped = solver.UndampedRounds + 1
