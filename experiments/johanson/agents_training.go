package johanson

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"feltlab/experiments"
	"feltlab/internal/disk"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/store"
	"feltlab/solvers/limitholdem/training"
)

// trainingSpec keys an agent after some iterations.
func (a *agent) trainingSpec(iterations int) store.Spec {
	return store.Spec{
		Stage: "training of an agent", Version: agentsVersion, Schema: "feltlab-strategy 1",
		Config: map[string]any{"agent": a, "seed": agentSeed, "iterations": iterations},
	}
}

// file names a file of the agent that outlives the run, in the store's folder.
func (a *agent) file(env *experiments.Env, suffix string) (string, error) {
	key, err := a.trainingSpec(0).Key()
	if err != nil {
		return "", err
	}
	folder := env.Store.Folder("agents")
	return filepath.Join(folder, fmt.Sprintf("%.16s-%s", key, suffix)), os.MkdirAll(folder, 0o777)
}

// trained returns the agent after some iterations, from the store or trained, and the CPU-hours that
// this took from the start. Training goes on where it stopped, in this run or one before.
func (a *agent) trained(ctx context.Context, env *experiments.Env, iterations int) (t *strategy.Table, hours float64, err error) {
	g := game.LimitHoldem()
	made, err := env.Store.Do(ctx, a.trainingSpec(iterations), func(ctx context.Context, w io.Writer) (int64, error) {
		if err := a.train(ctx, env, iterations); err != nil {
			return 0, err
		}
		if _, err := fmt.Fprintf(w, "%g\n", a.cpu[a.solver.Iterations()]); err != nil {
			return 0, err
		}
		return 0, strategy.Write(w, a.solver.Result().Strategy)
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

// saveIterations is how often training is kept.
const saveIterations = 250

// train trains up to a number of iterations from the latest checkpoint before it. A checkpoint holds
// the CPU-hours so far in a line before the solver's own.
func (a *agent) train(ctx context.Context, env *experiments.Env, iterations int) error {
	path, err := a.file(env, "training")
	if err != nil {
		return err
	}
	if a.solver == nil || a.solver.Iterations() > iterations {
		if err := a.begin(env, path, iterations); err != nil {
			return err
		}
	}
	s := a.solver
	before, start := a.cpu[s.Iterations()], experiments.CPUTime()
	hours := func() float64 { return before + (experiments.CPUTime() - start).Hours() }
	save := func() error {
		a.cpu[s.Iterations()] = hours()
		return disk.Write(path, func(w io.Writer) error {
			if _, err := fmt.Fprintf(w, "%g\n", hours()); err != nil {
				return err
			}
			return s.Save(w)
		})
	}
	bar := env.Progress(a.name(), iterations)
	defer bar.Close()
	var failed error
	err = s.Run(ctx, iterations, func() {
		bar.Set(s.Iterations())
		if s.Iterations()%saveIterations == 0 {
			failed = errors.Join(failed, save())
		}
	})
	return errors.Join(err, failed, save())
}

// begin makes a solver, and takes up its checkpoint unless that is of a later iteration.
func (a *agent) begin(env *experiments.Env, path string, iterations int) error {
	g := game.LimitHoldem()
	b, err := a.find(g, a.Buckets)
	if err != nil {
		return err
	}
	o := training.Options{
		Buckets: [2]strategy.Bucketing{b, b}, Weighting: a.Weighting, Tilts: a.Tilts, Respond: a.Respond, Seed: agentSeed, Workers: env.Workers,
	}
	if a.solver, err = training.New(g, o); err != nil {
		return err
	}
	a.cpu = map[int]float64{}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	var hours float64
	if _, err := fmt.Fscanf(f, "%g\n", &hours); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := a.solver.Load(f); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if a.solver.Iterations() > iterations { // another plan: from the start
		a.solver, err = training.New(g, o)
		return err
	}
	a.cpu[a.solver.Iterations()] = hours
	return nil
}
