package johanson

import (
	"context"
	"fmt"
	"io"
	"strings"

	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/model/strategy"
	"feltlab/pipeline/store"
	"feltlab/pipeline/worstcase"
)

// worstCases is Johanson, Waugh, Bowling & Zinkevich 2011 for limit hold'em, Leduc hold'em and
// jam or fold. Nearly all of its time goes into strategies that look at their cards: what is
// computed is kept in the store, but not what is measured by the clock.
var worstCases = experiments.Experiment{
	Name:  "bestresponse",
	Short: "exploitability in limit hold'em, Leduc and jam or fold, and what each acceleration gains",
	Run:   runWorstCases,
}

// worstCaseVersion changes whenever what the store keeps of this experiment would.
const worstCaseVersion = "2"

// worstCaseSummary is what the experiment found.
type worstCaseSummary struct {
	Trivial []*worstcase.Judged `json:"trivial_opponents"`
	Curve   []*worstcase.Judged `json:"abstractions"`
	Speed   *speedStudy         `json:"speed"`
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
		{"accelerations", func() (err error) { s.Speed, err = accelerationStudy(ctx, env); return err }},
		{"abstractions", func() (err error) { s.Curve, err = abstractionCurve(ctx, env); return err }},
	} {
		if err := part.run(); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	if err := s.write(env); err != nil {
		return err
	}
	return env.Summarize(s)
}

func leducSpec() store.Spec {
	return store.Spec{Stage: "abstractions of Leduc", Version: "1", Schema: "json"}
}

func keptLeduc(ctx context.Context, env *experiments.Env) (*leducSummary, error) {
	return experiments.Cached(ctx, env, leducSpec(), func(ctx context.Context) (*leducSummary, error) { return computeLeduc(ctx, env) })
}

func trivialSpec() store.Spec {
	return store.Spec{Stage: "trivial opponents", Version: worstCaseVersion, Schema: "json"}
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

// Text writes the summary.
func (s *worstCaseSummary) Text(w io.Writer) error {
	var b strings.Builder
	for _, r := range s.Trivial {
		fmt.Fprintf(&b, "%-14s %10.4f millibigblinds (published %.2f)\n", r.Opponent, r.Exploitability, *r.Published)
	}
	for _, r := range s.Curve {
		fmt.Fprintf(&b, "%-14s %10.1f ± %.1f millibigblinds, from %d flops\n", r.Opponent, r.Exploitability, r.StandardError, r.Flops)
	}
	for _, r := range s.Speed.Rows {
		fmt.Fprintf(&b, "%-14s alone %.1f times as fast, the others without it %.1f times slower\n", r.Name, r.Alone, r.Without)
	}
	fmt.Fprintf(&b, "whole game, %d buckets: %.2f CPU-s a subtree, %.1f h on %d cores\n", wholeBuckets, s.Speed.Whole.SubtreeSeconds, s.Speed.Whole.Hours, s.Speed.Whole.Cores)
	for _, r := range s.JamFold {
		fmt.Fprintf(&b, "jam or fold at %g big blinds: exploitability %.4f millibigblinds\n", r.BigBlinds, r.Mean)
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	return s.Leduc.Text(w)
}
