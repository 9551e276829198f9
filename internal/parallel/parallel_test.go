package parallel

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"testing"

	"feltlab/internal/must"
)

func TestWorkers(t *testing.T) {
	for n, want := range map[int]int{-1: runtime.GOMAXPROCS(0), 0: runtime.GOMAXPROCS(0), 1: 1, 7: 7} {
		must.Equal(t, Workers(n), want, n)
	}
}

// TestEveryItemOnce goes through all numbers of items, sizes of blocks and workers up to a few.
func TestEveryItemOnce(t *testing.T) {
	for n := range 20 {
		for size := range 7 {
			for workers := range 5 {
				seen, reports := make([]int, n), []int{}
				l := Loop{Items: n, Block: size, Workers: workers, Report: func(done, total int) {
					if reports = append(reports, done); total != n {
						t.Errorf("%d items in total, want %d", total, n)
					}
				}}
				must.Do(t, l.Each(t.Context(), Same(func(i int) error { seen[i]++; return nil })))
				states, err := States(t.Context(), l, func() *int { return new(int) }, func(sum *int, i int) error {
					seen[i]++
					*sum += i
					return nil
				})
				sum := 0
				for _, s := range states {
					sum += *s
				}
				if err != nil || sum != n*(n-1)/2 || slices.Max(append(seen, 2)) != 2 ||
					slices.Min(append(seen, 2)) != 2 {
					t.Fatalf("%d items by %d, %d workers: %v, sum %d, seen %v", n, size, workers, err, sum, seen)
				}
				if n > 0 && (!slices.IsSorted(reports[:n]) || reports[n-1] != n || reports[len(reports)-1] != n) {
					t.Fatalf("%d items by %d, %d workers: reports %v", n, size, workers, reports)
				}
			}
		}
	}
}

// TestOn gives every goroutine a state that no other has.
func TestOn(t *testing.T) {
	states := []*[]int{{}, {}, {}}
	must.Do(t, On(t.Context(), states, 100, func(s *[]int, i int) error { *s = append(*s, i); return nil }))
	all := slices.Concat(*states[0], *states[1], *states[2])
	if slices.Sort(all); len(all) != 100 || all[0] != 0 || all[99] != 99 {
		t.Error(all)
	}
}

// TestFirstError fails at many items: the error must be that of the lowest, whoever is faster.
func TestFirstError(t *testing.T) {
	for range 200 {
		err := Loop{Items: 300, Block: 3, Workers: 4}.Each(t.Context(), Same(func(i int) error {
			if i < 100 {
				return nil
			}
			if i < 103 {
				runtime.Gosched()
			}
			return fmt.Errorf("item %d", i)
		}))
		if err == nil || err.Error() != "item 100" {
			t.Fatalf("error %v, want that of item 100", err)
		}
	}
}

// TestContext ends a context in the middle, and counts what is done after it.
func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	err := Loop{Items: 100, Block: 10, Workers: 1}.Each(ctx, Same(func(i int) error {
		if calls++; i == 15 {
			cancel()
		}
		return nil
	}))
	if !errors.Is(err, context.Canceled) || calls != 16 {
		t.Errorf("error %v after %d items, want %v after 16", err, calls, context.Canceled)
	}
}

// TestPanics repeats the panic of a loop's goroutine in the caller's, where Guard makes an error of it.
func TestPanics(t *testing.T) {
	err := Guard(func() error {
		return Loop{Items: 9, Workers: 3}.Each(t.Context(), Same(func(i int) error {
			if i == 4 {
				var nothing []int
				nothing[i] = 1
			}
			return nil
		}))
	})
	must.Fail(t, err, ErrPanic, "parallel_test.go:")
	must.Fail(t, Guard(func() error { return context.Canceled }), context.Canceled)
}
