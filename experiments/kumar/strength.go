package kumar

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/stat"

	"feltlab/dataset/published"
	"feltlab/dataset/strength"
	"feltlab/experiments"
	"feltlab/model/cards"
)

// methods are what the expressions of this source may call.
func methods(ctx context.Context, env *experiments.Env) map[string]any {
	return map[string]any{
		"strengths": func() ([]setting, error) { return strengths(ctx, env) },
		"streets":   published.StrengthCase,
		"pearson":   pearson, "spearman": spearman, "line": line,
	}
}

// setting has all strengths of a mode against an opponent.
type setting struct {
	Mode, Opponent string
	Hands          []hand           // by class
	By             map[string]*hand // the same by name
	Streets        []street         // of the case of section 5
}

// hand is a class of hands with its strength before the flop.
type hand struct {
	Hand              string
	Combos, Chen      int
	Strength          float64
	Wins, Ties, Deals uint64
}

// street is the strength of the case on a street.
type street struct {
	Name     string
	Strength float64
}

// strengths enumerates the strengths of all modes against all opponents.
func strengths(ctx context.Context, env *experiments.Env) (all []setting, err error) {
	modes, weightings := strength.Modes(), strength.Weightings()
	bar := env.Progress("strength", len(modes)*len(weightings))
	defer bar.Close()
	for _, m := range modes {
		for _, w := range weightings {
			s := setting{Mode: string(m), Opponent: string(w), By: map[string]*hand{}}
			counts, err := strength.Preflop(ctx, w, m, env.Workers)
			if err != nil {
				return nil, err
			}
			for k, v := range counts {
				class := cards.Class(k)
				s.Hands = append(s.Hands, hand{class.String(), class.Size(), m.Chen().Score(class), v.Equity(), v.Wins,
					v.Ties, v.Deals})
			}
			for i := range s.Hands {
				s.By[s.Hands[i].Hand] = &s.Hands[i]
			}
			if s.Streets, err = streetsOf(ctx, m, w, env.Workers); err != nil {
				return nil, err
			}
			all = append(all, s)
			bar.Step(fmt.Sprintf("%v opponent, %v", w, m))
		}
	}
	return all, nil
}

// streetsOf enumerates the strengths of the case of section 5.
func streetsOf(ctx context.Context, m strength.Mode, w strength.Weighting, workers int) (all []street, err error) {
	printed := published.StrengthCase()
	last := printed[len(printed)-1]
	combo, err := cards.ParseCombo(last.Hand)
	if err != nil {
		return nil, err
	}
	board, err := cards.ParseCards(last.Board)
	if err != nil {
		return nil, err
	}
	streets, err := strength.Streets(ctx, []cards.Combo{combo}, board, w.Range(m), m, workers)
	for _, x := range streets {
		all = append(all, street{x.Name, x.Equity()})
	}
	return all, err
}

func numbers(list []any) []float64 { return experiments.Map(list, experiments.Number) }

func pearson(x, y []any) float64 { return stat.Correlation(numbers(x), numbers(y), nil) }

// spearman correlates ranks.
func spearman(x, y []any) float64 {
	return stat.Correlation(fractionalRanks(numbers(x)), fractionalRanks(numbers(y)), nil)
}

// line returns the points at two abscissas of the line of least squares.
func line(x, y []any, from, to float64) []any {
	alpha, beta := stat.LinearRegression(numbers(x), numbers(y), nil, false)
	return []any{
		map[string]any{"x": from, "y": 100 * (alpha + beta*from)},
		map[string]any{"x": to, "y": 100 * (alpha + beta*to)},
	}
}

// fractionalRanks returns the place of each value in ascending order, counted from 1; equal values share the mean of
// their places.
func fractionalRanks(x []float64) []float64 {
	return experiments.Map(x, func(v float64) float64 {
		less := experiments.Count(x, func(other float64) bool { return other < v })
		equal := experiments.Count(x, func(other float64) bool { return other == v })
		return float64(less) + float64(equal+1)/2
	})
}
