package subset

import (
	"cmp"
	"context"
	"slices"

	"feltlab/internal/parallel"
	"feltlab/solvers/lad"
)

// batch is the number of sets that are refilled before the best result becomes the incumbent.
const batch = 8

// Exchange improves a set of features: for q = 1 up to opts.Exchange it drops q features and refills the set optimally,
// until no exchange helps. On cancellation it returns the best set so far with the context's error.
func Exchange(ctx context.Context, p *lad.Problem, start []int, opts Options) (*lad.Fit, error) {
	s := newSearch(p, opts)
	f, err := s.fit(s.withAll(start), nil)
	if err != nil {
		return nil, err
	}
	return s.exchange(ctx, f, opts.exchange())
}

func (s *search) exchange(ctx context.Context, f *lad.Fit, most int) (*lad.Fit, error) {
	for q := 1; q <= min(most, len(f.IDs)-len(s.opts.With)); {
		if f.Error <= s.target {
			return f, nil
		}
		better, err := s.exchangeOnce(ctx, f, q)
		if better != nil {
			f = better
			s.report(f)
			q = 1
		} else {
			q++
		}
		if err != nil {
			return f, err
		}
	}
	return f, nil
}

type remainder struct {
	ids    []int
	error  float64
	better []int // features that make it better than the incumbent; nil if none do
	found  float64
}

// exchangeOnce returns a better set that differs from f in at most q features, nil if there is none. It
// may return both a set and an error.
func (s *search) exchangeOnce(ctx context.Context, f *lad.Fit, q int) (*lad.Fit, error) {
	list, err := s.remainders(ctx, f, q)
	if err != nil {
		return nil, err
	}
	for len(list) > 0 {
		part := list[:min(batch, len(list))]
		list = list[len(part):]
		stopped := parallel.On(ctx, s.workers, len(part), func(w *worker, i int) error {
			return s.refill(ctx, w, &part[i], f, q)
		})
		var winner *remainder
		for i := range part {
			if stopped == nil {
				s.refilled[setOf(part[i].ids)] = true
			}
			if part[i].better != nil && (winner == nil || part[i].found < winner.found-minGain) {
				winner = &part[i]
			}
		}
		if winner != nil {
			better, err := s.fit(append(slices.Clone(winner.ids), winner.better...), f)
			if err != nil {
				return nil, err
			}
			return better, stopped
		}
		if stopped != nil {
			return nil, stopped
		}
	}
	return nil, nil
}

// remainders lists the sets that dropping q features leaves and that were not refilled yet, by ascending error.
func (s *search) remainders(ctx context.Context, f *lad.Fit, q int) ([]remainder, error) {
	var list []remainder
	for places := range combinations(len(f.IDs), q) {
		ids := without(f.IDs, places...)
		if left := setOf(ids); !s.refilled[left] && s.with.Minus(left).Empty() {
			list = append(list, remainder{ids: ids})
		}
	}
	err := parallel.On(ctx, s.workers, len(list), func(w *worker, i int) (err error) {
		list[i].error, err = w.reset(list[i].ids, f)
		return err
	})
	slices.SortStableFunc(list, func(a, b remainder) int { return cmp.Compare(a.error, b.error) })
	return list, err
}

func (s *search) refill(ctx context.Context, w *worker, rest *remainder, f *lad.Fit, q int) error {
	if _, err := w.reset(rest.ids, f); err != nil {
		return err
	}
	r := &refill{search: s, ctx: ctx, worker: w, in: setOf(rest.ids), error: f.Error}
	err := r.best(q)
	rest.better, rest.found = r.found, r.error
	return err
}

// combinations yields the q-subsets of 0..n-1 in lexicographic order, in one slice that it reuses.
func combinations(n, q int) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		c := make([]int, q)
		for i := range c {
			c[i] = i
		}
		for q <= n && yield(c) {
			i := q - 1
			for i >= 0 && c[i] == n-q+i {
				i--
			}
			if i < 0 {
				return
			}
			for c[i]++; i+1 < q; i++ {
				c[i+1] = c[i] + 1
			}
		}
	}
}
