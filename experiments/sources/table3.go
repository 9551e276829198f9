package sources

import (
	"fmt"
	"math"
	"time"

	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/solvers/lad"
)

const table3Error = table3ErrorPercent / 100

// errorLimit bounds each solve of an error. A longer limit applies to the numbers of features only.
const errorLimit = time.Minute

// mostProved is the largest printed number of features for which one feature less is solved too: there proofs are
// quick, and show whether a slightly larger error limit would save a feature.
const mostProved = 7

// sizes asks for the least error with the number of features that an answer found, with the printed number if that is
// smaller, and with one feature less than a small printed number.
func sizes(count *question.Answer, limit time.Duration) (all []question.Question) {
	printed, ok := published.Find(published.Table3(), count.Hand().Text, count.Against().Range.String())
	if !ok || !count.Found() || len(count.Features) == 0 {
		return nil
	}
	most := len(count.Features)
	ask := func(n int) {
		all = append(all, question.Question{
			Subject: count.Subject, Program: regression.Program{Kind: regression.AvgErr, N: n}, Engine: question.Auto,
			Formulation: regression.Pattern, TimeLimit: min(limit, errorLimit), Seed: count.Seed,
		})
	}
	ask(most)
	if printed.FeaturesNeeded < most {
		ask(printed.FeaturesNeeded)
	}
	if less := printed.FeaturesNeeded - 1; less >= 1 && less < most && printed.FeaturesNeeded <= mostProved {
		ask(less)
	}
	return all
}

// table3Row is what all solves of a hand and a range tell about the fewest features within 2.5 points.
type table3Row struct {
	Printed published.Formula
	Hand    string `json:"hand"`
	Range   string `json:"range"`
	// Count is the answer to FEAT_AVGERR(2.5%), and Sized those to AVGERR.
	Count *question.Answer
	Sized []*question.Answer
	// Formula has the fewest features within 2.5 points, and among those formulas the least error; nil if there is
	// none. Features is their number, 0 without a formula.
	Formula  *question.Answer
	Features int
	// Bound is a proved lower bound on the number of features of a formula within 2.5 points.
	Bound int
}

// combine takes the answers in the order of the file: for each row the number of features, and then errors.
func combine(answers []any) (rows []*table3Row, err error) {
	for _, a := range experiments.AnswersOf(answers) {
		if a.Kind == regression.FeatAvgErr {
			printed, ok := published.Find(published.Table3(), a.Hand().Text, a.Against().Range.String())
			if !ok {
				return nil, fmt.Errorf("no row %v in Table 3", a.Subject)
			}
			rows = append(rows, &table3Row{Printed: printed, Hand: printed.Hand, Range: printed.Range, Count: a})
			continue
		}
		if len(rows) == 0 {
			return nil, fmt.Errorf("answers of Table 3 begin with %s", a.Program().String())
		}
		last := rows[len(rows)-1]
		last.Sized = append(last.Sized, a)
	}
	for _, r := range rows {
		r.combine()
	}
	return rows, nil
}

// combine takes the best formula and the best bound from all solves of the row. A formula with N features within the
// limit counts; a bound on its error above the limit proves that N features are too few.
func (r *table3Row) combine() {
	if !r.Count.LowerBound.Missing() {
		r.Bound = int(math.Ceil(float64(r.Count.LowerBound)))
	}
	if r.Count.Found() {
		r.Formula = r.Count
	}
	for _, s := range r.Sized {
		if proof.Beyond(float64(s.LowerBound), table3Error) {
			r.Bound = max(r.Bound, s.N+1)
		}
		if !s.Found() || float64(s.AverageError) > table3Error+proof.LimitTolerance(table3Error)/2 {
			continue
		}
		if r.Formula == nil || len(s.Features) < len(r.Formula.Features) ||
			len(s.Features) == len(r.Formula.Features) && s.AverageError < r.Formula.AverageError {
			r.Formula = s
		}
	}
	if r.Formula != nil {
		r.Features = len(r.Formula.Features)
	}
}

// Status is optimal if the number of features is proved.
func (r *table3Row) Status() string {
	switch {
	case r.Formula == nil:
		return string(r.Count.Status)
	case r.Bound >= r.Features:
		return string(question.Optimal)
	}
	return string(question.Feasible)
}

// ErrorBound is the bound on the error with as many features, a fraction of 1.
func (r *table3Row) ErrorBound() float64 {
	bound := math.NaN()
	for _, s := range r.Sized {
		// A bound for more features holds for fewer too.
		if b := float64(s.LowerBound); s.N >= r.Features && (math.IsNaN(bound) || b > bound) {
			bound = b
		}
	}
	return bound
}

// Error is the average error of the formula; NaN without one.
func (r *table3Row) Error() float64 {
	if r.Formula == nil {
		return math.NaN()
	}
	return float64(r.Formula.AverageError)
}

// Terms are those of the formula, the largest weight first.
func (r *table3Row) Terms() []any {
	if r.Formula == nil {
		return nil
	}
	return experiments.Rows([]*question.Answer{r.Formula})[0].(row)["terms"].([]any)
}

// Seconds is the time of all solves.
func (r *table3Row) Seconds() float64 {
	total := r.Count.Seconds
	for _, s := range r.Sized {
		total += s.Seconds
	}
	return total
}

// Outcome says whether fewer features than printed suffice.
func (r *table3Row) Outcome() string {
	switch n := r.Features; {
	case n == 0 || n > r.Printed.FeaturesNeeded:
		return experiments.Worse
	case n < r.Printed.FeaturesNeeded:
		return experiments.Better
	}
	return experiments.Equal
}

// Unreachable reports whether the printed number is proved too small.
func (r *table3Row) Unreachable() bool { return r.Bound > r.Printed.FeaturesNeeded }

// WithPrinted is the answer with the printed number of features; nil without one.
func (r *table3Row) WithPrinted() *question.Answer {
	for _, s := range r.Sized {
		if s.N == r.Printed.FeaturesNeeded {
			return s
		}
	}
	return nil
}

// within compares the printed number with what is known for another error, in percentage points: "too small" if it is
// proved so, "unknown" if no formula with it reaches the error, "fewer" if fewer features do, or else "as many".
func within(r *table3Row, most float64) string {
	found, bound := 0, 0
	note := func(a *question.Answer) {
		if n := len(a.Features); a.Found() && 100*float64(a.AverageError) <= most && (found == 0 || n < found) {
			found = n
		}
	}
	note(r.Count)
	for _, s := range r.Sized {
		note(s)
		if 100*float64(s.LowerBound) > most {
			bound = max(bound, s.N+1)
		}
	}
	if most <= table3ErrorPercent {
		bound = max(bound, r.Bound)
	}
	switch printed := r.Printed.FeaturesNeeded; {
	case bound > printed:
		return "too small"
	case found == 0 || found > printed:
		return "unknown"
	case found < printed:
		return "fewer"
	}
	return "as many"
}

// fullFormula is a formula of Table 3 that is printed with all its terms.
type fullFormula struct {
	published.Formula

	Average float64 // error of the printed two-digit weights, a fraction of 1
	// Best has the same features with their best weights, whose error is BestError; empty if not asked for.
	Best      []regression.Term
	BestError float64
}

// printedInFull evaluates the formulas that are printed in full, and refits those whose number of features is proved
// too small.
func (m *computed) printedInFull(rows []*table3Row) (full []fullFormula, err error) {
	for _, r := range rows {
		if len(r.Printed.Terms) != r.Printed.FeaturesNeeded {
			continue
		}
		inst, err := m.instances.Get(m.ctx, r.Count.Subject)
		if err != nil {
			return nil, err
		}
		errs, err := inst.Evaluate(r.Printed.Terms)
		if err != nil {
			return nil, err
		}
		f := fullFormula{Formula: r.Printed, Average: errs.Average}
		if r.Unreachable() {
			problem, err := lad.New(inst, lad.Average)
			if err != nil {
				return nil, err
			}
			best, err := problem.Fit(regression.Formula(r.Printed.Terms).IDs())
			if err != nil {
				return nil, err
			}
			f.BestError = best.Error
			for _, t := range r.Printed.Terms {
				f.Best = append(f.Best, regression.Term{ID: t.ID, Weight: best.Weight(t.ID)})
			}
		}
		full = append(full, f)
	}
	return full, nil
}
