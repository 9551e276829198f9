package rollout

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"feltlab/dataset/eval"
	"feltlab/model/cards"
)

// An engine holds the tables with which any classes of a given set can be rolled out.
type engine struct {
	pairs   []rankPair      // ascending; places in this list are what else is indexed by
	classes [][]cards.Class // of each rank pair, ascending
	blind   [][]eval.Strength
	levels  [3]*level // boards with three, four and five spades
}

// newEngine prepares for the given classes. For all 169 it takes 280 MB and about a second
// of processor time.
func newEngine(ctx context.Context, classes []cards.Class, workers int) (*engine, error) {
	byPair := map[rankPair][]cards.Class{}
	for _, k := range classes {
		if p := pairOfClass(k); !slices.Contains(byPair[p], k) {
			byPair[p] = append(byPair[p], k)
		}
	}
	e := &engine{}
	for p := range rankPair(numRankPairs) {
		if ks := byPair[p]; ks != nil {
			slices.Sort(ks)
			e.pairs = append(e.pairs, p)
			e.classes = append(e.classes, ks)
			e.blind = append(e.blind, blindStrengths(p))
		}
	}
	for i := range e.levels {
		e.levels[i] = newLevel(i + 3)
		if err := e.levels[i].compare(ctx, e.pairs, e.blind, workers); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// inParallel calls do(0) to do(n-1) from several goroutines, each with a do of its own, and
// progress, unless nil, after each, one call at a time. It stops early when ctx ends. A
// number of workers below 1 means one for each processor.
func inParallel(ctx context.Context, n, workers int, progress func(done, total int), newDo func() func(i int)) error {
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	var mu sync.Mutex
	next, done := 0, 0
	take := func() int {
		mu.Lock()
		defer mu.Unlock()
		next++
		return next - 1
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
			for i := take(); i < n; i = take() {
				if err := ctx.Err(); err != nil {
					return err
				}
				do(i)
				finish()
			}
			return nil
		})
	}
	return group.Wait()
}
