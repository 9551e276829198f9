package johanson

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"feltlab/dataset/published"
	"feltlab/dataset/table"
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

// worstCases reproduces Johanson, Waugh, Bowling & Zinkevich 2011 for limit hold'em, Leduc hold'em and jam or fold.
// Strategies that look at their cards take nearly all of its time. The store keeps the computed numbers, not the
// timings.
var worstCases = experiments.Experiment{
	Name:  "bestresponse",
	Short: "exploitability in limit hold'em, Leduc and jam or fold",
	Run:   runWorstCases,
}

// worstCaseVersion changes with the stored bytes of this experiment.
const worstCaseVersion = "2"

type worstCaseSummary struct {
	Trivial []*worstcase.Judged `json:"trivial_opponents"`
	Curve   []*worstcase.Judged `json:"abstractions"`
	JamFold []jamFoldLoss       `json:"jam_or_fold"`
	Leduc   *leducSummary       `json:"leduc"`
}

func runWorstCases(ctx context.Context, env *experiments.Env) error {
	s := &worstCaseSummary{}
	for _, part := range []struct {
		name string
		run  func() error
	}{
		{"trivial opponents", func() (err error) { s.Trivial, err = trivialOpponents(ctx, env); return err }},
		{"Leduc", func() (err error) { s.Leduc, err = keptLeduc(ctx, env); return err }},
		{"jam or fold", func() (err error) { s.JamFold, err = jamFoldLosses(ctx, env); return err }},
		{"abstractions", func() (err error) { s.Curve, err = abstractionCurve(ctx, env); return err }},
	} {
		if err := part.run(); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	return env.Finish(s.write(env), pages, "bestresponse", s)
}

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

func (s *worstCaseSummary) write(env *experiments.Env) error {
	files := []struct {
		name string
		t    *table.Sheet
	}{
		{"trivial", trivialTable(s.Trivial)}, {"abstractions", abstractionTable(s.Curve)},
		{"jamfold", jamFoldLossTable(s.JamFold)}, {"leduc", leducTable(s.Leduc.Rows)},
	}
	written := errors.Join(
		experiments.WriteLines(env, "bestresponse/strategies.jsonl", slices.Concat(s.Trivial, s.Curve)),
		env.Draw("bestresponse/abstractions", abstractionChart(s.Curve)))
	for _, f := range files {
		written = errors.Join(written, env.Write("bestresponse/"+f.name+".csv", f.t.CSV))
	}
	return errors.Join(written, env.WritePage(pages, "bestresponse", struct {
		Trivial, Abstractions, JamFold, Leduc *table.Sheet
		Iterations, Flops                     int
	}{files[0].t, files[1].t, files[2].t, files[3].t, curveIterations, curveFlops}))
}

func trivialTable(rows []*worstcase.Judged) *table.Sheet {
	t := table.NewSheet(append([]string{"opponent", "published", "exploitability", "small blind wins",
		"big blind wins"}, lossColumns...)...)
	for _, r := range rows {
		cells := []string{r.Opponent, fmt.Sprint(*r.Published)}
		values := append([]float64{r.Exploitability, r.SeatValues[0], r.SeatValues[1]}, r.Losses()...)
		t.Add(append(cells, experiments.Map(values, func(v float64) string { return fmt.Sprintf("%.4f", v) })...)...)
	}
	return t
}

func jamFoldLossTable(rows []jamFoldLoss) *table.Sheet {
	t := table.NewSheet("big blinds", "jam", "call", "exploitability", "solver's regret")
	for _, r := range rows {
		t.Addf("%v\t%.4f\t%.4f\t%.5f\t%.5f", r.BigBlinds, r.Jam, r.Call, r.Mean, r.Regret)
	}
	return t
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
		// Two chips a big blind: epsilon is a thousandth of a millibigblind.
		c := jamfold.Config{Epsilon: 2e-6, Iterations: solver.DefaultIterations}
		s, err := lab.SolveHand(ctx, &c, &tournament.Table{Stacks: []int{2 * depth, 2 * depth}, SmallBlind: 1, BigBlind: 2})
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
