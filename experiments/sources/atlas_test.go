package sources

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

// TestAtlas makes the page of formulas that nobody computed, and counts in it what they have.
func TestAtlas(t *testing.T) {
	env, out := emptyEnv(t)
	must.Fail(t, run(t, env, "atlas", nil), "run `feltlab sweep configs/atlas.yaml` first")
	formula := func(hand, rng string, n int, status question.Status, ids ...int) *question.Answer {
		r := answerOf(hand, rng, n, 10/float64(n), 10/float64(n)-0.5, status)
		r.Kind, r.Features, r.Gap = regression.AvgErr, nil, question.Number(0.05*float64(n))
		for _, id := range ids {
			r.Features = append(r.Features, question.Weight{ID: id, Weight: 0.25})
		}
		return r
	}
	other := formula("AA", "ATC", 3, question.Optimal, 9)
	other.Kind = regression.MaxErr
	results := []*question.Answer{
		formula("AA", "ATC", 1, question.Optimal, 3), formula("AA", "ATC", 2, question.Optimal, 3, 66),
		formula("KK", "ATC", 1, question.Optimal, 3), formula("KK", "ATC", 2, question.Optimal, 1, 66),
		formula("T9o", "ATC", 1, question.Optimal, 22), formula("T9o", "ATC", 2, question.Feasible, 22, 66),
		other,
	}
	folder := filepath.Join(env.Out, "atlas")
	must.Do(t, os.MkdirAll(folder, 0o777))
	must.Do(t, ledger.WriteSolves(folder, results))
	must.Do(t, run(t, env, "atlas", nil))
	hold(t, pageOf(t, env, "atlas"),
		"6 solves of `feltlab sweep configs/atlas.yaml`, 5 of them\nproved, all up to 1 features",
		"| ATC | 2 | 3 | 2 | 5.00 | 5.00 | 5.00 (AA) | 5.00 (T9o) | 10% |", "| 1 | 2 | 2 of 3 |", "errors-atc.svg",
		"| offsuit connectors and one-gappers | F22 no pair on the flop 100% |",
		"F3 no ace on the flop, +0.25 (2 of 2)", "| F3 no ace on the flop | 67% (+0.25) | 100% (+0.25) |",
		"2 of the 73 features are in some formula with 1 features.")
	rows := readCSV(t, env.Out, "atlas"+"/features.csv")
	want := []string{"all", "all", "2", "66", "", "3", "3", "100.00", "25.00"}
	found := false
	for _, row := range rows {
		if want[4] = row[4]; strings.Join(row, ",") == strings.Join(want, ",") {
			found = true
		}
	}
	if !found {
		t.Errorf("no row %v in %v", want, rows)
	}
	if !strings.Contains(out.String(),
		"AVGERR(2): 3 formulas, 2 proved, average error 5.0000 points on average, 5.0000 at worst; 4 of 73") {
		t.Error(out)
	}
	must.Do(t, ledger.WriteSolves(folder, []*question.Answer{other}))
	must.Fail(t, run(t, env, "atlas", nil), "no formula of AVGERR")
}
