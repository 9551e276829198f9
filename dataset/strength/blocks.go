package strength

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// boardsPerBlock is how many boards are worked off between looks at the context: about a
// millisecond of work.
const boardsPerBlock = 128

// overBlocks splits 0..n-1 in blocks of the given size, the last maybe shorter, and has
// them worked off by several goroutines, one for each processor if workers is below 1. Each
// goroutine makes itself a state and calls work with it, the block's number and its bounds.
// All states are returned, in no particular order: sums of integers do not depend on who did
// what. It stops at the first error of work or of the context and returns it.
func overBlocks[S any](ctx context.Context, n, size, workers int, newState func() S, work func(s S, block, from, to int) error) ([]S, error) {
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	blocks := (n-1)/size + 1
	var next atomic.Int64
	var mu sync.Mutex
	var states []S
	group, ctx := errgroup.WithContext(ctx)
	for range min(workers, blocks) {
		group.Go(func() error {
			s := newState()
			mu.Lock()
			states = append(states, s)
			mu.Unlock()
			for {
				block := int(next.Add(1)) - 1
				if block >= blocks {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := work(s, block, block*size, min(n, (block+1)*size)); err != nil {
					return err
				}
			}
		})
	}
	err := group.Wait()
	return states, err
}
