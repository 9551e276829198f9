package question

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/model/weights"
	"feltlab/solvers/highs"
)

// Kind is the program of a number of features.
func (a *AskGoals) Kind() regression.Kind {
	if a.Loss == "max" {
		return regression.MaxErr
	}
	return regression.AvgErr
}

func goalKey(k regression.Kind) string {
	if k.CountsFeatures() {
		return "max_errors_percent"
	}
	return "features"
}

func (a *AskGoals) goals() (all []regression.Program, err error) {
	kinds, numbers := a.Programs, a.Features
	switch {
	case a.Loss == WrongLoss:
		return nil, bad("loss", errors.New("wrong is for feltlab regress FILE --target COLUMN alone"))
	case len(kinds) > 0:
	case len(numbers) > 0 && len(a.MaxErrorsPercent) > 0:
		return nil, bad("features", errors.New("want one of --features N and --max-error PERCENT"))
	case a.Loss == "":
		return nil, bad("programs", ErrNone)
	case len(a.MaxErrorsPercent) == 0:
		if kinds = []regression.Kind{a.Kind()}; len(numbers) == 0 {
			numbers = []int{DefaultFeatures}
		}
	case a.Loss == "max":
		kinds = []regression.Kind{regression.FeatMaxErr}
	default:
		kinds = []regression.Kind{regression.FeatAvgErr}
	}
	for _, kind := range kinds {
		before := len(all)
		if kind.CountsFeatures() {
			for _, percent := range a.MaxErrorsPercent {
				if !(percent >= 0 && percent < 100) {
					return nil, bad(goalKey(kind), fmt.Errorf("%v: want 0 to below 100 percentage points", percent))
				}
				all = append(all, regression.Program{Kind: kind, E: percent / 100})
			}
		} else {
			for _, n := range numbers {
				all = append(all, regression.Program{Kind: kind, N: n})
			}
		}
		if len(all) == before {
			return nil, bad(goalKey(kind), fmt.Errorf("%v needs at least one entry", kind))
		}
	}
	return all, nil
}

// Weights lists the weights: any, or positive ones, then those of each list.
func (a *AskWeights) Weights(table bool) ([]weights.Weights, error) {
	key := "steps"
	if len(a.Steps) == 0 {
		key = "allowed_weights"
	}
	all, err := WeightsOfLists(a.Steps, a.Allowed, a.Positive)
	for _, w := range all {
		if err == nil {
			err = w.Check(table)
		}
	}
	if err != nil {
		return nil, bad(key, err)
	}
	return all, nil
}

// WeightsOfLists returns the weights that lists of options ask for: any, or positive ones; the multiples of each step;
// and those out of the values, if there are some. The error wraps weights.Err.
func WeightsOfLists(steps, values []float64, positive bool) ([]weights.Weights, error) {
	var all []weights.Weights
	add := func(step float64, values []float64) error {
		d, err := decimals(append(slices.Clone(values), step))
		if err != nil {
			return err
		}
		n := len(values)
		w, err := weights.New(d[n], d[:n], positive)
		if err == nil && (slices.Contains(all, w) || n > 0 && w == "") {
			err = fmt.Errorf("%w: %q twice, or no value but 0", weights.Err, string(w))
		}
		all = append(all, w)
		return err
	}
	if err := add(0, nil); err != nil {
		return nil, err
	}
	for _, s := range steps {
		if !(s > 0) {
			return nil, fmt.Errorf("%w: a step of %v, want a number above zero", weights.Err, s)
		}
		if err := add(s, nil); err != nil {
			return nil, err
		}
	}
	if values == nil {
		return all, nil
	}
	if len(values) == 0 {
		return nil, fmt.Errorf("%w: no values; want at least one besides 0", weights.Err)
	}
	return all, add(0, values)
}

func decimals(numbers []float64) (all []proof.Decimal, err error) {
	for _, x := range numbers {
		d, ok := proof.DecimalOf(x)
		if !ok || math.Abs(d.Float()-x) > 1e-12*math.Abs(x) {
			return nil, fmt.Errorf("%w: %v, want a number with at most nine digits after the point", weights.Err, x)
		}
		all = append(all, d)
	}
	return all, nil
}

// variants lists questions with the options and no subject or program. Only HiGHS reads a start and settings.
func (a *Ask) variants() (all []Question) {
	for _, formulation := range a.Formulation {
		for _, engine := range a.Engine {
			starts, settings := a.Start, a.HiGHS
			if engine != HiGHS {
				starts, settings = []Start{StartSearch}, highs.Settings{}
			}
			for _, start := range starts {
				for _, limit := range a.TimeLimit {
					for _, seed := range a.Seed {
						all = append(all, Question{Formulation: formulation, Engine: engine, Start: start,
							TimeLimit: limit, Seed: seed, Gap: a.GapPercent / 100, Settings: settings})
					}
				}
			}
		}
	}
	return all
}

// UnmarshalText reads an engine's name in any case.
func (e *Engine) UnmarshalText(text []byte) (err error) {
	*e, err = ParseEngine(strings.TrimSpace(string(text)))
	return err
}

// UnmarshalText reads a start's name in any case.
func (s *Start) UnmarshalText(text []byte) (err error) {
	*s, err = ParseStart(strings.TrimSpace(string(text)))
	return err
}
