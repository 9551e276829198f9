package ledger

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/model/weights"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// Digits is the tolerance for the last digits of a number in double precision: bounds and errors are
// at most 1, or few features.
const Digits = 0x1p-50

// Fault is a false statement, or a proof that does not hold.
type Fault struct {
	Place    string `json:"place,omitempty"` // the row or file that states it
	Hand     string `json:"hand,omitempty"`  // its hand
	Range    string `json:"range,omitempty"` // its range
	Column   string `json:"column"`          // what is wrong
	Expected string `json:"expected"`        // what would be right
	Found    string `json:"found"`           // what is there
	Note     string `json:"note,omitempty"`  // a remark
}

// String returns the fault in one line.
func (f Fault) String() string {
	text := fmt.Sprintf("%s, %s: expected %s, found %s", placeOf(f.Place, f.Hand, f.Range), f.Column, f.Expected,
		f.Found)
	if f.Note != "" {
		text += ": " + f.Note
	}
	return text
}

// Verdict is the judgement of an answer's statements.
type Verdict struct {
	Errors    *proof.Errors // of the formula; nil without a formula
	Objective proof.Number  // what the program minimises, with a formula
	Faults    []Fault       // the false statements
	Proved    int           // statements that hold
	Numbers   int           // numbers that were compared
	Formulas  int           // formulas that were evaluated

	*question.Answer
	problem *prove.Problem
}

// Judge judges everything that an answer states but its bound: formulas, errors, limits, status, gap,
// and names of features. Gap and status are judged on the stated bound, so they stand and fall with it.
func Judge(s *prove.Problem, a *question.Answer) *Verdict {
	v := &Verdict{Answer: a, problem: s}
	v.judge()
	return v
}

func (r *Verdict) wrong(column, expected, found, note string) {
	r.Faults = append(r.Faults, Fault{Hand: r.HandText(), Range: r.RangeText(), Column: column, Expected: expected,
		Found: found, Note: note})
}

func (r *Verdict) must(holds bool, column, expected, found, note string) bool {
	if holds {
		r.Proved++
	} else {
		r.wrong(column, expected, found, note)
	}
	return holds
}

func (r *Verdict) equal(column string, stated question.Number, n proof.Number, note string) {
	r.Numbers++
	r.must(n.Is(float64(stated), Digits, false), column, Text(n.Value), Text(float64(stated)), note)
}

// Errors returns the errors of a formula, as model/proof computes them.
func Errors(s *prove.Problem, f regression.Formula) (proof.Errors, error) {
	return s.Exact.Evaluate(s.Instance.Rules, f)
}

// CheckFormula returns the errors of a formula of a program. The error wraps ErrProgram if the formula
// breaks the program's limits.
func CheckFormula(s *prove.Problem, p regression.Program, f regression.Formula) (proof.Errors, error) {
	e, err := Errors(s, f)
	switch limited := p.Kind.Measured(e); {
	case err != nil:
		return e, err
	case p.Kind.CountsFeatures() && !proof.Within(limited, p.E):
		return e, fmt.Errorf("%w: an error of %v, %v allows %v", ErrProgram, limited.Value, p.Kind, p.E)
	}
	return e, checkRules(s, p, f)
}

// checkRules returns an error that wraps ErrProgram for weights that are not round, two columns of a group, or no room
// for the columns that every formula has.
func checkRules(s *prove.Problem, p regression.Program, f regression.Formula) error {
	for _, t := range f {
		if !regression.IsRound(s.Rules, t) {
			return fmt.Errorf("%w: the weight %v of column %d is none that its rules allow", ErrProgram, t.Weight, t.ID)
		}
	}
	has := s.Rules.Units(proof.VectorOf(slices.Concat(f.IDs(), s.With)...))
	if n := has.Size(); !p.Kind.CountsFeatures() && n > p.N {
		return fmt.Errorf("%w: %d features, %v allows %d", ErrProgram, n, p.Kind, p.N)
	}
	if !s.Rules.Allow(has) {
		return fmt.Errorf("%w: more of the columns %v are in one group than it allows", ErrProgram, has.IDs())
	}
	return nil
}

// ErrProgram is returned for a formula that breaks its program's limits.
var ErrProgram = errors.New("not a formula of the program")

// Text writes a number of an answer.
func Text(x float64) string {
	if math.IsNaN(x) {
		return "nothing"
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

func (r *Verdict) judge() {
	found := r.Found()
	switch {
	case r.Reading != r.problem.Columns.Version:
		r.wrong("reading", r.problem.Columns.Version, cmp.Or(r.Reading, "nothing"), "")
		return
	case !found && r.Status != question.Infeasible && r.Status != question.None:
		r.wrong("status", "optimal, feasible, infeasible or none", string(r.Status), "")
		return
	case !found && len(r.Features) > 0:
		r.wrong("status", "optimal or feasible, as there is a formula", string(r.Status), "")
		return
	case r.Status == question.Infeasible && !r.Kind.CountsFeatures():
		r.wrong("status", "another, as any formula is allowed", string(r.Status), "")
		return
	case r.Status == question.Infeasible && !r.LowerBound.Missing():
		r.wrong(r.JSONKey("lower_bound"), "nothing, as no formula is allowed", Text(float64(r.LowerBound)), "")
	}
	if rules := r.problem.Rules; rules != nil && r.Table().Low+r.Table().High != "" {
		want := [2]string{rules.Low.String(), rules.High.String()}
		r.must(want == [2]string{r.Table().Low, r.Table().High}, "target_low, target_high", want[0]+", "+want[1],
			r.Table().Low+", "+r.Table().High, "the least and the greatest target")
	}
	if !found {
		for _, x := range []struct {
			column string
			stated question.Number
		}{{"average_error", r.AverageError}, {"max_error", r.MaxError}, {"p90_error", r.P90Error}, {"gap", r.Gap}} {
			r.must(x.stated.Missing(), x.column, "nothing, as there is no formula", Text(float64(x.stated)), "")
		}
	} else if e, ok := r.formula(); ok {
		r.Errors, r.Objective = &e, r.Kind.Measured(e)
		if r.Kind.CountsFeatures() {
			r.Objective = proof.Number{Value: float64(question.Count(r.Features))}
		}
		r.equal("average_error", r.AverageError, e.Average, "the average error of the formula")
		r.equal("max_error", r.MaxError, e.Max, "the largest error of the formula")
		r.equal("p90_error", r.P90Error, e.P90, "the 90th percentile of the errors of the formula")
		r.outcome()
		r.best()
	} else {
		return
	}
	r.solver(found)
}

func (r *Verdict) formula() (e proof.Errors, ok bool) {
	r.Formulas++
	for _, w := range r.Features {
		if c := r.problem.Columns; w.ID >= 1 && w.ID <= c.Count() && c.List[w.ID-1].Name != w.Name {
			r.wrong("features", fmt.Sprintf("F%d %s", w.ID, c.List[w.ID-1].Name), w.Name, "")
		}
		if want := question.GroupOf(r.problem.Rules, w.ID); w.Group != want {
			r.wrong("features", fmt.Sprintf("F%d of the group of F%d", w.ID, want), fmt.Sprint(w.Group),
				"0: it counts alone")
		}
	}
	e, err := CheckFormula(r.problem, r.Program(), r.Formula())
	switch {
	case errors.Is(err, ErrProgram):
		r.wrong("features", "a formula of "+r.Program().String(), "another", err.Error())
	case err != nil:
		r.wrong("features", "a formula", "none", err.Error())
		return e, false
	default:
		r.Proved++
	}
	return e, true
}

func (r *Verdict) outcome() {
	b, gap, status := float64(r.LowerBound), float64(r.Gap), string(r.Status)
	if r.LowerBound.Missing() {
		r.must(r.Status == question.Feasible, "status", "feasible, as there is no bound", status, "")
		r.must(r.Gap.Missing(), "gap", "nothing, as there is no bound", Text(gap), "")
		return
	}
	objective := Text(r.Objective.Value)
	below := b <= r.Objective.High()+Digits
	if !r.must(below, r.JSONKey("lower_bound"), "at most the objective, "+objective, Text(b), "") {
		return
	}
	want := proof.Gap(r.Objective.Value, b)
	r.Numbers++
	close := math.Abs(gap-want) <= (r.Objective.Radius+Digits)/math.Max(r.Objective.Value, Digits)
	r.must(close, "gap", Text(want), Text(gap), "(objective - bound) / objective")
	expected := question.Feasible
	if r.Kind.CountsFeatures() && b > r.Objective.Value-1 || !r.Kind.CountsFeatures() && proof.Optimal(r.Objective, b) {
		expected = question.Optimal
	}
	why := fmt.Sprintf("%s, as the bound is %s and the objective %s", expected, Text(b), objective)
	r.must(r.Status == expected, "status", why, status, "")
}

// SolverTolerance is the tolerance within which HiGHS meets the rows of a program.
const SolverTolerance = 1e-6

// solver refutes what HiGHS reports where the formula or the stated bound does. Nothing proves a report.
func (r *Verdict) solver(found bool) {
	s := r.Solver
	if s == nil {
		return
	}
	bound, gap, column := float64(s.Bound), float64(s.Gap), r.JSONKey("solver_bound")
	if found && s.Status == string(question.Infeasible) {
		r.wrong("solver_status", "another, as there is a formula", s.Status, "")
	}
	if found && bound > r.Objective.High()+SolverTolerance {
		r.wrong(column, "at most the objective, "+Text(r.Objective.Value), Text(bound), "")
	}
	if gap < 0 {
		r.wrong("solver_gap", "at least 0", Text(gap), "")
	}
	// HiGHS's own solution has the objective bound/(1-gap).
	if least := float64(r.LowerBound); gap >= 0 && gap < 1 && bound/(1-gap) < least-SolverTolerance {
		r.wrong(column, "at least "+Text((1-gap)*least)+" with this gap, as no formula is better than the bound "+
			Text(least), Text(bound), "")
	}
}

// CheckStatements judges what an answer states on its instance, but not its bound. The error is that of Verdict.Err.
func CheckStatements(inst *regression.Instance, a *question.Answer) error {
	s, err := prove.NewProblem(inst)
	if err != nil {
		return err
	}
	return Judge(s, a).Err()
}

// Err returns an error that wraps question.ErrAnswer and names the first false statement; nil if all statements hold.
func (v *Verdict) Err() error {
	if len(v.Faults) == 0 {
		return nil
	}
	f := v.Faults[0]
	f.Place = v.Program().String()
	return fmt.Errorf("%w: %v", question.ErrAnswer, f)
}

// Score returns a formula of a program with its errors, as a fraction and in percentage points. The
// error wraps ErrProgram if the formula breaks the program's limits.
func Score(inst *regression.Instance, p regression.Program, f regression.Formula) (question.Scored, error) {
	s, err := prove.NewProblem(inst)
	if err != nil {
		return question.Scored{}, err
	}
	return Scored(s, p, f)
}

// Scored is Score for a problem.
func Scored(s *prove.Problem, p regression.Program, f regression.Formula) (question.Scored, error) {
	errs, err := CheckFormula(s, p, f)
	if err != nil {
		return question.Scored{}, err
	}
	return ScoredBy(errs, f, s.Instance), nil
}

// ScoredBy is Score for a formula whose errors are known.
func ScoredBy(e proof.Errors, f regression.Formula, in *regression.Instance) question.Scored {
	return question.Scored{AverageError: e.Average.Value, MaxError: e.Max.Value, P90Error: e.P90.Value,
		Features: question.Weights(f, in), Intercept: question.InterceptOf(f)}
}

// SubjectOf reads the labels of a claim.
func SubjectOf(h *proof.Header) (question.Subject, error) {
	source, table := h.Labels.Source, h.Labels.OfFile()
	if table {
		source = question.DataPrefix + source
	}
	s, err := question.ParseSubject(source, prooffile.Rows(h))
	return s.With(weights.Of(h.Rules, table)), err
}

// Check judges an answer of another process or file and replays its proof on some goroutines; 0 means
// one per CPU. It returns a copy with the errors that the judge computed and a new record of the
// proof. Its bound is the caller's to read off the proof. The error wraps question.ErrAnswer for a
// false statement or a proof of something else; else it is the error of the replay or the context.
func Check(ctx context.Context, inst *regression.Instance, a *question.Answer, workers int) (*question.Answer, error) {
	s, err := prove.NewProblem(inst)
	if err != nil {
		return nil, err
	}
	v := Judge(s, a)
	if err := v.Err(); err != nil {
		return nil, err
	}
	kept := *a
	if v.Errors != nil {
		kept.SetErrors(*v.Errors)
	}
	kept.Proof = nil
	if a.Proof == nil || a.Proof.Packed == nil {
		return &kept, nil
	}
	text := prooffile.Text(ctx, bytes.NewReader(a.Proof.Packed))
	p, err := prove.ReplayText(ctx, s, text, func(h *proof.Header) error {
		if of, err := SubjectOf(h); err != nil || !of.Is(a.Subject) || !s.AllFormulas(h) || h.Loss != a.Kind.Loss() {
			return errors.New("its proof is of another claim")
		}
		return nil
	}, prove.NewFinder, workers)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("%w: %v: %w", question.ErrAnswer, a, err)
	}
	kept.Proof = prooffile.NewRecord(p)
	return &kept, nil
}
