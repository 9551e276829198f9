package johanson

import (
	"context"

	"feltlab/experiments"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
	"feltlab/pipeline/worstcase"
	"feltlab/solvers/extensive"
)

// jamFoldLoss is what the jam-or-fold solver's heads-up strategy loses, in millibigblinds a hand,
// by the best response of this experiment, which shares no code with that solver.
type jamFoldLoss struct {
	BigBlinds float64 `json:"big_blinds"`
	Jam       float64 `json:"jam"`
	Call      float64 `json:"call"`
	Mean      float64 `json:"exploitability"`
	// Regret is what the solver's own certificate says of the seat that gains most.
	Regret float64 `json:"solvers_regret"`
}

var jamFoldDepths = []int{2, 5, 8, 10, 15, 20}

func jamFoldLosses(ctx context.Context, env *experiments.Env) (rows []jamFoldLoss, err error) {
	pairs, err := jamfold.AllInPairs(ctx, env.Store, env.Workers)
	if err != nil {
		return nil, err
	}
	lab := &jamfold.Lab{Store: env.Store, Workers: env.Workers, Progress: env.Stderr}
	for _, depth := range jamFoldDepths {
		g, err := jamfold.HeadsUpGame(pairs, float64(depth))
		if err != nil {
			return nil, err
		}
		c, err := jamfold.Preset("default", tournament.Cash)
		if err != nil {
			return nil, err
		}
		// Two chips a big blind, one the unit: epsilon is a thousandth of a millibigblind.
		c.Players, c.Unit, c.SmallBlind, c.BigBlind, c.Epsilon = 2, 1, 1, 2, 2e-6
		s, err := lab.SolveState(ctx, &c, tournament.Stacks{0, 2 * depth, 2 * depth}, nil)
		if err != nil {
			return nil, err
		}
		table, err := jamFoldTable(g, s)
		if err != nil {
			return nil, err
		}
		r, err := extensive.BestResponse(ctx, g, table, extensive.ResponseOptions{})
		if err != nil {
			return nil, err
		}
		const chips = 2 // a big blind
		rows = append(rows, jamFoldLoss{
			BigBlinds: float64(depth), Mean: worstcase.Millis * r.Mean(), Regret: worstcase.Millis * s.MaxRegret() / chips,
			Jam:  s.Strategy.Frequency(tournament.SmallBlindAfterFold),
			Call: s.Strategy.Frequency(tournament.BigBlindAfterFoldJam),
		})
	}
	return rows, nil
}

// jamFoldTable turns the strategy of a hand without a button into one of the two-player game.
func jamFoldTable(g game.Game, s *jamfold.State) (*strategy.Table, error) {
	b, err := strategy.BucketingOf(g, "classes")
	if err != nil {
		return nil, err
	}
	t := strategy.NewTable(g, [2]strategy.Bucketing{b, b})
	for id, at := range []tournament.Situation{tournament.SmallBlindAfterFold, tournament.BigBlindAfterFoldJam} {
		for k, jam := range s.Strategy[at] {
			row := t.Row(id, k)
			row[0], row[1] = 1-jam, jam
		}
	}
	return t, t.Check()
}
