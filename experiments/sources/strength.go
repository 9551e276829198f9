// The experiment strength compares exact hand strengths with Kumar and Keshner, Poker Hand Strength, 2017: Tables 1 and
// 2, before the flop against a uniform opponent and one weighted by Chen's points, and the case of section 5 street by
// street.
//
// dataset/strength enumerates the strengths, by the rules of poker and with the slips of the published program. It
// takes some ten CPU-seconds.

package sources

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/stat"

	"feltlab/dataset/published"
	"feltlab/dataset/strength"
	"feltlab/experiments"
	"feltlab/model/cards"
)

// strengthMethods are what the expressions of this source may call.
func strengthMethods(ctx context.Context, env *experiments.Env) map[string]any {
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
		streets, err := streetsOf(ctx, m, env.Workers)
		if err != nil {
			return nil, err
		}
		for i, w := range weightings {
			s := setting{Mode: string(m), Opponent: string(w), By: map[string]*hand{}, Streets: streets[i]}
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
			all = append(all, s)
			bar.Step(fmt.Sprintf("%v opponent, %v", w, m))
		}
	}
	return all, nil
}

// streetsOf enumerates the strengths of the case of section 5 against each opponent of strength.Weightings.
func streetsOf(ctx context.Context, m strength.Mode, workers int) ([][]street, error) {
	all := make([][]street, len(strength.Weightings()))
	for i, row := range published.StrengthCase() {
		combo, errHand := cards.ParseCombo(row.Hand)
		board, errBoard := cards.ParseCards(row.Board)
		if err := errors.Join(errHand, errBoard); err != nil {
			return nil, err
		}
		spot, err := strength.Enumerate(ctx, []cards.Combo{combo}, board, m, workers)
		if err != nil {
			return nil, err
		}
		for k, w := range strength.Weightings() {
			count, err := spot.Against(w.Range(m))
			if err != nil {
				return nil, err
			}
			all[k] = append(all[k], street{[]string{"preflop", "flop", "turn", "river"}[i], count.Equity()})
		}
	}
	return all, nil
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
		less := experiments.Where(x, func(other float64) bool { return other < v })
		equal := experiments.Where(x, func(other float64) bool { return other == v })
		return float64(len(less)) + float64(len(equal)+1)/2
	})
}
