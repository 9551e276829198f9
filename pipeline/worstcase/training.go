package worstcase

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"

	"feltlab/pipeline/store"
	"feltlab/solvers/limitholdem/training"
)

// trainingVersion changes whenever training would come to another state.
const trainingVersion = "1"

// Training keeps the state of a training run in the store. A stopped run resumes from it, with any
// number of workers, and comes to the same strategy.
type Training struct {
	Store  *store.Store
	Solver *training.Solver
	// Hours are the CPU-hours of all iterations so far, if the caller counts them.
	Hours float64

	saved *store.Key // of the newest state that was loaded or saved here
}

// spec keys the state after n iterations.
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

// Save stores the present state and removes the state before it. The CPU-hours are in a line before
// the solver's state.
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
