package parallel

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
)

// Workers returns the number of goroutines for a setting n: one per CPU if n is below 1.
func Workers(n int) int {
	if n < 1 {
		return runtime.GOMAXPROCS(0)
	}
	return n
}

// Loop is a loop over the items 0 to Items-1.
type Loop struct {
	Items   int
	Block   int // number of items that a goroutine takes at a time; 0 means 1
	Workers int // number of goroutines; below 1 means one per CPU

	// Report, if set, is called with the number of finished items: by Each after every item, by Blocks
	// and States after every block. Its calls do not overlap.
	Report func(done, total int)
}

// Blocks runs the loop in blocks. Each goroutine calls newWorker once, and then the function that it
// returned for each block. The context is checked before every block.
func (l Loop) Blocks(ctx context.Context, newWorker func() func(from, to int) error) error {
	size := max(l.Block, 1)
	var next atomic.Int64
	var group sync.WaitGroup
	var failed failure
	done := counter{total: l.Items, report: l.Report}
	for range min(Workers(l.Workers), (l.Items+size-1)/size) {
		group.Go(func() {
			defer failed.panicked()
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
	if failed.panic != nil {
		panic(failed.panic)
	}
	return failed.err
}

// Each runs the loop item by item, and checks the context before every item.
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

// Same returns a newWorker for goroutines without a state of their own.
func Same[F any](work F) func() F { return func() F { return work } }

type failure struct {
	any   atomic.Bool
	mu    sync.Mutex
	from  int
	err   error
	panic error // the first panic, which the loop repeats in its caller's goroutine
}

// panicked keeps the panic of the calling goroutine.
func (f *failure) panicked() {
	err := recovered(recover())
	if err == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.panic = cmp.Or(f.panic, err)
	f.any.Store(true)
}

// ErrPanic is returned by Guard for a panic.
var ErrPanic = errors.New("panic")

// Guard calls do and turns its panic, with the place, into an error that wraps ErrPanic.
func Guard(do func() error) (err error) {
	defer func() {
		if p := recovered(recover()); p != nil {
			err = p
		}
	}()
	return do()
}

// recovered makes an error of a recovered value; nil without a panic.
func recovered(value any) error {
	if value == nil {
		return nil
	}
	if err, ok := value.(error); ok && errors.Is(err, ErrPanic) {
		return err // of a goroutine of a loop
	}
	where := ""
	for depth := 2; ; depth++ {
		_, file, line, ok := runtime.Caller(depth)
		if !ok {
			break
		}
		if !strings.Contains(file, "runtime/") {
			where = fmt.Sprintf("%s:%d", filepath.Base(file), line)
			break
		}
	}
	return fmt.Errorf("%w at %s: %v", ErrPanic, where, value)
}

func (f *failure) at(from int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil || from < f.from {
		f.from, f.err = from, err
	}
	f.any.Store(true)
}

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

// States runs a loop in blocks: it checks the context before every block and calls work for its items in ascending
// order. Each goroutine has a state made by newState; States returns all states in any order, so that the caller can
// add them up.
func States[S any](ctx context.Context, l Loop, newState func() S, work func(s S, i int) error) ([]S, error) {
	var mu sync.Mutex
	var states []S
	err := l.Blocks(ctx, func() func(from, to int) error {
		s := newState()
		mu.Lock()
		defer mu.Unlock()
		states = append(states, s)
		return func(from, to int) error {
			for i := from; i < to; i++ {
				if err := work(s, i); err != nil {
					return err
				}
			}
			return nil
		}
	})
	return states, err
}

// On runs a loop over n items with one goroutine for each of the given states.
func On[S any](ctx context.Context, states []S, n int, work func(s S, i int) error) error {
	var taken atomic.Int64
	return Loop{Items: n, Workers: len(states)}.Blocks(ctx, func() func(from, to int) error {
		s := states[taken.Add(1)-1]
		return func(i, _ int) error { return work(s, i) }
	})
}
