package fit

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"feltlab/internal/clock"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// ErrNoFormula is returned by operations that need a formula where none was found.
var ErrNoFormula = errors.New("no formula")

// report turns the state into an answer whose errors the kernel has recomputed.
func (s *solve) report() (*question.Answer, error) {
	r := question.NewAnswer(s.question)
	r.Seconds, r.Engine, r.Solver = clock.Since(s.start).Seconds(), s.engine, s.solver
	r.Features, r.Intercept = question.Weights(s.formula, s.inst), question.InterceptOf(s.formula)
	if s.infeasible {
		r.Status, r.Proof = question.Infeasible, prooffile.NewRecord(prove.Bare(s.proof))
		return r, nil
	}
	if !math.IsInf(s.bound, 0) {
		r.LowerBound, r.Proof = question.Number(s.bound), prooffile.NewRecord(prove.Bare(s.proof))
	}
	if !s.found {
		return r, nil
	}
	errs, err := ledger.CheckFormula(s.subject, s.question.Program, s.formula)
	if err != nil {
		return nil, fmt.Errorf("%v: %w", r, err)
	}
	r.SetErrors(errs)
	if !s.counts() {
		s.best = r.Kind.Measured(errs).Value
	}
	r.SetBound(max(s.bound, 0)) // no error and no number of features is below 0
	return r, nil
}

// Words says a formula in words: "start with 86%; three in a row on the flop: -13". The features that are true on every
// flop of the instance make the start; the others follow, the largest weight first, in whole percentage points.
func Words(r *question.Answer, inst *regression.Instance) string {
	start, parts := 0.0, []string{""}
	for _, w := range r.ByWeight() {
		if !slices.ContainsFunc(inst.Features, func(v proof.Vector) bool { return !v.Has(w.ID) }) {
			start += w.Weight
		} else if w.ID >= 1 && w.ID <= inst.Columns.Count() {
			parts = append(parts, inst.Columns.List[w.ID-1].Phrase(w.Weight))
		}
	}
	parts[0] = fmt.Sprintf("start with %d%%", int(math.Round(100*start)))
	return strings.Join(parts, "; ")
}

// Progress is the state of a solve.
type Progress struct {
	Seconds float64 // since the solve began
	// Incumbent is the objective of the best formula, NaN without one.
	Incumbent question.Number
	// Bound is the best bound on the objective, NaN without one: proved, or reported by the engine at
	// work. Programs that count features have whole bounds.
	Bound question.Number
	// Nodes are those of the engine at work.
	Nodes  int64
	Engine question.Engine
}

// ProgressOf returns the progress of a finished solve.
func ProgressOf(r *question.Answer) Progress {
	return Progress{Seconds: r.Seconds, Incumbent: question.Number(r.Objective()), Bound: r.LowerBound,
		Engine: question.Engine(r.Engine)}
}

// highsTolerance bounds the error of the objective that HiGHS reports for the incumbent.
const highsTolerance = 1e-9

func (s *solve) notify() {
	if s.options.Progress == nil {
		return
	}
	p := Progress{Seconds: clock.Since(s.start).Seconds(), Incumbent: question.Number(math.NaN()),
		Bound: question.Number(math.NaN()), Nodes: s.nodes, Engine: question.Engine(s.engine)}
	best := s.best
	if s.highsBest < best-highsTolerance {
		best = s.highsBest
	}
	if !math.IsInf(best, 0) {
		p.Incumbent = question.Number(best)
	}
	if bound := max(s.bound, s.reported); !math.IsInf(bound, 0) {
		p.Bound = question.Number(bound)
	}
	s.options.Progress(p)
}

func (s *solve) advance(bound float64, nodes int64) {
	s.reported, s.nodes = max(s.reported, bound), nodes
	s.notify()
}
