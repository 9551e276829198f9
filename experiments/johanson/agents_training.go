package johanson

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"feltlab/experiments"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/store"
	"feltlab/pipeline/worstcase"
	"feltlab/solvers/limitholdem/training"
)

func (a *agent) trainingSpec(iterations int) store.Spec {
	return store.Spec{
		Stage: "training of an agent", Version: agentsVersion, Schema: "feltlab-strategy 1",
		Config: map[string]any{"agent": a, "seed": agentSeed, "iterations": iterations},
	}
}

// trained returns the agent after some iterations, from the store or trained, and the CPU-hours of
// its training. Training resumes where it stopped, in this run or an earlier one.
func (a *agent) trained(ctx context.Context, env *experiments.Env, iterations int) (t *strategy.Table, hours float64,
	err error) {
	g := game.LimitHoldem()
	made, err := env.Store.Do(ctx, a.trainingSpec(iterations), func(ctx context.Context, w io.Writer) (int64, error) {
		if err := a.train(ctx, env, iterations); err != nil {
			return 0, err
		}
		if _, err := fmt.Fprintf(w, "%g\n", a.training.Hours); err != nil {
			return 0, err
		}
		return 0, strategy.Write(w, a.training.Solver.Result().Strategy)
	})
	if err != nil {
		return nil, 0, err
	}
	content, err := os.ReadFile(made.Path)
	if err != nil {
		return nil, 0, err
	}
	first, rest, _ := strings.Cut(string(content), "\n")
	if _, err := fmt.Sscan(first, &hours); err != nil {
		return nil, 0, fmt.Errorf("%s: %w", made.Path, err)
	}
	t, err = strategy.Read(strings.NewReader(rest), g, a.find)
	return t, hours, err
}

const saveIterations = 250

func (a *agent) train(ctx context.Context, env *experiments.Env, iterations int) error {
	if a.training == nil || a.training.Solver.Iterations() > iterations {
		if err := a.begin(env, iterations); err != nil {
			return err
		}
	}
	t := a.training
	before, start := t.Hours, experiments.CPUTime()
	save := func() error {
		t.Hours = before + (experiments.CPUTime() - start).Hours()
		return t.Save()
	}
	bar := env.Progress(a.name(), iterations)
	defer bar.Close()
	var failed error
	err := t.Solver.Run(ctx, iterations, func() {
		bar.Set(t.Solver.Iterations())
		if t.Solver.Iterations()%saveIterations == 0 {
			failed = errors.Join(failed, save())
		}
	})
	return errors.Join(err, failed, save())
}

// begin makes a solver, and loads its newest state that is not of a later iteration.
func (a *agent) begin(env *experiments.Env, iterations int) error {
	g := game.LimitHoldem()
	b, err := a.find(g, a.Buckets)
	if err != nil {
		return err
	}
	solver, err := training.New(g, training.Options{
		Buckets: [2]strategy.Bucketing{b, b}, Weighting: a.Weighting, Tilts: a.Tilts, Respond: a.Respond,
		Seed: agentSeed, Workers: env.Workers,
	})
	if err != nil {
		return err
	}
	a.training = &worstcase.Training{Store: env.Store, Solver: solver}
	return a.training.Resume(iterations)
}
