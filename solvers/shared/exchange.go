package shared

import (
	"cmp"
	"context"
	"slices"

	"feltlab/internal/parallel"
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
	err := parallel.On(ctx, s.groups, len(list), func(g *group, i int) error {
		r := &list[i]
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
		err := parallel.On(ctx, s.groups, len(part), func(g *group, i int) error { return s.refill(ctx, g, &part[i], f, q) })
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
