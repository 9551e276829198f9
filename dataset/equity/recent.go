package equity

import (
	"context"
	"slices"
	"sync"

	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// recentCounts are the last counts of a process.
type recentCounts[T any] struct {
	sync.Mutex
	most int
	all  []recentCount[T]
}

type recentCount[T any] struct {
	hand    cards.Combo
	weights weights
	list    []T
}

var (
	recentFlops = recentCounts[Flop]{most: 8}  // of 0.8 MB each
	recentTurns = recentCounts[Board]{most: 2} // of up to 5 MB each
)

// RecentFlopsOf is FlopsOf with a cache of the process's last 8 counts. The caller may change the slice.
func RecentFlopsOf(ctx context.Context, hand cards.Combo, r *ranges.Range, workers int) ([]Flop, error) {
	return recentFlops.of(ctx, hand, r, func() ([]Flop, error) { return FlopsOf(ctx, hand, r, workers) })
}

// RecentBoardsOf is BoardsOf with a cache of the process's last 2 counts of turns. The caller may change the slice.
func RecentBoardsOf(ctx context.Context, hand cards.Combo, r *ranges.Range, street cards.Street, workers int,
) ([]Board, error) {
	if street != cards.Turn {
		return BoardsOf(ctx, hand, r, street, workers)
	}
	return recentTurns.of(ctx, hand, r, func() ([]Board, error) { return BoardsOf(ctx, hand, r, street, workers) })
}

func (k *recentCounts[T]) of(ctx context.Context, hand cards.Combo, r *ranges.Range, count func() ([]T, error),
) ([]T, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	same := func(c recentCount[T]) bool { return c.hand == hand && c.weights == *r.Weights() }
	k.Lock()
	if i := slices.IndexFunc(k.all, same); i >= 0 {
		defer k.Unlock()
		return slices.Clone(k.all[i].list), nil
	}
	k.Unlock() // counting takes a second
	list, err := count()
	if err != nil {
		return nil, err
	}
	k.Lock()
	defer k.Unlock()
	if len(k.all) == k.most {
		k.all = slices.Delete(k.all, 0, 1)
	}
	k.all = append(k.all, recentCount[T]{hand, *r.Weights(), slices.Clone(list)})
	return list, nil
}
