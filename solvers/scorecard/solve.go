package scorecard

import (
	"context"
	"errors"
	"math"
	"sync"

	"feltlab/internal/parallel"
	"feltlab/model/proof"
	"feltlab/model/regression"
)

// Options tune a search.
type Options struct {
	Workers int // goroutines; 0 means one per CPU
	// Progress, if set, is called with the part of the last search that is done, and the best score so far.
	Progress func(part float64, best Card)
}

// Sets returns the number of sets of some of n columns.
func Sets(n, some int) float64 {
	sets := 1.0
	for i := range some {
		sets *= float64(n-i) / float64(some-i)
	}
	return math.Round(sets)
}

// Solve returns the best score of a claim that it finds; the claim's cutoff does not matter. Proved says that the
// kernel found none that counts less. If the context ends first, the score is the best so far, and there is no error.
// Errors are those of proof.Instance.NewScores.
func Solve(ctx context.Context, inst *regression.Instance, exact *proof.Instance, h *proof.Header, o Options,
) (found Card, proved bool, err error) {
	if o.Progress == nil {
		o.Progress = func(float64, Card) {}
	}
	s := &search{inst: inst, counts: h.Wrong, workers: o.Workers, found: best(inst, h.Wrong, h.With.IDs())}
	claim := *h
	for claim.Features = len(h.With.IDs()); claim.Features <= h.Features && err == nil; claim.Features++ {
		scores, bad := exact.NewScores(&claim)
		if bad != nil {
			return found, false, bad
		}
		err = s.all(ctx, scores, func(part float64) {
			if claim.Features == h.Features {
				o.Progress(part, s.found)
			}
		})
	}
	if ctx.Err() != nil {
		return s.found, false, nil
	}
	return s.found, err == nil, err
}

type search struct {
	inst    *regression.Instance
	counts  proof.Counts
	workers int
	found   Card
}

// all goes through the sets of a search, and takes better scores. Some parts are gone through at once, for the score
// before them, so that their number of workers does not matter.
func (s *search) all(ctx context.Context, scores *proof.Scores, progress func(part float64)) error {
	const block = 8
	columns, chosen := scores.Free()
	var counting sync.Mutex
	done := 0.0
	for from := 0; from < scores.Parts(); from += block {
		open := min(block, scores.Parts()-from)
		for todo := (1 << open) - 1; todo != 0; {
			var sets [block][]int
			err := parallel.Loop{Items: open, Workers: s.workers}.Each(ctx, parallel.Same(func(i int) error {
				if todo>>i&1 == 0 {
					return nil
				}
				set, err := scores.Part(ctx, from+i, float64(s.found.Wrong))
				if errors.Is(err, proof.ErrCover) {
					sets[i], err = set, nil
				} else if err == nil {
					counting.Lock()
					defer counting.Unlock()
					done += Sets(columns-1-from-i, chosen-1)
					progress(min(1, done/Sets(columns, chosen)))
				}
				return err
			}))
			if err != nil {
				return err
			}
			for i, set := range sets[:open] {
				if set != nil {
					if c := best(s.inst, s.counts, set); c.Wrong < s.found.Wrong {
						s.found = c
					}
				} else if todo>>i&1 == 1 {
					todo &^= 1 << i
				}
			}
		}
	}
	return nil
}
