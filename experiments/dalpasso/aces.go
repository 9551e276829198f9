package dalpasso

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"feltlab/experiments/published"
	"feltlab/experiments/reproduce"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/sweep"
)

// aces is the picture of the README. It takes searches of some seconds for each N, four
// CPU-minutes together, and no proof: the curves are what is reached, not what is proved.
var aces = reproduce.Experiment{
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

func runAces(ctx context.Context, env *reproduce.Env) error {
	var found []*fit.Result
	for _, seed := range acesSeeds {
		results, err := runSweep(ctx, env, "aces", acesSweep(env.Workers, seed))
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
	if err := env.Draw("aces/aces", chart); err != nil {
		return err
	}
	if err := env.Write("aces/aces.csv", acesTable(best).CSV); err != nil {
		return err
	}
	return env.Summarize(acesSummary(best))
}

// runSweep solves what a configuration names, or takes it from the store, behind a bar.
func runSweep(ctx context.Context, env *reproduce.Env, name string, c *sweep.Config) ([]*fit.Result, error) {
	tasks, err := c.Tasks()
	if err != nil {
		return nil, err
	}
	bar := env.Progress(name, len(tasks))
	defer bar.Close()
	return sweep.Run(ctx, c, env.Store, func(event sweep.Event) error {
		r := event.Result
		bar.Step(fmt.Sprintf("%s against %s %s", r.Hand, r.Range, r.Title()))
		return nil
	})
}

// acesTable has a row a solve; errors are in percentage points.
func acesTable(results []*fit.Result) *reproduce.Table {
	t := reproduce.NewTable("hand", "range", "max_features", "average_error_percent", "published_percent", "features")
	for _, r := range results {
		printed := ""
		if row, ok := published.Find(published.Table4(), r.Hand, r.Range); ok && r.MaxFeatures == table4Features {
			printed = strconv.FormatFloat(row.AverageErrorPercent, 'f', 1, 64)
		}
		t.Add(r.Hand, r.Range, strconv.Itoa(r.MaxFeatures), percentText(float64(r.AverageError), 6), printed, sweep.FeatureList(r))
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
