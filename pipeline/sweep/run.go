package sweep

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sync/errgroup"

	"feltlab/internal/parallel"
	"feltlab/pipeline/artifact"
	"feltlab/pipeline/fit"
)

// Event tells of one finished solve.
type Event struct {
	// Index is the solve's place in the configuration's order.
	Index  int
	Result *fit.Result
	// Cached is true when the result came from the artifact store.
	Cached bool
}

// Run solves every task of the configuration that the store does not hold yet, on c.Workers
// goroutines. observe, which may be nil, is called for every result as it comes, from several
// goroutines; an error of it ends the sweep. The results are in the configuration's order; after a
// cancellation those that were not finished are nil and the error is the context's.
func Run(ctx context.Context, c *Config, store *artifact.Store, observe func(Event) error) ([]*fit.Result, error) {
	tasks, err := c.Tasks()
	if err != nil {
		return nil, err
	}
	return RunTasks(ctx, tasks, c.Workers, store, observe)
}

// RunTasks does what Run does for tasks that are no product of lists, on the given number of
// goroutines; 0 means one per CPU.
func RunTasks(ctx context.Context, tasks []fit.Task, workers int, store *artifact.Store, observe func(Event) error) ([]*fit.Result, error) {
	workers = parallel.Workers(workers)
	instances := fit.NewInstances(store, workers)
	results := make([]*fit.Result, len(tasks))
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for i, task := range tasks {
		group.Go(func() error {
			if inner.Err() != nil {
				return inner.Err()
			}
			result, cached, err := solve(inner, store, instances, task)
			if err != nil {
				return fmt.Errorf("sweep: %s against %s, %v: %w", task.Hand, task.Range, task.Program, err)
			}
			results[i] = result
			if observe == nil {
				return nil
			}
			return observe(Event{i, result, cached})
		})
	}
	return results, group.Wait()
}

// solve returns the stored result of a task, or computes and stores it. A solve that was
// cut short by a cancellation is not stored.
func solve(ctx context.Context, store *artifact.Store, instances *fit.Instances, task fit.Task) (*fit.Result, bool, error) {
	spec, err := instances.Spec(task)
	if err != nil {
		return nil, false, err
	}
	a, err := store.Do(ctx, spec, func(ctx context.Context, w io.Writer) (int64, error) {
		inst, err := instances.Get(ctx, task.Hand, task.Range)
		if err != nil {
			return 0, err
		}
		result, err := fit.Solve(ctx, inst, task, fit.Options{Workers: 1})
		if err = errors.Join(err, ctx.Err()); err != nil {
			return 0, err
		}
		return 1, json.NewEncoder(w).Encode(result)
	})
	if err != nil {
		return nil, false, err
	}
	text, err := os.ReadFile(a.Path)
	if err != nil {
		return nil, false, err
	}
	var result fit.Result
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&result); err != nil {
		return nil, false, fmt.Errorf("%s: %w", a.Path, err)
	}
	return &result, !a.Computed, nil
}
