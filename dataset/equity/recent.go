package equity

import (
	"context"
	"slices"
	"sync"

	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// mostRecent is how many counts RecentFlopsOf keeps, of 0.8 MB each.
const mostRecent = 8

// recent holds the counts that were asked for last, the latest at the end.
var recent struct {
	sync.Mutex
	counts []recentCount
}

type recentCount struct {
	hand    cards.Combo
	weights weights
	flops   []Flop
}

// RecentFlopsOf is FlopsOf for who may ask for the same hand and range again: this process keeps
// what it has counted last. The slice is the caller's.
func RecentFlopsOf(ctx context.Context, hand cards.Combo, r *ranges.Range, workers int) ([]Flop, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	same := func(c recentCount) bool { return c.hand == hand && c.weights == *r.Weights() }
	recent.Lock()
	if i := slices.IndexFunc(recent.counts, same); i >= 0 {
		defer recent.Unlock()
		return slices.Clone(recent.counts[i].flops), nil
	}
	recent.Unlock() // others need not wait for what takes a second
	flops, err := FlopsOf(ctx, hand, r, workers)
	if err != nil {
		return nil, err
	}
	recent.Lock()
	defer recent.Unlock()
	if len(recent.counts) == mostRecent {
		recent.counts = slices.Delete(recent.counts, 0, 1)
	}
	recent.counts = append(recent.counts, recentCount{hand, *r.Weights(), slices.Clone(flops)})
	return flops, nil
}
