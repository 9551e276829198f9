package dalpasso

import (
	"context"
	"errors"
	"strconv"
	"time"

	"feltlab/dataset/published"
	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/pipeline/sweep"
)

// aces draws the picture of the README. It searches some seconds for each N, four CPU-minutes together, and proves
// nothing: the curves show the errors that were reached.
var aces = experiments.Experiment{
	Name:  "aces",
	Short: "error against number of features for pocket aces, beside Tables 3 and 4",
	Run:   runAces,
}

// acesSeeds are the seeds of the search, whose best formula counts. A single seed may end in a poor formula.
var acesSeeds = []int{1, 2}

// acesTasks are searches without proofs. Their time limit is far above the time that they need, so it never decides a
// result.
func acesTasks(seed int) (tasks []question.Question) {
	for _, rng := range []string{"ATC", "RUS"} {
		for n := range 12 {
			t := paperTask("AA", rng, regression.Program{Kind: regression.AvgErr, N: n + 1}, time.Hour)
			t.Engine, t.Seed = question.Search, seed
			tasks = append(tasks, t)
		}
	}
	return tasks
}

func runAces(ctx context.Context, env *experiments.Env) error {
	var found []*question.Answer
	for _, seed := range acesSeeds {
		results, err := solve(ctx, env, "aces", acesTasks(seed))
		if err != nil {
			return err
		}
		found = append(found, results...)
	}
	best := bestUpTo(found)
	chart, err := errorCurve(best, "Pocket aces: how well do N features tell the equity on the flop?")
	if err != nil {
		return err
	}
	written := errors.Join(env.Draw("aces/aces", chart), env.Write("aces/aces.csv", acesTable(best).CSV))
	return env.Finish(written, pages, "aces", best)
}

// acesTable has a row for each solve, with errors in percentage points.
func acesTable(results []*question.Answer) *table.Sheet {
	t := table.NewSheet("hand", "range", "max_features", "average_error_percent", "published_percent", "features")
	for _, r := range results {
		printed := ""
		if row, ok := published.Find(published.Table4(), r.Hand.Text, r.Range.String()); ok && r.N == table4Features {
			printed = strconv.FormatFloat(row.AverageErrorPercent, 'f', 1, 64)
		}
		t.Add(r.Hand.Text, r.Range.String(), strconv.Itoa(r.N), percentText(float64(r.AverageError), 6), printed,
			sweep.FeatureList(r))
	}
	return t
}
