package dalpasso

import (
	"math"

	"feltlab/experiments"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// baselineRow is a hand, a range and a number of features: the best known formula, and what each method finds.
type baselineRow struct {
	Best    row
	Methods []method
}

// method is what a method without proofs finds.
type method struct {
	fit.Compared

	// Excess is how far its error is above the best, a fraction of 1; 0 within the tolerance of proofs.
	Excess float64
}

// Title names the method for people.
func (m method) Title() string { return m.Method.Title() }

// Name names the method in tables.
func (m method) Name() string { return string(m.Method) }

// compareAll compares the methods with the best known formulas of AVGERR, subject by subject.
func (m *computed) compareAll(best []any, most int) (rows []*baselineRow, err error) {
	answers := experiments.AnswersOf(best)
	subjects := experiments.Distinct(answers,
		func(r *question.Answer) question.Subject { return r.Subject.Canonical() })
	instances := fit.NewInstances(m.env.Store, m.env.Workers)
	if err := instances.ExpectQuestions(experiments.Map(answers, (*question.Answer).Question)); err != nil {
		return nil, err
	}
	bar := m.env.Progress("baselines", len(subjects))
	defer bar.Close()
	for _, s := range subjects {
		inst, err := instances.Get(m.ctx, s)
		if err != nil {
			return nil, err
		}
		found, err := fit.Compare(m.ctx, inst, regression.AvgErr, 1, most, m.env.Workers)
		if err != nil {
			return nil, err
		}
		for i, r := range answers {
			if !r.Subject.Is(s) {
				continue
			}
			b := &baselineRow{Best: best[i].(row)}
			for _, name := range fit.Methods {
				for _, c := range found {
					if c.Method == name && c.MaxFeatures == r.N {
						above := c.AverageError - r.Objective()
						if question.Meets(regression.AvgErr, c.AverageError, r.Objective()) {
							above = 0
						}
						b.Methods = append(b.Methods, method{c, above})
					}
				}
			}
			rows = append(rows, b)
		}
		bar.Step(s.String())
	}
	return rows, nil
}

// roundedError is the error of an answer's formula with every weight rounded to the nearest multiple of a step.
func (m *computed) roundedError(r *question.Answer, step int) (float64, error) {
	if m.instances == nil {
		m.instances = fit.NewInstances(m.env.Store, m.env.Workers)
	}
	inst, err := m.instances.Get(m.ctx, r.Subject)
	if err != nil {
		return 0, err
	}
	s, err := prove.NewProblem(inst)
	if err != nil {
		return 0, err
	}
	f := r.Formula()
	for i := range f {
		f[i].Weight = math.Round(100*f[i].Weight/float64(step)) * float64(step) / 100
	}
	errs, err := ledger.Errors(s, f)
	return errs.Average.Value, err
}
