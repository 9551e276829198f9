//go:build cgo && highs && linux

package highs

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
	"time"

	"feltlab/internal/must"
	"feltlab/model/mip"
)

// residentBytes is the memory of the process, C++'s included.
func residentBytes(t *testing.T) int {
	t.Helper()
	debug.FreeOSMemory()
	text := must.Get(os.ReadFile("/proc/self/statm"))(t)
	var size, resident int
	must.Get(fmt.Sscan(string(text), &size, &resident))(t)
	return resident * os.Getpagesize()
}

func TestThousandSolvesDoNotLeak(t *testing.T) {
	lp, small := deviations(50, 6, 0, 1), marketSplit(1, 8, 1)
	// everything calls each method of a Solver.
	everything := func() {
		for _, m := range []*mip.Model{lp, small} {
			ctx, cancel := context.WithCancel(background)
			r := must.Get(together(ctx, m, nil, Options{improving: func(float64, []float64) {}}))(t)
			must.Get(together(ctx, m, r.X, Options{}))(t)
			cancel()
		}
	}
	for range 25 { // 100 solves fill the caches of both allocators
		everything()
	}
	before := residentBytes(t)
	for range 250 {
		everything()
	}
	grown := residentBytes(t) - before
	t.Logf("1,000 solves: %+d kB on %d kB", grown>>10, before>>10)
	if grown > memoryCeiling {
		t.Errorf("the process grew by %d kB over 1,000 solves", grown>>10)
	}
}

// TestConcurrentSolves runs independent solvers side by side, some of them cancelled.
func TestConcurrentSolves(t *testing.T) {
	var group sync.WaitGroup
	for worker := range 8 {
		group.Go(func() {
			for round := range 5 {
				seed := uint64(worker*5 + round)
				m := deviations(40, 6, 2, seed)
				r, err := together(background, m, nil, Options{Seed: round, improving: func(float64, []float64) {}})
				if err != nil || r.Status != Optimal {
					t.Errorf("seed %d: %+v, %v", seed, r, err)
					return
				}
				checkPoint(t, m, r)
				ctx, cancel := context.WithTimeout(background, 20*time.Millisecond)
				if _, err := together(ctx, marketSplit(6, 50, seed), nil, Options{}); err == nil {
					t.Errorf("seed %d: not cancelled", seed)
				}
				cancel()
			}
		})
	}
	group.Wait()
}

// TestThreads solves on operating-system threads that begin and end with each solve: HiGHS
// keeps a scheduler for each thread and fails when its size changes.
func TestThreads(t *testing.T) {
	for round := range 6 {
		done := make(chan struct{})
		go func() {
			defer close(done)
			runtime.LockOSThread() // and never unlock: the thread ends with the goroutine
			r, err := together(background, deviations(40, 6, 2, uint64(round)), nil, Options{})
			if err != nil || r.Status != Optimal {
				t.Errorf("round %d: %+v, %v", round, r, err)
			}
		}()
		<-done
	}
}
