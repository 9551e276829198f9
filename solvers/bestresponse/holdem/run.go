package holdem

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// Task names a piece of work.
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

// Run computes items with a number of workers, below 1 for one a processor, and hands them over
// one at a time as they are finished. Their order depends on the workers, their values do not.
// It stops at the first error, done's included.
func (s *Solver) Run(ctx context.Context, tasks []Task, workers int, done func(*Item) error) error {
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	group, ctx := errgroup.WithContext(ctx)
	queue, items := make(chan Task), make(chan *Item)
	group.Go(func() error {
		defer close(queue)
		for _, task := range tasks {
			select {
			case queue <- task:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for range workers {
		group.Go(func() error {
			for task := range queue {
				item, err := s.Flop(ctx, task.Flop, task.Seat)
				if err != nil {
					return err
				}
				select {
				case items <- item:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			return nil
		})
	}
	group.Go(func() error {
		for range tasks {
			select {
			case item := <-items:
				if err := done(item); err != nil {
					return err
				}
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	return group.Wait()
}
