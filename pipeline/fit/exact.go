package fit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"feltlab/model/mip"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/solvers/highs"
	"feltlab/solvers/prove"
)

// Every bound of the engine exact comes with a proof that model/proof has replayed. The bounds that the
// solver reports are not used.

// raise takes a proved bound on the least error with the program's N features.
func (s *solve) raise(p *proof.Proof) {
	if p != nil && p.Cutoff > s.bound {
		s.bound, s.proof = p.Cutoff, p
		s.notify()
	}
}

func (s *solve) proveExactly(ctx context.Context) error {
	s.engine = string(question.Exact)
	if s.counts() {
		return s.proveCount(ctx)
	}
	var start []proof.Cut
	if s.proof != nil && s.proof.Features == s.question.Program.N {
		start = s.proof.Cuts
	} else if s.startsWith(s.options.Free.Proof) {
		start = s.options.Free.Proof.Cuts
	}
	r, p, err := s.leastError(ctx, s.question.Program.N, s.formula, prove.Options{Start: start, Gap: s.question.Gap})
	if err != nil || r == nil {
		return err
	}
	s.raise(p)
	s.accept(r.Incumbent)
	return nil
}

// proveCount proves, for 1, 2, ... features, that their least error is above the limit. The first number
// whose least error is within the limit is the optimum.
func (s *solve) proveCount(ctx context.Context) error {
	if s.bound < 1 {
		return nil
	}
	var last []proof.Cut
	if s.bound > 1 {
		last = s.proof.Cuts
	}
	useful := s.inst.Rules.Units(s.subject.Exact.Features()).Size() // columns, or whole groups, that are true somewhere
	for n := int(s.bound); !s.found || float64(n) < s.best; n++ {
		if n >= useful {
			n = s.inst.Columns.Count()
		}
		p, err := s.tooFew(ctx, n, last)
		if err != nil {
			return err
		}
		if s.found && s.best <= float64(n) {
			break
		}
		if p == nil {
			return nil // out of time
		}
		if n == s.inst.Columns.Count() { // possible with round weights only: any weights were tried with all columns
			s.infeasible, s.proof = true, p
			return nil
		}
		s.bound, s.proof, last = float64(n+1), p, p.Cuts
		s.notify()
	}
	return nil
}

// tooFew tries to prove that the least error with n features is above the limit, starting from the cuts for fewer
// features. It may find formulas within the limit. The proof is nil if there is none, or if the time ran out.
func (s *solve) tooFew(ctx context.Context, n int, fewer []proof.Cut) (*proof.Proof, error) {
	limit := s.question.Program.E
	if !s.question.Program.Kind.UsesMax() {
		p, err := prove.Relax(ctx, s.subject, n)
		if err != nil {
			return nil, err
		}
		if p != nil && proof.Beyond(p.Cutoff, limit) {
			return p, nil
		}
	}
	r, p, err := s.leastError(ctx, n, regression.Formula{},
		prove.Options{Target: limit + 2*proof.LimitTolerance(limit), Start: fewer})
	if r != nil {
		s.accept(r.Incumbent)
	}
	if p != nil && !proof.Beyond(p.Cutoff, limit) {
		p = nil // the bound does not reach the limit
	}
	return p, err
}

// leastError bounds the error with n features until the time runs out or the bound reaches the options'
// target, if that is positive. It returns nil if no time was left.
func (s *solve) leastError(ctx context.Context, n int, incumbent regression.Formula,
	o prove.Options) (*prove.Result, *proof.Proof, error) {
	if ctx.Err() != nil {
		return nil, nil, nil
	}
	program := regression.Program{Kind: s.question.Program.Kind.LeastError(), N: n}
	o.Workers, o.With = s.options.Workers, s.inst.With
	if !s.counts() {
		o.Progress = func(p prove.Progress) { s.advance(p.Bound, p.Nodes) }
	}
	r, p, err := prove.Make(ctx, s.subject, program, incumbent, o)
	if errors.Is(err, proof.ErrHeader) { // no claim about so many features with such bounds can be proved
		return nil, nil, nil
	}
	return r, p, err
}

// boundByNone proves that the program needs at least one feature, unless the empty formula is within the limit.
func (s *solve) boundByNone() error {
	if s.bound >= 1 {
		return nil
	}
	e, err := s.subject.Exact.Evaluate(s.subject.Instance.Rules, nil)
	if err != nil {
		return err
	}
	all := []proof.Cut{{Columns: s.inst.Rules.Units(s.subject.Exact.Features())}}
	kind := s.question.Program.Kind
	bound := kind.Measured(e).Low() // an intercept may lower it; the kernel judges
	p, err := prove.FromCuts(context.Background(), s.subject, kind.Loss(), 0, bound, all, 1)
	if p != nil && proof.Beyond(p.Cutoff, s.question.Program.E) {
		s.bound, s.proof = 1, p
		s.notify()
	}
	return err
}

// countSlack is the rounding error allowed in HiGHS's bound on a number of features.
const countSlack = 1e-6

func (s *solve) proveByHiGHS(ctx context.Context) error {
	s.engine = string(question.HiGHS)
	built, err := mip.Build(s.inst, s.question.Program, s.question.Formulation)
	if err != nil {
		return err
	}
	var start []float64
	if s.found {
		start = built.Start(s.formula)
	}
	kind := s.question.Program.Kind
	progress := func(p highs.Progress) {
		s.highsBest = p.Objective
		s.advance(highsBound(kind, p.Bound), p.Nodes)
	}
	x, solver, err := runHiGHS(ctx, built.Model, start, s.question, s.left(), progress)
	if err != nil {
		return err
	}
	s.highsBest, s.solver, s.nodes = math.Inf(1), solver, solver.Nodes
	solver.Formulation = s.question.Formulation.String()
	if !solver.Bound.Missing() {
		s.reported = max(s.reported, float64(solver.Bound))
	}
	if x == nil {
		return nil
	}
	if err := s.acceptColumns(built.Formula(x)); err != nil {
		return fmt.Errorf("weights of HiGHS's features: %w", err)
	}
	return nil
}

// acceptColumns takes a formula as acceptRound does, if weights are round; else it fits the weights of its columns and
// of those that every formula has, to which a solver may give the weight 0.
func (s *solve) acceptColumns(f regression.Formula) error {
	if s.round() {
		return s.acceptRound(f)
	}
	own, err := s.problem.Fit(s.inst.Rules.Units(proof.VectorOf(slices.Concat(f.IDs(), s.inst.With)...)).IDs())
	if err == nil {
		s.accept(own)
	}
	return err
}

// runHiGHS solves a question's model with HiGHS in the time that is left. It returns the best point, nil if there is
// none, and what HiGHS reports.
func runHiGHS(ctx context.Context, m *mip.Model, start []float64, q question.Question, left time.Duration,
	progress func(highs.Progress)) ([]float64, *question.Solver, error) {
	none := question.Number(math.NaN())
	s := &question.Solver{Version: "HiGHS " + highs.Version(), Status: question.NotStarted, Bound: none, Gap: none,
		Options: q.Settings.String()}
	if left <= 0 || ctx.Err() != nil {
		return nil, s, nil
	}
	r, err := highs.Solve(ctx, m, start, highs.Options{TimeLimit: left, Seed: q.Seed, Settings: q.Settings,
		Progress: progress})
	switch {
	case r == nil && ctx.Err() != nil:
		return nil, s, nil // cancelled before HiGHS reported anything
	case r == nil:
		return nil, nil, err
	}
	s.Status, s.Nodes, s.Seconds = r.Status.String(), r.Nodes, r.Seconds
	if bound := highsBound(q.Program.Kind, r.Bound); !math.IsInf(bound, 0) {
		s.Bound = question.Number(bound)
	}
	if !math.IsInf(r.Gap, 0) {
		s.Gap = question.Number(r.Gap)
	}
	return r.X, s, nil
}

// highsBound converts a bound of HiGHS to the unit of an answer: numbers of features are rounded up.
func highsBound(k regression.Kind, bound float64) float64 {
	if k.CountsFeatures() {
		bound = math.Ceil(bound - countSlack)
	}
	if bound == 0 {
		return 0 // not -0
	}
	return bound
}
