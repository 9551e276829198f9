package scorecard

import (
	"context"
	"errors"
	"math"
	"slices"

	"feltlab/internal/parallel"
	"feltlab/model/proof"
	"feltlab/model/regression"
)

// Options tune a search.
type Options struct {
	Workers int // goroutines; 0 means one per CPU
	// Progress, if set, is called with the part of the sets that the kernel has gone through, and the best score so far.
	Progress func(part float64, best Card)
}

// Sets returns the number of sets of columns that the kernel goes through for a claim.
func Sets(s *proof.Scores) float64 { return choose(s.Free()) }

func choose(n, k int) float64 {
	sets := 1.0
	for i := range k {
		sets *= float64(n-i) / float64(k-i)
	}
	return math.Round(sets)
}

// Solve returns the best score of a claim that it finds, whose cutoff does not matter. Proved says that the kernel found
// none that counts less. If the context ends first, the score is the best so far, and there is no error. Errors are
// those of proof.Instance.NewScores.
func Solve(ctx context.Context, inst *regression.Instance, exact *proof.Instance, h *proof.Header, o Options,
) (best Card, proved bool, err error) {
	scores, err := exact.NewScores(h)
	if err != nil {
		return best, false, err
	}
	s := &search{fitter: newFitter(inst, h.Wrong), ctx: ctx, with: h.With.IDs(), size: h.Features,
		columns: exact.Features().IDs()}
	if best, _ = s.best(nil, s.total+1); o.Progress == nil {
		o.Progress = func(float64, Card) {}
	}
	best = s.exchange(best)
	o.Progress(0, best)
	columns, chosen := scores.Free()
	const block = 8 // parts that are gone through with one cutoff
	done := 0.0
	for from := 0; from < scores.Parts(); from += block {
		var todo []int
		for part := from; part < min(from+block, scores.Parts()); part++ {
			todo = append(todo, part)
		}
		for len(todo) > 0 {
			sets := make([][]int, len(todo))
			cutoff := float64(best.Wrong)
			err := parallel.Loop{Items: len(todo), Workers: o.Workers}.Each(ctx, parallel.Same(func(i int) (err error) {
				if sets[i], err = scores.Part(ctx, todo[i], cutoff); errors.Is(err, proof.ErrCover) {
					return nil
				}
				sets[i] = nil
				return err
			}))
			if err != nil {
				if ctx.Err() != nil {
					err = nil
				}
				return best, false, err
			}
			var again []int
			for i, set := range sets {
				if set == nil {
					done += choose(columns-1-todo[i], chosen-1)
					continue
				}
				again = append(again, todo[i])
				if better, ok := s.best(set, best.Wrong); ok {
					best = s.exchange(better)
				}
			}
			todo = again
			o.Progress(min(1, done/choose(columns, chosen)), best)
		}
	}
	return best, true, nil
}

// search looks for better scores.
type search struct {
	*fitter
	ctx     context.Context
	with    []int
	size    int
	columns []int
}

// exchange adds a column, or replaces one, as long as that makes a better score.
func (s *search) exchange(best Card) Card {
	for better := true; better && s.ctx.Err() == nil; {
		better = false
		set := slices.Clone(s.with)
		for _, id := range best.IDs {
			if !slices.Contains(set, id) {
				set = append(set, id)
			}
		}
		for place := len(s.with); place < min(s.size, len(set)+1); place++ {
			for _, id := range s.columns {
				if slices.Contains(set, id) {
					continue
				}
				other := append(slices.Clone(set[:min(place, len(set))]), id)
				if place+1 < len(set) {
					other = append(other, set[place+1:]...)
				}
				if c, ok := s.best(other, best.Wrong); ok {
					best, better = c, true
				}
			}
		}
	}
	return best
}
