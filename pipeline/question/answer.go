package question

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"feltlab/internal/plain"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/prooffile"
)

// Status says how good an answer's formula is known to be.
type Status string

// The statuses.
const (
	// Optimal: no formula is better; a proved bound meets the objective.
	Optimal Status = "optimal"
	// Feasible: the formula meets the program's limits; a better one may exist.
	Feasible Status = "feasible"
	// Infeasible: no formula meets the program's limits.
	Infeasible Status = "infeasible"
	// None: the time ran out before the search found a formula that meets the limits.
	None Status = "none"
)

// Answer answers a Question. All errors are fractions of 1 that model/proof recomputed; they are
// NaN (null) without a formula.
type Answer struct {
	Subject `json:"-"` // its keys are AnswerKeys's
	// Reading is the version of the columns' definitions: features.Version, or data.Version for a table.
	Reading string `json:"reading"`
	ProgramKeys
	Status       Status `json:"status"`        // optimal, feasible, infeasible or none
	AverageError Number `json:"average_error"` // average error over all flops; with a quantile twice the pinball loss
	MaxError     Number `json:"max_error"`     // largest error
	P90Error     Number `json:"p90_error"`     // error that 90% of the flops stay within
	// LowerBound bounds the program's objective: an error for MAXERR and AVGERR, a number of
	// features for FEAT_MAXERR and FEAT_AVGERR. In JSON its key says which.
	LowerBound Number `json:"-"`
	lowerBoundKeys
	// Gap is (objective - bound) / objective.
	Gap     Number  `json:"gap"`
	Seconds float64 `json:"seconds"` // time of the solve
	// Engine is the engine that worked last. It gave the bound, unless the relaxation did.
	Engine string `json:"engine"`
	// Seed and TimeLimitSeconds are those of the question.
	Seed             int      `json:"seed,omitempty"`               // seed of the question
	TimeLimitSeconds float64  `json:"time_limit_seconds,omitempty"` // time limit of the question
	Features         []Weight `json:"features"`                     // features and weights
	// Intercept is what a formula about a table adds to the weights.
	Intercept float64 `json:"intercept,omitempty"`
	// Proof records the proof of the bound, nil if there is none. For FEAT_AVGERR and FEAT_MAXERR it shows that one
	// feature less does not suffice, or that all features do not.
	Proof *prooffile.Record `json:"proof,omitempty"`
	// Round are the answers to the same question with round weights that a command was asked for too.
	Round []*Answer `json:"round,omitempty"`
	// Best lists the best sets of columns, if a command was asked for them.
	Best *Best `json:"best,omitempty"`
	// Solver is what HiGHS reports; nil where it was not asked.
	*Solver
	unitKeys
}

// ProgramKeys is a program without its methods, so that JSON writes its three keys: program,
// max_features and error_limit.
type ProgramKeys regression.Program

// NewAnswer returns the answer to a question of which nothing is known.
func NewAnswer(q Question) *Answer {
	none := Number(math.NaN())
	return &Answer{Subject: q.Subject, Reading: q.Definitions(), ProgramKeys: ProgramKeys(q.Program), Status: None,
		AverageError: none, MaxError: none, P90Error: none, LowerBound: none, Gap: none, Features: []Weight{},
		Seed: q.Seed, TimeLimitSeconds: q.TimeLimit.Seconds()}
}

// lowerBoundKeys holds LowerBound while JSON is written or read: one key for each unit.
type lowerBoundKeys struct {
	LowerBoundError    *Number `json:"lower_bound,omitempty"`          // bound on the error, of MAXERR and AVGERR
	LowerBoundFeatures *Number `json:"lower_bound_features,omitempty"` // bound on the number of features, of the others
}

// solverBoundKeys is lowerBoundKeys for Solver.Bound.
type solverBoundKeys struct {
	SolverBoundError    *Number `json:"solver_bound,omitempty"`          // bound on the error, as HiGHS reports it
	SolverBoundFeatures *Number `json:"solver_bound_features,omitempty"` // bound on the number, as HiGHS reports it
}

// JSONKey returns the key of lower_bound or solver_bound in JSON, whose ending says its unit.
func (a *Answer) JSONKey(name string) string {
	if a.CountsFeatures() {
		return name + "_features"
	}
	return name
}

// AnswerKeys has the keys of an answer in JSON, without its methods: structs with further keys embed it.
type AnswerKeys struct {
	SubjectKeys
	answerKeys
}

type answerKeys Answer

// Keys returns the keys of an answer.
func (a Answer) Keys() AnswerKeys {
	s := &Solver{}
	if a.Solver != nil {
		*s = *a.Solver
		a.Solver = s
	}
	if a.CountsFeatures() {
		a.LowerBoundFeatures, s.SolverBoundFeatures = &a.LowerBound, &s.Bound
	} else {
		a.LowerBoundError, s.SolverBoundError = &a.LowerBound, &s.Bound
	}
	return AnswerKeys{a.Subject.Keys(), answerKeys(a)}
}

// MarshalJSON writes an answer.
func (a Answer) MarshalJSON() ([]byte, error) { return plain.Encode(a.Keys()) }

// takeBounds moves the bounds from the keys of JSON to where they belong. It reports whether one is a number of
// features.
func (a *Answer) takeBounds() (counted bool) {
	take := func(inError, inFeatures *Number) Number {
		counted = counted || inFeatures != nil
		if bound := cmp.Or(inFeatures, inError); bound != nil {
			return *bound
		}
		return Number(math.NaN())
	}
	a.LowerBound = take(a.LowerBoundError, a.LowerBoundFeatures)
	a.lowerBoundKeys = lowerBoundKeys{}
	if s := a.Solver; s != nil {
		s.Bound = take(s.SolverBoundError, s.SolverBoundFeatures)
		s.solverBoundKeys = solverBoundKeys{}
	}
	return counted
}

// UnmarshalJSON reads an answer. It fails without hand, range or program, for a program with the wrong parameter,
// for a number of features where the program minimizes an error, and for keys and names that no answer has.
func (a *Answer) UnmarshalJSON(text []byte) error {
	var read struct {
		AnswerKeys
		Schema string `json:"schema"` // the commands' --json has it
		// What feltlab fit adds, which is no part of the answer.
		Table       json.RawMessage `json:"table"`
		OutOfSample json.RawMessage `json:"out_of_sample"`
		Compared    json.RawMessage `json:"compared"`
		RangePlain  json.RawMessage `json:"range_plain"`
		Judged      json.RawMessage `json:"judged"`
	}
	if err := Strict(text, &read); err != nil {
		return err
	}
	*a = Answer(read.answerKeys)
	var err error
	if a.Subject, err = read.SubjectKeys.Subject(); err != nil {
		return err
	}
	counted := a.takeBounds()
	if err := a.fromUnit(); err != nil {
		return err
	}
	switch p := a.Program(); {
	case read.Schema != "" && !strings.HasPrefix(read.Schema, "feltlab/"):
		return fmt.Errorf("schema %.40q: want that of a command of feltlab", read.Schema)
	case p.Kind.CountsFeatures() && p.N != 0 || !p.Kind.CountsFeatures() && p.E != 0:
		return fmt.Errorf("%v takes one of max_features and error_limit, not both", p.Kind)
	case counted && !p.Kind.CountsFeatures():
		return fmt.Errorf("%v has a bound on the error, not on the number of features", p.Kind)
	default:
		return cmp.Or(p.Validate(a.MostFeatures()), a.checkNames())
	}
}

// NotStarted is the status of HiGHS if no time was left for it.
const NotStarted = "not started"

// Solver is what HiGHS reports about a program. Package judge refutes it where a formula or a bound does;
// nothing proves it.
type Solver struct {
	// Formulation is the integer program that HiGHS solved; with round weights it is always pattern.
	Formulation string `json:"formulation"`
	Version     string `json:"solver_version"` // such as HiGHS 1.10.0
	// Options are those of HiGHS that are not its defaults, such as "presolve off; threads 2; tolerance 1e-09".
	Options string `json:"solver_options,omitempty"`
	// Status is HiGHS's own: "optimal" means that it found no formula better than Gap allows, and
	// "not started" that no time was left for it.
	Status string `json:"solver_status"`
	// Bound is a lower bound in the unit of the answer's LowerBound; a bound on a number of features is rounded up. Gap
	// is (objective - bound) / objective of HiGHS's own solution and bound. Both are NaN (null) where HiGHS has none.
	Bound Number `json:"-"`
	solverBoundKeys
	Gap     Number  `json:"solver_gap"`     // part of the objective that HiGHS leaves open
	Nodes   int64   `json:"solver_nodes"`   // of branch and bound
	Seconds float64 `json:"solver_seconds"` // time that HiGHS took
}

// StatusText is the status in words, with what only HiGHS reports: "optimal by HiGHS".
func (a *Answer) StatusText() string {
	if s := a.Solver; s != nil && (a.Status == Feasible && s.Status == string(Optimal) ||
		a.Status == None && s.Status == string(Infeasible)) {
		return s.Status + " by HiGHS"
	}
	return string(a.Status)
}

// Found reports whether there is a formula. The formula may be empty.
func (a *Answer) Found() bool { return a.Status == Optimal || a.Status == Feasible }

// Open reports whether a better formula or bound may still be found.
func (a *Answer) Open() bool { return a.Status != Optimal && a.Status != Infeasible }

// Formula returns the intercept, if it is not 0, and the features and weights.
func (a *Answer) Formula() regression.Formula { return formulaOf(a.Intercept, a.Features) }

// Program returns the question's program.
func (a *Answer) Program() regression.Program { return regression.Program(a.ProgramKeys) }

// Question returns the question without the options that do not change what is optimal.
func (a *Answer) Question() Question { return Question{Subject: a.Subject, Program: a.Program()} }

// String names the question for people: "AA against 22+,A2s+, AVGERR(5)".
func (a *Answer) String() string { return a.Question().String() }

// CountsFeatures reports whether the program asks for the fewest features within an error.
func (a *Answer) CountsFeatures() bool { return a.Kind.CountsFeatures() }

// Objective is the value that the program minimises: an error, or the number of features.
func (a *Answer) Objective() float64 {
	switch {
	case !a.Found():
		return math.NaN()
	case a.CountsFeatures():
		return float64(Count(a.Features))
	case a.Kind.UsesMax():
		return float64(a.MaxError)
	}
	return float64(a.AverageError)
}

// SetErrors copies the errors that the kernel computed.
func (a *Answer) SetErrors(e proof.Errors) {
	a.AverageError, a.MaxError, a.P90Error = Number(e.Average.Value), Number(e.Max.Value), Number(e.P90.Value)
}

// Scored returns the formula with its errors.
func (a *Answer) Scored() Scored {
	return Scored{float64(a.AverageError), float64(a.MaxError), float64(a.P90Error), a.Features, a.Intercept}
}

// SetScored takes a formula with its errors.
func (a *Answer) SetScored(s Scored) {
	a.AverageError, a.MaxError, a.P90Error = Number(s.AverageError), Number(s.MaxError), Number(s.P90Error)
	a.Features, a.Intercept = s.Features, s.Intercept
}

// SetBound sets bound, gap and status of an answer with a formula from a bound on its objective.
func (a *Answer) SetBound(bound float64) {
	a.Status = Feasible // an answer without a formula has no objective
	a.Status, a.LowerBound, a.Gap = Outcome(a.Kind, a.Objective(), bound)
}

// Outcome returns status, bound and gap of a formula with an objective, from a bound on the program's objective.
func Outcome(k regression.Kind, objective, bound float64) (status Status, lower, gap Number) {
	if status = Feasible; Meets(k, objective, bound) {
		status = Optimal
	}
	return status, Number(min(bound, objective)), Number(proof.Gap(objective, bound))
}

// SameError is the largest difference between two fits of the same features.
const SameError = 1e-13

// Meets reports whether a bound meets an objective, so that the status is Optimal: the gap is within proof.Tolerance of
// an error, or less than a feature.
func Meets(k regression.Kind, objective, bound float64) bool {
	if k.CountsFeatures() {
		return bound > objective-1
	}
	return proof.Optimal(proof.Number{Value: objective, Radius: SameError}, bound)
}

// ByWeight returns the features with the largest absolute weight first.
func (a *Answer) ByWeight() []Weight {
	out := slices.Clone(a.Features)
	slices.SortStableFunc(out, func(a, b Weight) int {
		return cmp.Compare(math.Abs(b.Weight), math.Abs(a.Weight))
	})
	return out
}

// Bound writes the lower bound in the program's unit, as InUnit. It is empty where there is no bound.
func (a *Answer) Bound() string {
	if a.LowerBound.Missing() {
		return ""
	}
	return a.InUnit(float64(a.LowerBound))
}

// InUnit writes a bound in the program's unit: that of ErrorText, or a number of features.
func (a *Answer) InUnit(bound float64) string {
	if a.CountsFeatures() {
		return strconv.FormatFloat(bound, 'f', -1, 64)
	}
	return a.ErrorText(bound)
}

// Number is a float64 that may be missing: NaN, which is null in JSON.
type Number float64

// Missing reports whether there is no number.
func (n Number) Missing() bool { return math.IsNaN(float64(n)) }

// MarshalJSON writes NaN as null.
func (n Number) MarshalJSON() ([]byte, error) {
	if n.Missing() {
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
	ID     int     `json:"id"`                 // number of the feature
	Name   string  `json:"name"`               // its name
	Weight float64 `json:"weight" text:",%+2"` // its weight
	// Parts are the names of the two columns whose product the feature is.
	Parts []string `json:"parts,omitempty" text:"-"`
	// Group is the number of the first feature of the group that the feature counts with as one; 0: it counts alone.
	Group int `json:"group,omitempty" text:"-"`
}

// Count returns how many features a formula has, where those of a group that counts as one do so.
func Count(features []Weight) (n int) {
	seen := map[int]bool{}
	for _, w := range features {
		if w.Group == 0 || !seen[w.Group] {
			n++
		}
		seen[w.Group] = true
	}
	return n
}

// Weights returns a formula's features with the names of an instance's columns. It leaves out unknown features, which
// the kernel rejects.
func Weights(f regression.Formula, in *regression.Instance) []Weight {
	c := in.Columns
	out := make([]Weight, 0, len(f))
	for _, t := range f {
		if t.ID >= 1 && t.ID <= c.Count() {
			of := c.List[t.ID-1]
			out = append(out, Weight{t.ID, of.Name, t.Weight, of.Parts, GroupOf(in.Rules, t.ID)})
		}
	}
	return out
}

// GroupOf returns Weight.Group of a feature under rules.
func GroupOf(r *proof.Rules, id int) int {
	if g := r.Group(id); g.Most == 0 && !g.Columns.Empty() {
		return g.Columns.Smallest()
	}
	return 0
}

// InterceptOf returns the intercept of a formula: the weight of the column 0.
func InterceptOf(f regression.Formula) float64 {
	for _, t := range f {
		if t.ID == 0 {
			return t.Weight
		}
	}
	return 0
}

func formulaOf(intercept float64, weights []Weight) regression.Formula {
	f := make(regression.Formula, 0, len(weights)+1)
	if intercept != 0 {
		f = append(f, regression.Term{Weight: intercept})
	}
	for _, w := range weights {
		f = append(f, regression.Term{ID: w.ID, Weight: w.Weight})
	}
	return f
}

// Scored is a formula with its errors over all flops, which model/proof computed.
type Scored struct {
	AverageError float64  `json:"average_error" text:",%2"` // average error over all flops
	MaxError     float64  `json:"max_error" text:",%2"`     // largest error
	P90Error     float64  `json:"p90_error" text:",%2"`     // error that 90% of the flops stay within
	Features     []Weight `json:"features"`                 // features and weights
	// Intercept is what a formula about a table adds to the weights.
	Intercept float64 `json:"intercept,omitempty"`
}

// Formula returns the intercept, if it is not 0, and the features and weights.
func (s *Scored) Formula() regression.Formula { return formulaOf(s.Intercept, s.Features) }

// Objective is the error that a program minimises or bounds.
func (s *Scored) Objective(k regression.Kind) float64 {
	if k.UsesMax() {
		return s.MaxError
	}
	return s.AverageError
}
