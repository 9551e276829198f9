package dalpasso

import (
	"cmp"
	"context"
	"math"
	"time"

	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
	"feltlab/solvers/lad"
)

// table3 computes FEAT_AVGERR(2.5%) of Dalpasso & Lancia for 11 hands and 4 ranges. For each row it solves the fewest
// features, and then the least error with that number. If the source prints a smaller number, it also solves the least
// error with the printed number, and if the printed number is at most seven, with one feature less. With the default
// time limit it takes at most 35 minutes on two cores.
var table3 = experiments.Experiment{
	Name:      "table3",
	Short:     "the fewest features within 2.5 percentage points: Table 3 of Dalpasso & Lancia",
	TimeLimit: table3Limit,
	Questions: table3Questions,
	Run: func(ctx context.Context, env *experiments.Env) error {
		return runTable3(ctx, env, asked(env, published.Table3(), table3Questions()))
	},
}

// table3Limit allows two solves for each of 44 rows within half an hour on two cores, and a third solve for 13 rows.
const table3Limit = 40 * time.Second

// errorLimit bounds each solve of an error. A longer limit applies to the numbers of features only.
const errorLimit = time.Minute

func table3Questions() []question.Question {
	return questionsOf(published.Table3(), regression.Program{Kind: regression.FeatAvgErr, E: table3Error})
}

type table3Row struct {
	printed published.Formula
	// count is the answer to FEAT_AVGERR(2.5%); nil until it is solved.
	count *question.Answer
	sized []*question.Answer
	// formula has the fewest features within 2.5 points, and among those formulas the least error; nil if there is
	// none.
	formula *question.Answer
	// bound is a proved lower bound on the number of features of a formula within 2.5 points.
	bound int
}

func runTable3(ctx context.Context, env *experiments.Env, printed []published.Formula) error {
	limit := cmp.Or(env.TimeLimit, table3Limit)
	rows := make([]*table3Row, len(printed))
	var tasks []question.Question
	for i, row := range printed {
		rows[i] = &table3Row{printed: row}
		tasks = append(tasks, paperTask(row.Hand, row.Range,
			regression.Program{Kind: regression.FeatAvgErr, E: table3Error}, limit))
	}
	counts, err := solve(ctx, env, "table3, features", tasks)
	if err != nil {
		return err
	}
	var owner []*table3Row
	tasks = nil
	for i, r := range counts {
		rows[i].count = r
		for _, n := range rows[i].sizes() {
			tasks = append(tasks, paperTask(r.Hand().Text, r.Against().Range.String(),
				regression.Program{Kind: regression.AvgErr, N: n},
				min(limit, errorLimit)))
			owner = append(owner, rows[i])
		}
	}
	sized, err := solve(ctx, env, "table3, errors", tasks)
	if err != nil {
		return err
	}
	for i, r := range sized {
		owner[i].sized = append(owner[i].sized, r)
	}
	for _, row := range rows {
		row.combine()
	}
	refuted := map[pair]bool{}
	for _, row := range rows {
		refuted[pair{row.printed.Hand, row.printed.Range}] = row.unreachable()
	}
	full, err := printedInFull(ctx, env, printed, func(p published.Formula) bool {
		return refuted[pair{p.Hand, p.Range}]
	})
	if err != nil {
		return err
	}
	s := summarizeTable3(rows, limit)
	return env.Finish(writeTable3(env, rows, full, s), pages, "table3", s)
}

const table3Error = table3ErrorPercent / 100

func (r *table3Row) sizes() []int {
	if !r.count.Found() || len(r.count.Features) == 0 {
		return nil
	}
	sizes := []int{len(r.count.Features)}
	if r.printed.FeaturesNeeded < sizes[0] {
		sizes = append(sizes, r.printed.FeaturesNeeded)
	}
	if less := r.printed.FeaturesNeeded - 1; less >= 1 && less < sizes[0] && r.printed.FeaturesNeeded <= mostProved {
		sizes = append(sizes, less)
	}
	return sizes
}

// mostProved is the largest printed number of features for which one feature less is solved too: there proofs are
// quick, and show whether a slightly larger error limit would save a feature.
const mostProved = 7

// combine takes the best formula and the best bound from all solves of the row. A formula with N features within the
// limit counts; a bound on its error above the limit proves that N features are too few.
func (r *table3Row) combine() {
	r.bound = 0
	if !r.count.LowerBound.Missing() {
		r.bound = int(math.Ceil(float64(r.count.LowerBound)))
	}
	if r.count.Found() {
		r.formula = r.count
	}
	for _, s := range r.sized {
		if proof.Beyond(float64(s.LowerBound), table3Error) {
			r.bound = max(r.bound, s.N+1)
		}
		if !s.Found() || float64(s.AverageError) > table3Error+proof.LimitTolerance(table3Error)/2 {
			continue
		}
		if r.formula == nil || len(s.Features) < len(r.formula.Features) ||
			len(s.Features) == len(r.formula.Features) && s.AverageError < r.formula.AverageError {
			r.formula = s
		}
	}
}

// features is the smallest number of features that is known to suffice, 0 if none is.
func (r *table3Row) features() int {
	if r.formula == nil {
		return 0
	}
	return len(r.formula.Features)
}

// status is optimal if the number of features is proved.
func (r *table3Row) status() question.Status {
	switch {
	case r.formula == nil:
		return r.count.Status
	case r.bound >= r.features():
		return question.Optimal
	}
	return question.Feasible
}

// errorBound is the bound on the error with features() features, a fraction of 1.
func (r *table3Row) errorBound() question.Number {
	bound := question.Number(math.NaN())
	for _, s := range r.sized {
		// A bound for more features holds for fewer too.
		if s.N >= r.features() && (bound.Missing() || s.LowerBound > bound) {
			bound = s.LowerBound
		}
	}
	return bound
}

func (r *table3Row) seconds() float64 {
	total := r.count.Seconds
	for _, s := range r.sized {
		total += s.Seconds
	}
	return total
}

func (r *table3Row) outcome() outcome {
	switch n := r.features(); {
	case n == 0 || n > r.printed.FeaturesNeeded:
		return worse
	case n < r.printed.FeaturesNeeded:
		return better
	}
	return equal
}

func (r *table3Row) unreachable() bool { return r.bound > r.printed.FeaturesNeeded }

// fullFormula is a formula of Table 3 that is printed with all its terms.
type fullFormula struct {
	published.Formula
	Average float64 // error of the printed two-digit weights, a fraction of 1
	// Best has the same features with their best weights; nil if not asked for.
	Best *lad.Fit
}

// printedInFull evaluates the formulas that are printed in full, and refits those for which refit holds.
func printedInFull(
	ctx context.Context, env *experiments.Env, rows []published.Formula, refit func(published.Formula) bool,
) (full []fullFormula, err error) {
	instances := fit.NewInstances(env.Store, env.Workers)
	for _, row := range rows {
		if len(row.Terms) != row.FeaturesNeeded {
			continue
		}
		inst, err := instances.Get(ctx, question.MustSubject(row.Hand, row.Range))
		if err != nil {
			return nil, err
		}
		errs, err := inst.Evaluate(row.Terms)
		if err != nil {
			return nil, err
		}
		f := fullFormula{Formula: row, Average: errs.Average}
		if refit(row) {
			problem, err := lad.New(inst, lad.Average)
			if err != nil {
				return nil, err
			}
			if f.Best, err = problem.Fit(regression.Formula(row.Terms).IDs()); err != nil {
				return nil, err
			}
		}
		full = append(full, f)
	}
	return full, nil
}

type table3Summary struct {
	Rows        int     `json:"rows"`
	TimeLimit   float64 `json:"time_limit_seconds"`
	Features    tally   `json:"features"`
	Proved      int     `json:"proved"`
	SumOfGaps   int     `json:"sum_of_gaps_features"`
	Seconds     float64 `json:"solver_seconds"`
	Unreachable []pair  `json:"bound_refutes_print"`
	Open        []pair  `json:"not_proved"`
}

func summarizeTable3(rows []*table3Row, limit time.Duration) *table3Summary {
	s := &table3Summary{Rows: len(rows), TimeLimit: limit.Seconds()}
	for _, r := range rows {
		name := pair{r.printed.Hand, r.printed.Range}
		s.Features.add(r.outcome())
		s.Seconds += r.seconds()
		if r.status() == question.Optimal {
			s.Proved++
		} else {
			s.Open = append(s.Open, name)
			s.SumOfGaps += max(r.features()-r.bound, 0)
		}
		if r.unreachable() {
			s.Unreachable = append(s.Unreachable, name)
		}
	}
	return s
}
