package game

import (
	"context"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Block is how many neighbours Each gives to one goroutine.
const Block = 16

// Each calls do(0) to do(n-1) from several goroutines, in ascending blocks of Block
// numbers, each goroutine with a do of its own, and progress, unless nil, after each, one call at a time. It stops
// early at the first error and when ctx ends. A number of workers below 1 means one for each
// processor.
func Each(ctx context.Context, n, workers int, progress func(done, total int), newDo func() func(i int) error) error {
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	var mu sync.Mutex
	next, done := 0, 0
	take := func() int {
		mu.Lock()
		defer mu.Unlock()
		next += Block
		return next - Block
	}
	finish := func() {
		mu.Lock()
		defer mu.Unlock()
		done++
		if progress != nil {
			progress(done, n)
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	for range min(workers, n) {
		group.Go(func() error {
			do := newDo()
			for first := take(); first < n; first = take() {
				for i := first; i < min(first+Block, n); i++ {
					if err := ctx.Err(); err != nil {
						return err
					}
					if err := do(i); err != nil {
						return err
					}
					finish()
				}
			}
			return nil
		})
	}
	return group.Wait()
}
