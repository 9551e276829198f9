package johanson

import (
	"context"
	"fmt"
	"io"
	"os"

	"feltlab/dataset/buckets"
	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/store"
	"feltlab/pipeline/worstcase"
	"feltlab/report/draw"
	"feltlab/solvers/limitholdem/training"
)

const (
	// curveIterations of public chance sampling make each strategy.
	curveIterations = 1000
	// curveFlops is the sample of flops on which each is judged; all 1,755 take an hour or two each.
	curveFlops = 12
	// curveSeed is that of the deals and of the sample: all strategies meet the same flops.
	curveSeed = 1
)

// curveSizes are the numbers of buckets on each street.
var curveSizes = []int{1, 2, 5, 10, 50, 200}

// abstractionRow is an equilibrium of limit hold'em over buckets of strength, and what it loses in
// the real game, in millibigblinds a game.
type abstractionRow struct {
	Buckets       string    `json:"buckets"`
	Size          int       `json:"size"`
	Mean          float64   `json:"exploitability"`
	StandardError float64   `json:"standard_error"`
	Flops         int       `json:"flops"`
	Rounds        []float64 `json:"rounds"` // of NashConv
}

func abstractionCurve(ctx context.Context, env *experiments.Env) (rows []abstractionRow, err error) {
	bar := env.Progress("abstractions", len(curveSizes))
	defer bar.Close()
	for _, size := range curveSizes {
		name := fmt.Sprintf("strength-%d", size)
		spec, err := exploitabilitySpec(name)
		if err != nil {
			return nil, err
		}
		row, err := experiments.Cached(ctx, env, spec, func(ctx context.Context) (abstractionRow, error) {
			table, err := trained(ctx, env, name)
			if err != nil {
				return abstractionRow{}, err
			}
			r, err := worstcase.BestResponse(ctx, table, name, worstcase.Options{
				Flops: curveFlops, Seed: curveSeed, ByRound: true, Workers: env.Workers, Pool: env.Pool, Progress: env.Stderr,
			})
			if err != nil {
				return abstractionRow{}, err
			}
			return abstractionRowOf(r)
		})
		if err != nil {
			return nil, err
		}
		row.Buckets, row.Size = name, size
		rows = append(rows, row)
		bar.Step(fmt.Sprintf("%s: %.0f ± %.0f", name, row.Mean, row.StandardError))
	}
	return rows, nil
}

// strategyVersion changes whenever what is learnt would.
const strategyVersion = "2"

// strategySpec keys the strategy of an abstraction.
func strategySpec(name string) store.Spec {
	return store.Spec{
		Stage: "abstract equilibrium", Version: strategyVersion, Schema: "feltlab-strategy 1",
		Config: map[string]any{"game": game.LimitHoldem().Name(), "buckets": name, "iterations": curveIterations, "seed": curveSeed},
	}
}

// exploitabilitySpec keys what that strategy loses.
func exploitabilitySpec(name string) (store.Spec, error) {
	strategy, err := strategySpec(name).Key()
	return store.Spec{
		Stage: "exploitability of an abstraction", Version: worstCaseVersion, Schema: "json",
		Config: map[string]any{"flops": curveFlops, "seed": curveSeed}, Inputs: []store.Key{strategy},
	}, err
}

// abstractionRowOf estimates from a sample of flops what a strategy loses.
func abstractionRowOf(r *worstcase.Result) (row abstractionRow, err error) {
	e, err := r.Estimate()
	if err != nil {
		return row, err
	}
	row = abstractionRow{Mean: milli * e.Mean, StandardError: milli * e.StandardError, Flops: r.Flops()}
	for _, loss := range e.Rounds {
		row.Rounds = append(row.Rounds, milli*loss)
	}
	return row, nil
}

// trained returns the strategy of an abstraction, from the store or learnt.
func trained(ctx context.Context, env *experiments.Env, name string) (*strategy.Table, error) {
	g := game.LimitHoldem()
	b, err := buckets.Lookup(g, name)
	if err != nil {
		return nil, err
	}
	a, err := env.Store.Do(ctx, strategySpec(name), func(ctx context.Context, w io.Writer) (int64, error) {
		return 0, train(ctx, env, w, g, b, curveIterations)
	})
	if err != nil {
		return nil, err
	}
	f, err := os.Open(a.Path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return strategy.Read(f, g, buckets.Lookup)
}

// train learns a strategy and writes it.
func train(ctx context.Context, env *experiments.Env, w io.Writer, g game.Game, b strategy.Bucketing, iterations int) error {
	solver, err := training.New(g, training.Options{Buckets: [2]strategy.Bucketing{b, b}, Seed: curveSeed, Workers: env.Workers})
	if err != nil {
		return err
	}
	bar := env.Progress(b.Name(), iterations)
	defer bar.Close()
	if err := solver.Run(ctx, iterations, func() { bar.Set(solver.Iterations()) }); err != nil {
		return err
	}
	return strategy.Write(w, solver.Result().Strategy)
}

func abstractionTable(rows []abstractionRow) *table.Sheet {
	t := table.NewSheet("buckets", "exploitability", "standard_error", "flops", "before the flop", "on the flop", "on the turn", "on the river")
	for _, r := range rows {
		cells := []string{r.Buckets, fmt.Sprintf("%.1f", r.Mean), fmt.Sprintf("%.1f", r.StandardError), fmt.Sprint(r.Flops)}
		for _, loss := range r.Rounds {
			cells = append(cells, fmt.Sprintf("%.1f", loss))
		}
		t.Add(cells...)
	}
	return t
}

// abstractionChart has logarithmic axes: the sizes grow by ratios, and on a linear axis the first
// error would hide the others' bars.
func abstractionChart(rows []abstractionRow) draw.Chart {
	ours := draw.Series{Name: "estimate, and its standard error", Style: draw.Line}
	for _, r := range rows {
		ours.Points = append(ours.Points, draw.Point{X: float64(r.Size), Y: r.Mean, Spread: r.StandardError})
	}
	return draw.Chart{
		Title:  "Abstract equilibria of limit hold'em in the real game",
		X:      draw.Axis{Label: "buckets of strength on each street", Log: true},
		Y:      draw.Axis{Label: "exploitability, millibigblinds a game", Log: true},
		Series: []draw.Series{ours},
	}
}
