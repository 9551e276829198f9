package worstcase

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"feltlab/dataset/buckets"
	"feltlab/internal/memory"
	"feltlab/internal/parallel"
	"feltlab/internal/progress"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/store"
	"feltlab/solvers/limitholdem/training"
)

// trainingVersion changes whenever training gives another state.
const trainingVersion = "1" + builtVersion

// Training keeps the state of a training run in the store. A stopped run resumes from it, with any number of workers,
// and gives the same strategy.
type Training struct {
	Store  *store.Store
	Solver *training.Solver
	Hours  float64 // CPU-hours of all iterations so far, if the caller counts them

	saved *store.Key // of the newest state that was loaded or saved here
}

func (t *Training) spec(n int) (store.Spec, error) {
	identity, err := json.Marshal(t.Solver.Identity())
	return store.Spec{
		Stage: "training state", Version: trainingVersion, Schema: "feltlab-training 2",
		Config: map[string]any{"training": json.RawMessage(identity), "iterations": n},
		Inputs: []store.Key{sha256.Sum256(identity)},
	}, err
}

// Resume loads the newest stored state of this training with at most the given number of iterations, if there is one.
func (t *Training) Resume(most int) error {
	spec, err := t.spec(0)
	if err != nil {
		return err
	}
	a, err := t.Store.Latest(spec, int64(most))
	if a == nil || err != nil {
		return err
	}
	f, err := a.Open()
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := fmt.Fscanf(f, "%g\n", &t.Hours); err != nil {
		return fmt.Errorf("%s: %w", a.Path, err)
	}
	if err := t.Solver.Load(f); err != nil {
		return fmt.Errorf("%s: %w", a.Path, err)
	}
	t.saved = &a.Manifest.Key
	return nil
}

// Save stores the present state and removes the state before it. The CPU-hours are in a line before the solver's state.
func (t *Training) Save() error {
	n := t.Solver.Iterations()
	spec, err := t.spec(n)
	if err != nil {
		return err
	}
	key, err := spec.Key()
	if err != nil || t.saved != nil && *t.saved == key {
		return err
	}
	_, err = t.Store.Put(context.Background(), spec, func(_ context.Context, w io.Writer) (int64, error) {
		if _, err := fmt.Fprintf(w, "%g\n", t.Hours); err != nil {
			return 0, err
		}
		return int64(n), t.Solver.Save(w)
	})
	if err == nil && t.saved != nil {
		err = t.Store.Remove(*t.saved)
	}
	t.saved = &key
	return err
}

// version changes whenever the stored bytes would.
const version = "1" + builtVersion

// builtVersion changes, from nothing to ".1", whenever the same name would give other buckets. Strategies know
// bucketings by their names alone, so that it is a part of the versions of all that is computed from strategies.
const builtVersion = ""

// Finder finds bucketings by name, and returns the same one for the same name. It is safe for concurrent use.
type Finder struct {
	// Store opens the store; it is called when a bucketing of the store is needed.
	Store   func() (*store.Store, error)
	Workers int // number of goroutines that build; below 1: one for each processor
	// Progress shows the progress of a build if it is a terminal.
	Progress io.Writer

	mu     sync.Mutex
	found  map[string]*buckets.Bucketing
	ranked *buckets.Percentiles // once they are needed
}

// Lookup returns the strategy.Lookup of a context. Its errors are those of buckets.Lookup and buckets.Parse,
// memory.ErrMemory, and those of the store and of the context.
func (f *Finder) Lookup(ctx context.Context) strategy.Lookup {
	return func(g game.Game, name string) (strategy.Bucketing, error) {
		if g.Name() != game.LimitHoldem().Name() || !buckets.IsBuilt(name) {
			return buckets.LookupBy(g, name, func() *buckets.Percentiles { return f.percentiles(ctx) })
		}
		b, err := f.Find(ctx, name)
		if err != nil {
			return nil, err // not a nil of another type
		}
		return b, nil
	}
}

// Find returns a bucketing that has to be built.
func (f *Finder) Find(ctx context.Context, name string) (*buckets.Bucketing, error) {
	spec, err := buckets.Parse(name)
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if b := f.found[name]; b != nil {
		return b, nil
	}
	a, err := f.artifact(ctx, name, spec)
	if err != nil {
		return nil, err
	}
	in, err := a.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	b, err := buckets.Decode(in, spec)
	if err != nil {
		return nil, err
	}
	if f.found == nil {
		f.found = map[string]*buckets.Bucketing{}
	}
	f.found[name] = b.Named(name)
	return f.found[name], nil
}

var percentilesSpec = store.Spec{Stage: "percentiles", Version: version, Schema: buckets.PercentilesSchema}

// percentiles returns those of the store, and computes them where it has none: 3 CPU-seconds.
func (f *Finder) percentiles(ctx context.Context) *buckets.Percentiles {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.ranked != nil {
		return f.ranked
	}
	kept, err := f.Store()
	if err == nil {
		var a *store.Artifact
		a, err = kept.Do(ctx, percentilesSpec, func(_ context.Context, w io.Writer) (int64, error) {
			return 1, buckets.ComputePercentiles().Encode(w)
		})
		if err == nil {
			f.ranked, err = readPercentiles(a)
		}
	}
	if err != nil { // also of a cache that cannot be written
		f.ranked = buckets.ComputePercentiles()
	}
	return f.ranked
}

func readPercentiles(a *store.Artifact) (*buckets.Percentiles, error) {
	in, err := a.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return buckets.DecodePercentiles(in)
}

func bucketingSpec(s buckets.Spec) store.Spec {
	return store.Spec{Stage: "bucketing", Version: version, Config: s, Schema: buckets.Schema}
}

// artifact returns a bucketing from the store, built now if the store does not have it.
func (f *Finder) artifact(ctx context.Context, name string, spec buckets.Spec) (*store.Artifact, error) {
	store, err := f.Store()
	if err != nil {
		return nil, err
	}
	return store.Do(ctx, bucketingSpec(spec), func(ctx context.Context, w io.Writer) (int64, error) {
		workers := parallel.Workers(f.Workers)
		if err := memory.Check("building "+name, spec.Memory(workers)); err != nil {
			return 0, err
		}
		bar := progress.Start(f.Progress, name, 0)
		defer bar.Close()
		report := func(what string, done, total int) {
			bar.Of(done, total)
			bar.Latest(what)
		}
		b, err := buckets.Build(ctx, spec, buckets.Options{Workers: workers, Report: report})
		if err != nil {
			return 0, err
		}
		return 0, b.Encode(w)
	})
}
