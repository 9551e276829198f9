package parallel

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Workers is the number of goroutines that n asks for: one per CPU if it is below 1.
func Workers(n int) int {
	if n < 1 {
		return runtime.GOMAXPROCS(0)
	}
	return n
}

// Loop goes over the items 0 to Items-1.
type Loop struct {
	Items   int
	Block   int // items that a goroutine takes at a time; 0 means 1
	Workers int // goroutines, as the function Workers has it

	// Report, which may be nil, is told how many items are done: by Each after every item, by
	// Blocks and States after every block. Its calls do not overlap.
	Report func(done, total int)
}

// Blocks works the loop off in blocks. Each goroutine calls newWorker once, and what it returns for
// one block after another. Before each the context is asked whether to go on.
func (l Loop) Blocks(ctx context.Context, newWorker func() func(from, to int) error) error {
	size := max(l.Block, 1)
	var next atomic.Int64
	var group sync.WaitGroup
	var failed failure
	done := counter{total: l.Items, report: l.Report}
	for range min(Workers(l.Workers), (l.Items+size-1)/size) {
		group.Go(func() {
			work := newWorker()
			for !failed.any.Load() {
				from := int(next.Add(int64(size))) - size
				if from >= l.Items {
					return
				}
				to := min(from+size, l.Items)
				err := ctx.Err()
				if err == nil {
					err = work(from, to)
				}
				if err != nil {
					failed.at(from, err)
					return
				}
				done.add(to - from)
			}
		})
	}
	group.Wait()
	return failed.err
}

// Each works the loop off item by item; between the items of a block, too, the context is asked.
func (l Loop) Each(ctx context.Context, newWorker func() func(i int) error) error {
	done := counter{total: l.Items, report: l.Report}
	l.Report = nil
	return l.Blocks(ctx, func() func(from, to int) error {
		work := newWorker()
		return func(from, to int) error {
			for i := from; i < to; i++ {
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := work(i); err != nil {
					return err
				}
				done.add(1)
			}
			return nil
		}
	})
}

// Same is for workers that have nothing of their own.
func Same[F any](work F) func() F { return func() F { return work } }

// failure is the error of the lowest block that failed.
type failure struct {
	any  atomic.Bool
	mu   sync.Mutex
	from int
	err  error
}

func (f *failure) at(from int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil || from < f.from {
		f.from, f.err = from, err
	}
	f.any.Store(true)
}

// counter counts finished items and reports them.
type counter struct {
	mu          sync.Mutex
	done, total int
	report      func(done, total int)
}

func (c *counter) add(n int) {
	if c.report == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done += n
	c.report(c.done, c.total)
}
