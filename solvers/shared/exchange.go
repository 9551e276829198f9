package shared

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// exchange improves f until it is optimal for exchanges of 1..most features.
func (s *search) exchange(ctx context.Context, f *Fit, most int) error {
	for q := 1; q <= min(most, len(f.IDs)); {
		better, err := s.exchangeOnce(ctx, f, q)
		if err != nil {
			return err
		}
		if better == nil {
			q++
			continue
		}
		f, q = better, 1
		s.report(f)
	}
	return nil
}

// remainder is a set with q features dropped.
type remainder struct {
	ids    []int
	error  float64
	better []int   // features to add that beat the incumbent, nil if none
	found  float64 // the error with them
}

// exchangeOnce returns a better set that differs from f in at most q features, nil if there is
// none.
func (s *search) exchangeOnce(ctx context.Context, f *Fit, q int) (*Fit, error) {
	var list []remainder
	drop(f.IDs, q, func(rest []int) { list = append(list, remainder{ids: rest}) })
	err := s.parallel(ctx, list, func(g *group, r *remainder) error {
		if err := g.reset(r.ids, f); err != nil {
			return err
		}
		r.error = g.error()
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, func(a, b remainder) int { return cmp.Compare(a.error, b.error) })
	for part := range slices.Chunk(list, batch) {
		err := s.parallel(ctx, part, func(g *group, rest *remainder) error { return s.refill(ctx, g, rest, f, q) })
		if err != nil {
			return nil, err
		}
		var winner *remainder
		for i := range part {
			if part[i].better != nil && (winner == nil || part[i].found < winner.found-minGain) {
				winner = &part[i]
			}
		}
		if winner != nil {
			return s.fit(append(slices.Clone(winner.ids), winner.better...), f)
		}
	}
	return nil, nil
}

// refill looks for q features that make a remainder better than f.
func (s *search) refill(ctx context.Context, g *group, rest *remainder, f *Fit, q int) error {
	if err := g.reset(rest.ids, f); err != nil {
		return err
	}
	list, gains := s.candidates(rest.ids), g.gains()
	if g.error()-largest(gains, list, q) >= f.Error-minGain {
		return nil
	}
	r := &refill{search: s, ctx: ctx, group: g, error: f.Error}
	err := r.add(q, list, gains)
	rest.better, rest.found = r.found, r.error
	return err
}

// drop yields ids without each choice of q of them.
func drop(ids []int, q int, yield func(rest []int)) {
	if q == 0 {
		yield(slices.Clone(ids))
		return
	}
	// The last feature dropped is at k; the others are before it.
	for k := q - 1; k < len(ids); k++ {
		drop(ids[:k], q-1, func(rest []int) { yield(append(rest, ids[k+1:]...)) })
	}
}

// parallel runs do on every entry of a list, on the workers' groups, and returns the first error
// in the order of the list.
func (s *search) parallel(ctx context.Context, list []remainder, do func(*group, *remainder) error) error {
	errs := make([]error, len(list))
	next := make(chan int, len(list))
	for i := range list {
		next <- i
	}
	close(next)
	var wg sync.WaitGroup
	for _, g := range s.groups[:min(len(list), len(s.groups))] {
		wg.Go(func() {
			for i := range next {
				if errs[i] = ctx.Err(); errs[i] == nil {
					errs[i] = do(g, &list[i])
				}
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
