package equity

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// boardsPerBlock is how many boards are worked off between looks at the context: about
// a millisecond of work.
const boardsPerBlock = 128

// inBlocks splits 0..n-1 in blocks and has them worked off by several goroutines, the
// number of processors if workers is below 1. Each goroutine calls newWorker once and what
// it returns for one block after another, blocks being handed out in ascending order.
// report, which may be nil, is told how many items are done; its calls do not overlap.
// Between blocks the context is asked whether to go on; its error is returned.
func inBlocks(ctx context.Context, n, size, workers int, report func(done int), newWorker func() func(from, to int)) error {
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var mu sync.Mutex
	done := 0
	var group sync.WaitGroup
	for range min(workers, (n+size-1)/size) {
		group.Go(func() {
			work := newWorker()
			for ctx.Err() == nil {
				to := int(next.Add(int64(size)))
				from := to - size
				if from >= n {
					return
				}
				to = min(to, n)
				work(from, to)
				if report != nil {
					mu.Lock()
					done += to - from
					report(done)
					mu.Unlock()
				}
			}
		})
	}
	group.Wait()
	return ctx.Err()
}
