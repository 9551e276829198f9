package fit

import (
	"fmt"

	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// Confirm recomputes the errors of a stored result and of its whole multiples. The error wraps
// question.ErrAnswer if one differs from what is stored or the features are read otherwise, or is that of
// package proof.
func Confirm(inst *regression.Instance, r *question.Answer) error {
	if r.Reading != features.Version {
		return fmt.Errorf("%w: %v: features as %q reads them, this program has %q", question.ErrAnswer, r, r.Reading, features.Version)
	}
	if !r.Found() {
		return nil
	}
	s, err := prove.NewProblem(inst)
	if err != nil {
		return err
	}
	confirm := func(f regression.Formula, average, largest question.Number) error {
		errs, err := evaluate(s, f)
		if err != nil {
			return fmt.Errorf("%w: %v: %w", question.ErrAnswer, r, err)
		}
		// Written so that a missing number is a difference.
		if !errs.Average.Is(float64(average), question.SameError, false) || !errs.Max.Is(float64(largest), question.SameError, false) {
			return fmt.Errorf("%w: %s against %s, %s: stored errors %v and %v, recomputed %v and %v",
				question.ErrAnswer, r.Hand, r.Range, r.Program().String(), average, largest, errs.Average.Value, errs.Max.Value)
		}
		return nil
	}
	if err := confirm(r.Formula(), r.AverageError, r.MaxError); err != nil {
		return err
	}
	for k := range r.Integers {
		if i := &r.Integers[k]; i.Found() {
			if err := confirm(i.Formula(), i.AverageError, i.MaxError); err != nil {
				return err
			}
		}
	}
	return nil
}
