package johanson

import (
	"context"
	"fmt"
	"io"

	"feltlab/dataset/buckets"
	"feltlab/experiments"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/store"
	"feltlab/pipeline/worstcase"
	"feltlab/solvers/limitholdem/training"
)

const (
	curveIterations = 1000
	// curveFlops is the size of the sample of flops; all 1,755 take an hour or two for each strategy.
	curveFlops = 12
	// curveSeed is the seed of the training and of the sample, so that all strategies meet the same flops.
	curveSeed = 1
)

var curveSizes = []int{1, 2, 5, 10, 50, 200}

// abstractionCurve estimates what equilibria of abstract games over buckets of strength lose in real limit hold'em.
func abstractionCurve(ctx context.Context, env *experiments.Env) (rows []*worstcase.Judged, err error) {
	bar := env.Progress("abstractions", len(curveSizes))
	defer bar.Close()
	for _, size := range curveSizes {
		name := fmt.Sprintf("strength-%d", size)
		spec, err := exploitabilitySpec(name)
		if err != nil {
			return nil, err
		}
		row, err := experiments.Cached(ctx, env, spec, func(ctx context.Context) (*worstcase.Judged, error) {
			table, err := trained(ctx, env, name)
			if err != nil {
				return nil, err
			}
			r, err := worstcase.BestResponse(ctx, table, name, worstcase.Options{
				Flops: curveFlops, Seed: curveSeed, ByRound: true, Workers: env.Workers, Pool: env.Pool,
				Progress: env.Stderr,
			})
			if err != nil {
				return nil, err
			}
			return r.Judge(name)
		})
		if err != nil {
			return nil, err
		}
		row.Trained = &worstcase.Trained{Buckets: name, Iterations: curveIterations, Tilt: noTilt}
		rows = append(rows, row)
		bar.Step(fmt.Sprintf("%s: %.0f ± %.0f", name, row.Exploitability, row.Spread()))
	}
	return rows, nil
}

const strategyVersion = "2"

func strategySpec(name string) store.Spec {
	return store.Spec{
		Stage: "abstract equilibrium", Version: strategyVersion, Schema: "feltlab-strategy 1",
		Config: map[string]any{"game": game.LimitHoldem().Name(), "buckets": name, "iterations": curveIterations,
			"seed": curveSeed},
	}
}

func exploitabilitySpec(name string) (store.Spec, error) {
	strategy, err := strategySpec(name).Key()
	return store.Spec{
		Stage: "exploitability of an abstraction", Version: worstCaseVersion, Schema: "json",
		Config: map[string]any{"flops": curveFlops, "seed": curveSeed}, Inputs: []store.Key{strategy},
	}, err
}

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
	f, err := a.Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return strategy.Read(f, g, buckets.Lookup)
}

func train(ctx context.Context, env *experiments.Env, w io.Writer, g game.Game, b strategy.Bucketing,
	iterations int) error {
	solver, err := training.New(g, training.Options{Buckets: [2]strategy.Bucketing{b, b}, Seed: curveSeed,
		Workers: env.Workers})
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
