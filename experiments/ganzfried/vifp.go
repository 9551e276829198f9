package ganzfried

import (
	"context"

	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
)

// viFPEnd is how the paper's own algorithm ends on its tournament.
type viFPEnd struct {
	*model

	States int
	Moved  float64 // the largest change of a value in the last round, in dollars
	// AKs is the share of deals of AKs in which the big blind jams after two jams with equal stacks. AKsEdge is the
	// value of a jam minus that of a fold, in dollars.
	AKs, AKsEdge float64
}

// viFP runs VI-FP until no value moves by more than delta in a round, each state to a regret of epsilon, both in
// dollars. Only the averaging by 2/(t+2) is ours: with 1/t a state needs thousands of steps to this epsilon. It costs
// many more CPU-minutes than policy iteration; the store keeps every round.
func viFP(ctx context.Context, env *experiments.Env, epsilon, delta float64) (*viFPEnd, error) {
	c, err := jamfold.Preset("paper")
	if err != nil {
		return nil, err
	}
	c.Method, c.Epsilon, c.Delta = tournament.VIFP, epsilon, delta
	solved, err := labOf(env).Tournament(ctx, &c, nil)
	if err != nil {
		return nil, err
	}
	aks, err := cards.ParseClass("AKs")
	if err != nil {
		return nil, err
	}
	at, err := solved.At(solved.Game.Space.Index(equalUnits))
	if err != nil {
		return nil, err
	}
	jam, fold, _ := at.Actions(tournament.DecisionOf(tournament.BigBlindAfterJamJam), aks)
	return &viFPEnd{
		model: newModel("paper", solved), States: len(solved.Game.Played()), Moved: solved.Moved,
		AKs: at.Strategy[tournament.BigBlindAfterJamJam][aks], AKsEdge: jam - fold,
	}, nil
}
