package known

import (
	"errors"
	"feltlab/model/features"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
	"fmt"
)

// ErrProgram marks a formula that breaks its program's limits.
var ErrProgram = errors.New("not a formula of the program")

// Evaluate lets the kernel compute the errors of a formula.
func Evaluate(s *prove.Problem, f regression.Formula) (proof.Errors, error) {
	terms := make([]proof.Term, len(f))
	for i, t := range f {
		terms[i] = proof.Term(t)
	}
	return s.Exact.Evaluate(terms)
}

// Check evaluates a formula and checks that it meets a program's limits; otherwise the error wraps
// ErrProgram.
func Check(s *prove.Problem, p regression.Program, f regression.Formula) (proof.Errors, error) {
	e, err := Evaluate(s, f)
	switch limited := p.Kind.Measured(e); {
	case err != nil:
		return e, err
	case !p.Kind.CountsFeatures() && len(f) > p.N:
		return e, fmt.Errorf("%w: %d features, %v allows %d", ErrProgram, len(f), p.Kind, p.N)
	case p.Kind.CountsFeatures() && !proof.Within(limited, p.E):
		return e, fmt.Errorf("%w: an error of %v, %v allows %v", ErrProgram, limited.Value, p.Kind, p.E)
	}
	return e, nil
}

// Score lets the kernel compute the errors of a formula and checks that it meets its program's limits.
func Score(inst *regression.Instance, p regression.Program, f regression.Formula) (question.Scored, error) {
	s, err := prove.NewProblem(inst)
	if err != nil {
		return question.Scored{}, err
	}
	errs, err := Check(s, p, f)
	if err != nil {
		return question.Scored{}, err
	}
	average, largest, p90 := errs.Average.Value, errs.Max.Value, errs.P90.Value
	return question.Scored{
		AverageError: average, MaxError: largest, P90Error: p90,
		AverageErrorPercent: 100 * average, MaxErrorPercent: 100 * largest, P90ErrorPercent: 100 * p90,
		Features: question.Weights(f),
	}, nil
}

// Confirm recomputes the errors of a stored answer and of its formulas with multiples of a step. The
// error wraps question.ErrAnswer if a stored error differs or the answer has another reading of the
// features, or is that of package proof.
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
		errs, err := Evaluate(s, f)
		if err != nil {
			return fmt.Errorf("%w: %v: %w", question.ErrAnswer, r, err)
		}
		// Written so that a missing number is a difference.
		if !errs.Average.Is(float64(average), question.SameError, false) || !errs.Max.Is(float64(largest), question.SameError, false) {
			return fmt.Errorf("%w: %v: stored errors %v and %v, recomputed %v and %v", question.ErrAnswer, r, average, largest, errs.Average.Value, errs.Max.Value)
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
