package fit

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/prooffile"
)

// Status says how much is known about a result.
type Status string

// The statuses.
const (
	// Optimal: no formula is better; a certified bound meets the objective.
	Optimal Status = "optimal"
	// Feasible: the formula meets the program's limits; a better one may exist.
	Feasible Status = "feasible"
	// Infeasible: no formula meets the program's limits.
	Infeasible Status = "infeasible"
	// None: the time ran out before a formula was found that meets the limits.
	None Status = "none"
)

// Number is a float64 whose NaN stands for "none" and is null in JSON.
type Number float64

// MarshalJSON writes NaN as null.
func (n Number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(n)) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// UnmarshalJSON reads null as NaN.
func (n *Number) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*n = Number(math.NaN())
		return nil
	}
	return json.Unmarshal(text, (*float64)(n))
}

// Weight is one feature of a formula.
type Weight struct {
	ID     int     `json:"id"`
	Name   string  `json:"name"`
	Weight float64 `json:"weight"`
}

// Result is the answer to a Task. All errors are fractions of 1 and were recomputed by
// model/proof; they are NaN (null) without a formula.
type Result struct {
	Hand  string `json:"hand"`
	Range string `json:"range"`
	// Reading is that of the features, features.Version.
	Reading string `json:"reading"`
	Program string `json:"program"`
	// MaxFeatures is the program's N, ErrorLimit its E; only one of them is set.
	MaxFeatures int     `json:"max_features,omitempty"`
	ErrorLimit  float64 `json:"error_limit,omitempty"`
	Status      Status  `json:"status"`
	// AverageError, MaxError and P90Error are over all flops.
	AverageError Number `json:"average_error"`
	MaxError     Number `json:"max_error"`
	P90Error     Number `json:"p90_error"`
	// LowerBound bounds the program's objective: an error for MAXERR and AVGERR, a number
	// of features for FEAT_MAXERR and FEAT_AVGERR.
	LowerBound Number `json:"lower_bound"`
	// Gap is (objective - bound) / objective.
	Gap     Number  `json:"gap"`
	Seconds float64 `json:"seconds"`
	// Engine is what worked last, which gave the bound unless that is of the relaxation.
	Engine string `json:"engine"`
	// Seed and TimeLimitSeconds are those of the question.
	Seed             int      `json:"seed,omitempty"`
	TimeLimitSeconds float64  `json:"time_limit_seconds,omitempty"`
	Features         []Weight `json:"features"`
	// Proof records the proof of the bound: for FEAT_AVGERR and FEAT_MAXERR that one feature less
	// does not suffice, or where they are infeasible that all together do not. Nil where there is
	// none.
	Proof *prooffile.Record `json:"proof,omitempty"`
	// Integers are the answers with weights that are multiples of the task's steps, in order.
	Integers []Integer `json:"integers,omitempty"`
	// Solver is what HiGHS says, beside what is proved; nil where it was not asked.
	*Solver
}

// Task is the question that the result answers: hand, range and program. The error wraps
// regression.ErrName or regression.ErrProgram.
func (r *Result) Task() (Task, error) {
	kind, err := regression.ParseKind(r.Program)
	p := regression.Program{Kind: kind, N: r.MaxFeatures, E: r.ErrorLimit}
	return Task{Hand: r.Hand, Range: r.Range, Program: p}, cmp.Or(err, p.Validate())
}

// CountsFeatures reports whether the program asks for the fewest features within an error.
func (r *Result) CountsFeatures() bool {
	kind, err := regression.ParseKind(r.Program)
	return err == nil && kind.CountsFeatures()
}

// Objective is what the program minimises: an error, or the number of features.
func (r *Result) Objective() float64 {
	switch {
	case !r.Found():
		return math.NaN()
	case r.CountsFeatures():
		return float64(len(r.Features))
	case r.Program == regression.MaxErr.String():
		return float64(r.MaxError)
	}
	return float64(r.AverageError)
}

// Formula returns the features and weights.
func (r *Result) Formula() regression.Formula {
	f := make(regression.Formula, len(r.Features))
	for i, w := range r.Features {
		f[i] = regression.Term{ID: w.ID, Weight: w.Weight}
	}
	return f
}

func weights(f regression.Formula) []Weight {
	out := make([]Weight, 0, len(f))
	for _, t := range f {
		feature, err := features.ByID(t.ID)
		if err != nil {
			continue // the judge has rejected unknown features before
		}
		out = append(out, Weight{t.ID, feature.Name, t.Weight})
	}
	return out
}

// Missing reports whether there is no number.
func (n Number) Missing() bool { return math.IsNaN(float64(n)) }

// ByWeight returns the features with the largest absolute weight first.
func (r *Result) ByWeight() []Weight {
	out := slices.Clone(r.Features)
	slices.SortStableFunc(out, func(a, b Weight) int {
		return cmp.Compare(math.Abs(b.Weight), math.Abs(a.Weight))
	})
	return out
}

// Title names the program with its size: "AVGERR(10)" or "FEAT_AVGERR(2.5%)".
func (r *Result) Title() string {
	if r.CountsFeatures() {
		return fmt.Sprintf("%s(%s%%)", r.Program, strconv.FormatFloat(100*r.ErrorLimit, 'g', 6, 64))
	}
	return fmt.Sprintf("%s(%d)", r.Program, r.MaxFeatures)
}

// Bound writes the lower bound in the unit of the program: percentage points, or a number
// of features; nothing where there is none.
func (r *Result) Bound() string {
	if r.LowerBound.Missing() {
		return ""
	}
	return r.InUnit(float64(r.LowerBound))
}

// InUnit writes a bound in the unit of the program: percentage points, or a number of features.
func (r *Result) InUnit(bound float64) string {
	if r.CountsFeatures() {
		return strconv.FormatFloat(bound, 'f', -1, 64)
	}
	return strconv.FormatFloat(100*bound, 'f', 4, 64)
}

// Open reports whether something is left to be found or proved.
func (r *Result) Open() bool { return r.Status != Optimal && r.Status != Infeasible }

// Found reports whether there is a formula; it may have no features at all.
func (r *Result) Found() bool { return r.Status == Optimal || r.Status == Feasible }
