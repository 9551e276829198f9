//go:build cgo && highs && linux

package highs_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
	"time"

	"feltlab/model/mip"
	"feltlab/solvers/highs"
)

// residentBytes is the memory of the process, C++'s included.
func residentBytes(t *testing.T) int {
	t.Helper()
	debug.FreeOSMemory()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	var size, resident int
	if _, err := fmt.Sscan(string(text), &size, &resident); err != nil {
		t.Fatal(err)
	}
	return resident * os.Getpagesize()
}

func TestThousandSolvesDoNotLeak(t *testing.T) {
	lp, small := deviations(50, 6, 0, 1), marketSplit(1, 8, 1)
	// everything calls each method of a Solver.
	everything := func() {
		for _, m := range []*mip.Model{lp, small} {
			s := open(t, m)
			r := solve(t, s, highs.Options{Improving: func(float64, []float64) {}})
			if err := s.SetSolution(r.X); err != nil {
				t.Fatal(err)
			}
			if err := s.ChangeColCost(0, 0.125); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(background)
			if _, err := s.Solve(ctx, highs.Options{}); err != nil {
				t.Fatal(err)
			}
			cancel()
			s.Close()
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

// TestConcurrentSolves runs independent solvers side by side, some of them cancelled, and
// one shared by all.
func TestConcurrentSolves(t *testing.T) {
	shared := newSolver(t, wyndor())
	var group sync.WaitGroup
	for worker := range 8 {
		group.Go(func() {
			for round := range 5 {
				seed := uint64(worker*5 + round)
				m := deviations(40, 6, 2, seed)
				r, err := highs.Solve(background, m, highs.Options{Seed: round, Improving: func(float64, []float64) {}})
				if err != nil || r.Status != highs.Optimal {
					t.Errorf("seed %d: %+v, %v", seed, r, err)
					return
				}
				checkPoint(t, m, r)
				if r, err := shared.Solve(background, highs.Options{}); err != nil || math.Abs(r.Objective+36) > tolerance {
					t.Errorf("shared: %+v, %v", r, err)
				}
				ctx, cancel := context.WithTimeout(background, 20*time.Millisecond)
				if _, err := highs.Solve(ctx, marketSplit(6, 50, seed), highs.Options{}); err == nil {
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
			r, err := highs.Solve(background, deviations(40, 6, 2, uint64(round)), highs.Options{})
			if err != nil || r.Status != highs.Optimal {
				t.Errorf("round %d: %+v, %v", round, r, err)
			}
		}()
		<-done
	}
}
