package limitholdem

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"

	"feltlab/internal/parallel"
)

// Task is a piece of work: the flop and the seat of an item.
type Task struct{ Flop, Seat int }

// Tasks lists all work: both seats of all flops.
func Tasks() []Task {
	var out []Task
	for flop := range NumFlops {
		for seat := range 2 {
			out = append(out, Task{flop, seat})
		}
	}
	return out
}

// Run computes items with a number of workers, below 1 for one a processor, and hands them to done one at a time. Their
// order depends on the workers, their values do not. It stops at the first error, done's included.
func (s *Solver) Run(ctx context.Context, tasks []Task, workers int, done func(*Item) error) error {
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx) // an error ends the other items too
	group.SetLimit(parallel.Workers(workers))
	for _, task := range tasks {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			item, err := s.Flop(ctx, task.Flop, task.Seat)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			if err := ctx.Err(); err != nil {
				return err
			}
			return done(item)
		})
	}
	return group.Wait()
}
