package jamfold

import (
	"cmp"
	"context"
	"math"
	"slices"

	"feltlab/internal/parallel"
	"feltlab/model/tournament"
)

// Question is a decision for a quiz with its answer.
type Question struct {
	Decision
	// Difference is the gain of a jam over a fold, in dollars.
	Difference float64
}

// Close lists decisions in which jam and fold differ by at least low and at most high dollars, the closest first, at
// most each of one situation of a state. It examines every state, about 20 ms each. The only error is that of the
// context.
func (l *Lab) Close(ctx context.Context, s *Solved, low, high float64, each int) ([]Question, error) {
	played := s.Game.Played()
	found := make([][]Question, len(played))
	loop := parallel.Loop{Items: len(played), Workers: l.Workers}
	err := loop.Each(ctx, parallel.Same(func(n int) error {
		found[n] = closeDecisions(s.At(played[n]).Decisions(played[n], s.Config.Unit), low, high, each)
		return nil
	}))
	all := slices.Concat(found...)
	sortQuestions(all)
	return all, err
}

func closeDecisions(rows []Decision, low, high float64, each int) (kept []Question) {
	var of [tournament.NumSituations][]Question
	for _, d := range rows {
		by := d.JamDollars - d.FoldDollars
		// NaN, where play never comes, fails both comparisons.
		if size := math.Abs(by); size >= low && size <= high && (d.Jam == 0 || d.Jam == 1) {
			of[d.Situation] = append(of[d.Situation], Question{d, by})
		}
	}
	for _, questions := range of {
		sortQuestions(questions)
		kept = append(kept, questions[:min(each, len(questions))]...)
	}
	return kept
}

func sortQuestions(q []Question) {
	slices.SortStableFunc(q, func(a, b Question) int {
		return cmp.Compare(math.Abs(a.Difference), math.Abs(b.Difference))
	})
}
