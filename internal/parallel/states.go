package parallel

import (
	"context"
	"sync"
	"sync/atomic"
)

// States works a loop off in blocks, each goroutine with a state that newState makes, and returns
// the states, in no particular order: sums of integers do not depend on who did what.
func States[S any](ctx context.Context, l Loop, newState func() S, work func(s S, from, to int) error) ([]S, error) {
	var mu sync.Mutex
	var states []S
	err := l.Blocks(ctx, func() func(from, to int) error {
		s := newState()
		mu.Lock()
		defer mu.Unlock()
		states = append(states, s)
		return func(from, to int) error { return work(s, from, to) }
	})
	return states, err
}

// On works items 0 to n-1 off on states that outlast the loop, one goroutine on each.
func On[S any](ctx context.Context, states []S, n int, work func(s S, i int) error) error {
	var taken atomic.Int64
	return Loop{Items: n, Workers: len(states)}.Blocks(ctx, func() func(from, to int) error {
		s := states[taken.Add(1)-1]
		return func(i, _ int) error { return work(s, i) }
	})
}
