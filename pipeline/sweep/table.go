package sweep

import (
	"math"
	"slices"

	"feltlab/dataset/table"
	"feltlab/pipeline/question"
)

// columns are those of table.csv and table.parquet, one row a solve. Errors are fractions of
// 1, and once more in percentage points where the name says so; features are written
// "F54:0.86;F41:-0.18", the largest weight first. Numbers that a result does not have are missing.
var columns = []table.Column[*question.Answer]{
	text("hand", func(r *question.Answer) string { return r.Hand }),
	text("range", func(r *question.Answer) string { return r.Range }),
	text("program", func(r *question.Answer) string { return r.Program }),
	integer("max_features", func(r *question.Answer) (int, bool) { return r.MaxFeatures, !r.CountsFeatures() }),
	number("error_limit", func(r *question.Answer) float64 { return orMissing(r.CountsFeatures(), r.ErrorLimit) }),
	text("status", func(r *question.Answer) string { return string(r.Status) }),
	number("average_error", func(r *question.Answer) float64 { return float64(r.AverageError) }),
	number("max_error", func(r *question.Answer) float64 { return float64(r.MaxError) }),
	number("p90_error", func(r *question.Answer) float64 { return float64(r.P90Error) }),
	number("lower_bound", func(r *question.Answer) float64 { return float64(r.LowerBound) }),
	number("gap", func(r *question.Answer) float64 { return float64(r.Gap) }),
	number("seconds", func(r *question.Answer) float64 { return r.Seconds }),
	text("engine", func(r *question.Answer) string { return r.Engine }),
	text("features", FeatureList),
	number("average_error_percent", func(r *question.Answer) float64 { return 100 * float64(r.AverageError) }),
	number("max_error_percent", func(r *question.Answer) float64 { return 100 * float64(r.MaxError) }),
	number("p90_error_percent", func(r *question.Answer) float64 { return 100 * float64(r.P90Error) }),
	number("gap_percent", func(r *question.Answer) float64 { return 100 * float64(r.Gap) }),
	integer("features_used", func(r *question.Answer) (int, bool) { return len(r.Features), r.Found() }),
	integer("seed", func(r *question.Answer) (int, bool) { return r.Seed, true }),
	number("time_limit_seconds", func(r *question.Answer) float64 { return orMissing(r.TimeLimitSeconds > 0, r.TimeLimitSeconds) }),
	text("reading", func(r *question.Answer) string { return r.Reading }),
}

// formula is the column of the features as lists of terms, for who need not read text.
var formula = table.Formula("formula", func(r **question.Answer) (terms []table.Term) {
	for _, w := range (*r).ByWeight() {
		terms = append(terms, table.Term{ID: int32(w.ID), Name: w.Name, Weight: w.Weight})
	}
	return terms
})

// solverColumns say what HiGHS says, where some result has it; its bound is in the unit of
// lower_bound.
var solverColumns = []table.Column[*question.Answer]{
	text("formulation", func(r *question.Answer) string { return solverOf(r).Formulation }),
	text("solver_version", func(r *question.Answer) string { return solverOf(r).Version }),
	text("solver_status", func(r *question.Answer) string { return solverOf(r).Status }),
	number("solver_bound", func(r *question.Answer) float64 { return float64(solverOf(r).Bound) }),
	number("solver_gap", func(r *question.Answer) float64 { return float64(solverOf(r).Gap) }),
	integer("solver_nodes", func(r *question.Answer) (int, bool) { return int(solverOf(r).Nodes), r.Solver != nil }),
	number("solver_seconds", func(r *question.Answer) float64 { return orMissing(r.Solver != nil, solverOf(r).Seconds) }),
}

// solverOf is what HiGHS says of a result; where it was not asked, nothing.
func solverOf(r *question.Answer) question.Solver {
	if r.Solver == nil {
		none := question.Number(math.NaN())
		return question.Solver{Bound: none, Gap: none}
	}
	return *r.Solver
}

// solved reports whether HiGHS was asked for some result.
func solved(results []*question.Answer) bool {
	return slices.ContainsFunc(results, func(r *question.Answer) bool { return r.Solver != nil })
}

func text(name string, get func(*question.Answer) string) table.Column[*question.Answer] {
	return table.Text(name, func(r **question.Answer) string { return get(*r) })
}

func number(name string, get func(*question.Answer) float64) table.Column[*question.Answer] {
	return table.OptionalFloat(name, func(r **question.Answer) float64 { return get(*r) })
}

func integer(name string, get func(*question.Answer) (int, bool)) table.Column[*question.Answer] {
	return table.OptionalInt64(name, func(r **question.Answer) (int64, bool) {
		v, ok := get(*r)
		return int64(v), ok
	})
}

func orMissing(ok bool, x float64) float64 {
	if ok {
		return x
	}
	return math.NaN()
}
