package sources

import (
	"context"
	"fmt"

	"feltlab/dataset/allin"
	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
	"feltlab/pipeline/store"
	"feltlab/pipeline/worstcase"
	"feltlab/solvers/extensive"
	solver "feltlab/solvers/jamfold"
	"feltlab/solvers/jamfold/stochastic"
)

// worstCaseVersion changes with the stored bytes of this experiment.
const worstCaseVersion = "2"

func leducSpec() store.Spec {
	return store.Spec{Stage: "abstractions of Leduc", Version: "1", Schema: "json"}
}

func keptLeduc(ctx context.Context, env *experiments.Env) (*leducSummary, error) {
	return experiments.Cached(ctx, env, leducSpec(),
		func(ctx context.Context) (*leducSummary, error) { return computeLeduc(ctx, env) })
}

func trivialSpec() store.Spec {
	return store.Spec{Stage: "trivial opponents", Version: worstCaseVersion, Schema: "json",
		Config: map[string]any{"published": published.TrivialOpponents(), "items": worstcase.Versions()}}
}

func trivialOpponents(ctx context.Context, env *experiments.Env) ([]*worstcase.Judged, error) {
	return experiments.Cached(ctx, env, trivialSpec(), func(ctx context.Context) (rows []*worstcase.Judged, err error) {
		for _, p := range published.TrivialOpponents() {
			policy, ok := strategy.Trivial(p.Opponent)
			if !ok {
				return nil, fmt.Errorf("no opponent %q", p.Opponent)
			}
			r, err := worstcase.BestResponse(ctx, policy, p.Opponent, worstcase.Options{
				ByRound: true, Workers: env.Workers, Pool: env.Pool, Progress: env.Stderr,
			})
			if err != nil {
				return nil, err
			}
			row, err := r.Judge(p.Opponent)
			if err != nil {
				return nil, err
			}
			row.Published = &p.Millibigblinds
			rows = append(rows, row)
		}
		return rows, nil
	})
}

// jamFoldLoss is the loss of the jam-or-fold solver's heads-up strategy, in millibigblinds a hand, to the best response
// of this experiment, which shares no code with that solver.
type jamFoldLoss struct {
	BigBlinds float64 `json:"big_blinds"`
	Jam       float64 `json:"jam"`
	Call      float64 `json:"call"`
	Mean      float64 `json:"exploitability"`
	// Regret is the largest gain of a seat by the solver's own certificate.
	Regret float64 `json:"solvers_regret"`
}

func jamFoldLosses(ctx context.Context, env *experiments.Env) (rows []jamFoldLoss, err error) {
	pairs, lab := allin.Pairs(), labOf(env)
	for _, depth := range []int{2, 5, 8, 10, 15, 20} {
		g, err := jamfold.HeadsUpGame(pairs, float64(depth))
		if err != nil {
			return nil, err
		}
		// Two chips a big blind: epsilon is a thousandth of a millibigblind.
		c := jamfold.Config{Settings: solver.Settings{Epsilon: 2e-6, Iterations: solver.DefaultSettings.Iterations}}
		s, err := lab.SolveHand(ctx, &c, &tournament.Table{Stacks: []int{2 * depth, 2 * depth}, SmallBlind: 1,
			BigBlind: 2})
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
			BigBlinds: float64(depth), Mean: worstcase.Millis * r.Mean(),
			Regret: worstcase.Millis * s.Certificate.Gain() / chips,
			Jam:    stochastic.Share(&s.Strategy[tournament.HeadsUpOpens]),
			Call:   stochastic.Share(&s.Strategy[tournament.HeadsUpCalls]),
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
	for id, at := range []int{tournament.HeadsUpOpens, tournament.HeadsUpCalls} {
		for k, jam := range s.Strategy[at] {
			row := t.Row(id, k)
			row[0], row[1] = 1-jam, jam
		}
	}
	return t, t.Check()
}
