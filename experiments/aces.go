package experiments

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"feltlab/experiments/published"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/sweep"
)

// aces is the picture of the README. It takes searches of some seconds for each N, four
// CPU-minutes together, and no proof: the curves are what is reached, not what is proved.
var aces = Experiment{
	Name:  "aces",
	Short: "error against number of features for pocket aces, beside Tables 3 and 4",
	Run:   runAces,
}

// acesSeeds are the seeds of the search. One seed may end in a poor formula; the best is taken.
var acesSeeds = []int{1, 2}

func acesSweep(workers, seed int) *sweep.Config {
	const (
		mostFeatures = 12
		// timeLimit is far above what a search takes, so that it never decides a result.
		timeLimit = time.Hour
	)
	c := &sweep.Config{
		Hands: []string{"AA"}, Ranges: []string{"ATC", "RUS"}, Programs: []string{"AVGERR"},
		Formulation: "pattern", Engine: string(fit.Search), TimeLimit: timeLimit, Workers: workers, Seed: seed,
	}
	for n := range mostFeatures {
		c.Features = append(c.Features, n+1)
	}
	return c
}

func runAces(ctx context.Context, env *Env) error {
	var found []*fit.Result
	for _, seed := range acesSeeds {
		results, err := env.sweep(ctx, "aces", acesSweep(env.Workers, seed))
		if err != nil {
			return err
		}
		found = append(found, results...)
	}
	best := bestUpTo(found)
	chart, err := ErrorCurve(best, "Pocket aces: how well do N features tell the equity on the flop?")
	if err != nil {
		return err
	}
	if err := env.Draw("aces/aces", chart); err != nil {
		return err
	}
	if err := env.Write("aces/aces.csv", acesTable(best).csv); err != nil {
		return err
	}
	return env.Summarize(acesSummary(best))
}

// acesTable has a row a solve; errors are in percentage points.
func acesTable(results []*fit.Result) *table {
	t := newTable("hand", "range", "max_features", "average_error_percent", "published_percent", "features")
	for _, r := range results {
		printed := ""
		if row, ok := published.Find(published.Table4(), r.Hand, r.Range); ok && r.MaxFeatures == table4Features {
			printed = strconv.FormatFloat(row.AverageErrorPercent, 'f', 1, 64)
		}
		t.add(r.Hand, r.Range, strconv.Itoa(r.MaxFeatures), percentText(float64(r.AverageError), 6), printed, sweep.FeatureList(r))
	}
	return t
}

// acesSummary is the results as they stand.
type acesSummary []*fit.Result

// Text writes a line for each N.
func (s acesSummary) Text(w io.Writer) error {
	for _, r := range s {
		if _, err := fmt.Fprintf(w, "%s against %s %s: average error %s points\n", r.Hand, r.Range, r.Title(), percentText(float64(r.AverageError), 4)); err != nil {
			return err
		}
	}
	return nil
}

// percentText writes a fraction as percentage points.
func percentText(x float64, decimals int) string {
	return strconv.FormatFloat(100*x, 'f', decimals, 64)
}
