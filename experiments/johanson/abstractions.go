package johanson

import (
	"context"
	"fmt"
	"io"
	"os"

	"feltlab/dataset/buckets"
	"feltlab/experiments/draw"
	"feltlab/experiments/reproduce"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/artifact"
	"feltlab/pipeline/worstcase"
	"feltlab/solvers/cfr/sampled"
)

const (
	// curveIterations of sampled CFR+ make each strategy.
	curveIterations = 1000
	// curveFlops is the sample of flops on which each is judged; all 1,755 take an evening each.
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

func abstractionCurve(ctx context.Context, env *reproduce.Env) (rows []abstractionRow, err error) {
	bar := env.Progress("abstractions", len(curveSizes))
	defer bar.Close()
	for _, size := range curveSizes {
		name := fmt.Sprintf("strength-%d", size)
		spec := artifact.Spec{
			Stage: "exploitability of an abstraction", Version: worstCaseVersion, Schema: "json",
			Config: map[string]any{"buckets": name, "iterations": curveIterations, "flops": curveFlops, "seed": curveSeed},
		}
		row, err := reproduce.Cached(ctx, env, spec, func(ctx context.Context) (abstractionRow, error) { return judge(ctx, env, name, size) })
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
		bar.Step(fmt.Sprintf("%s: %.0f ± %.0f", name, row.Mean, row.StandardError))
	}
	return rows, nil
}

// judge trains a strategy and estimates what it loses.
func judge(ctx context.Context, env *reproduce.Env, name string, size int) (row abstractionRow, err error) {
	table, err := trained(ctx, env, name)
	if err != nil {
		return row, err
	}
	digest, err := worstcase.Digest(table)
	if err != nil {
		return row, err
	}
	r, err := worstcase.Run(ctx, table, digest, worstcase.Options{
		Flops: curveFlops, Seed: curveSeed, ByRound: true, Workers: env.Workers, Progress: env.Stderr,
	})
	if err != nil {
		return row, err
	}
	e, err := r.Estimate()
	if err != nil {
		return row, err
	}
	row = abstractionRow{Buckets: name, Size: size, Mean: milli * e.Mean, StandardError: milli * e.StandardError, Flops: curveFlops}
	for _, loss := range e.Rounds {
		row.Rounds = append(row.Rounds, milli*loss)
	}
	return row, nil
}

// trained returns the strategy of an abstraction, from the store or learnt.
func trained(ctx context.Context, env *reproduce.Env, name string) (*strategy.Table, error) {
	g := game.LimitHoldem()
	b, err := buckets.Lookup(g, name)
	if err != nil {
		return nil, err
	}
	spec := artifact.Spec{
		Stage: "abstract equilibrium", Version: worstCaseVersion, Schema: "feltlab-strategy 1",
		Config: map[string]any{"game": g.Name(), "buckets": name, "iterations": curveIterations, "seed": curveSeed},
	}
	a, err := env.Store.Do(ctx, spec, func(ctx context.Context, w io.Writer) (int64, error) {
		solver, err := sampled.New(g, sampled.Options{Buckets: [2]strategy.Bucketing{b, b}, Seed: curveSeed, Workers: env.Workers})
		if err != nil {
			return 0, err
		}
		bar := env.Progress(name, curveIterations)
		defer bar.Close()
		if err := solver.Run(ctx, curveIterations, func() { bar.Set(solver.Iterations()) }); err != nil {
			return 0, err
		}
		return 0, strategy.Write(w, solver.Result().Strategy)
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

func abstractionTable(rows []abstractionRow) *reproduce.Table {
	t := reproduce.NewTable("buckets", "exploitability", "standard_error", "flops", "before the flop", "on the flop", "on the turn", "on the river")
	for _, r := range rows {
		cells := []string{r.Buckets, fmt.Sprintf("%.1f", r.Mean), fmt.Sprintf("%.1f", r.StandardError), fmt.Sprint(r.Flops)}
		for _, loss := range r.Rounds {
			cells = append(cells, fmt.Sprintf("%.1f", loss))
		}
		t.Add(cells...)
	}
	return t
}

func abstractionChart(rows []abstractionRow) draw.Chart {
	chart := draw.Chart{
		Title: "Abstract equilibria of limit hold'em in the real game",
		X:     draw.Axis{Label: "buckets of strength on each street", Low: 0.5, High: float64(len(rows)) + 0.5},
		Y:     draw.Axis{Label: "exploitability, millibigblinds a game"},
	}
	ours := draw.Series{Name: "estimate", Style: draw.Line, Colour: 1}
	for i, r := range rows {
		chart.X.Names = append(chart.X.Names, fmt.Sprint(r.Size))
		x := float64(i + 1)
		ours.Points = append(ours.Points, draw.Point{X: x, Y: r.Mean})
		chart.Y.High = max(chart.Y.High, 1.1*(r.Mean+r.StandardError))
	}
	chart.Series = append(chart.Series, ours)
	for i, r := range rows {
		x := float64(i + 1)
		chart.Series = append(chart.Series, draw.Series{Style: draw.Trend, Colour: 1, Points: []draw.Point{{X: x, Y: r.Mean - r.StandardError}, {X: x, Y: r.Mean + r.StandardError}}})
	}
	return chart
}
