package sources

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

// TestPaper makes the page of a sweep that nobody ran, and counts in it what is proved and used.
func TestPaper(t *testing.T) {
	env, out := emptyEnv(t)
	must.Fail(t, run(t, env, "paper", nil), "run `feltlab sweep configs/paper.yaml` first")
	fewest := func(hand string, limit float64, n int, bound float64, status question.Status) *question.Answer {
		r := answerOf(hand, "RUS", n, 100*limit, 0, status)
		r.Kind, r.N, r.E, r.LowerBound = regression.FeatAvgErr, 0, limit, question.Number(bound)
		return r
	}
	none := fewest("AA", 0.01, 0, math.NaN(), question.Infeasible)
	results := []*question.Answer{
		answerOf("AA", "RUS", 1, 5, 5, question.Optimal), answerOf("AA", "RUS", 2, 4, 3.5, question.Feasible),
		none, fewest("AA", 0.025, 3, 3, question.Optimal), fewest("AA", 0.1, 0, 0, question.Optimal),
		answerOf("KK", "RUS", 1, 4, 4, question.Optimal), answerOf("KK", "RUS", 2, 3, 3, question.Optimal),
		fewest("KK", 0.025, 4, 2, question.Feasible),
		answerOf("AA", "ATC", 1, 6, 6, question.Optimal),
	}
	for _, r := range results {
		r.TimeLimitSeconds = 45
		if r.N > 0 {
			r.Kind = regression.AvgErr
		}
	}
	folder := filepath.Join(env.Out, "paper")
	must.Do(t, os.MkdirAll(folder, 0o777))
	must.Do(t, ledger.WriteSolves(folder, results))
	must.Do(t, run(t, env, "paper", nil))
	hold(t, pageOf(t, env, "paper"), "9 solves of `feltlab sweep configs/paper.yaml`, of which 7\nare proved",
		"at most 45 s and started",
		"2 of 9 (22%)", "| AVGERR | 5 | 4 | 0 | 1 |", "| FEAT_AVGERR | 4 | 3 | 1 | 1 |",
		"| 1 | 3 of 3 | 5.000 | 5.000 | 0.000 |", "| 2 | 1 of 2 | 3.500 | 3.250 | 0.500 |",
		"## Against RUS", "| features | AA | KK |", "| 2 | 4.000 (3.500) | 3.000* |", "errors.svg",
		"| error at most | AA | KK |", "| 1 | none* |  |", "| 2.5 | 3* | 4 (2) |", "| 10 | 0* |  |",
		"4 of the 73 features are in some of the 8 formulas", "| 7 | 87.5% | 7 | +0.50 |", "| 1 | 12.5% | 1 | +0.11 |")
	must.Equal(t, out.String(), "AVGERR: 4 of 5 proved, 1 open\nFEAT_AVGERR: 3 of 4 proved, 1 open\n", out)
	must.Do(t, ledger.WriteSolves(folder, []*question.Answer{none}))
	must.Fail(t, run(t, env, "paper", nil))
}
