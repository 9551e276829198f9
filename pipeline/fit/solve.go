package fit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"feltlab/internal/clock"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/solvers/highs"
	"feltlab/solvers/lad"
	"feltlab/solvers/prove"
	"feltlab/solvers/subset"
)

const (
	// searchShare is the share of the time limit that the search may take before HiGHS starts.
	searchShare = 0.5
	// boundShare is the share that the bound by the relaxation may take before HiGHS starts.
	boundShare = 0.25
	// exactSearchShare is the share of the search before solvers/prove, which finds better formulas too.
	exactSearchShare = 0.25
	// With at most fewFeatures features, solvers/prove finishes in time and finds better formulas on the
	// way. The search then exchanges one feature at a time. The same holds where a formula of full size is known.
	fewFeatures = 10
)

// Options of a solve that do not change its answer.
type Options struct {
	// Workers is the number of goroutines of search and proof; 0 means one per CPU.
	Workers int
	// Progress, if set, is called, never concurrently, for a better formula or bound, every few seconds
	// while HiGHS works, and at the end.
	Progress func(Progress)
	// Formula, if set, is a known formula within the program's limits, and Proof a known proof of a bound,
	// which model/proof has replayed. The solve starts from them.
	Formula regression.Formula
	Proof   *proof.Proof
	// Given is a formula of the user's, within the program's limits but for rounding. The solve starts from it too.
	Given regression.Formula
	// Free is what is known with any weights, from which a solve with round weights starts.
	Free Free
	// Shown, if set, is called at the end with the proof of the bound, if there is one, and the dual vectors
	// that this solve found. With them others replay it faster than the answer's proof, which has none.
	Shown func(p *proof.Proof)
}

// Solve answers a question on its instance. If the time limit or a cancelled context ends it early, the answer has the
// best formula and bound so far. The error wraps question.ErrQuestion or highs.ErrMissing, or is that of model/proof.
func Solve(ctx context.Context, inst *regression.Instance, q question.Question, o Options) (*question.Answer, error) {
	if err := q.Validate(); err != nil {
		return nil, err
	}
	return solveValid(ctx, inst, q, o)
}

// solveValid is Solve for a question that can be answered.
func solveValid(ctx context.Context, inst *regression.Instance, q question.Question,
	o Options) (*question.Answer, error) {
	if q.Engine == question.HiGHS && !highs.Available() {
		return nil, highs.ErrMissing
	}
	if err := checkRules(inst, q); err != nil {
		return nil, err
	}
	s := &solve{question: q, inst: inst, options: o, start: clock.Now(), best: math.Inf(1), highsBest: math.Inf(1),
		bound: math.Inf(-1), reported: math.Inf(-1), engine: string(question.Search)}
	var err error
	if s.subject, err = prove.NewProblem(inst); err != nil {
		return nil, err
	}
	if err := s.begin(); err != nil {
		return nil, err
	}
	if !s.closed() {
		if err := s.search(ctx); err != nil {
			return nil, err
		}
	}
	// HiGHS runs even where nothing is left to prove: the user asked for its report.
	if !s.closed() || q.Engine == question.HiGHS {
		if err := s.prove(ctx); err != nil {
			return nil, err
		}
	}
	s.notify()
	r, err := s.report()
	if err == nil && s.proof != nil && o.Shown != nil {
		o.Shown(s.proof)
	}
	return r, err
}

// checkRules refuses what the rules of an instance, or its number of columns, do not allow, and what no proof can be
// about.
func checkRules(inst *regression.Instance, q question.Question) error {
	if err := q.Program.Validate(inst.Columns.Count()); err != nil || inst.Rules == nil {
		return err
	}
	claim := proof.Header{Features: max(1, q.Program.N), Rules: inst.Rules}
	switch err := claim.Valid(inst.Columns.Count()); {
	case err != nil:
		return fmt.Errorf("%w: no formula of %d of %d columns can be judged: %w; write the target in a larger unit, "+
			"or take a smaller bound, fewer features or fewer columns", question.ErrQuestion, claim.Features,
			inst.Columns.Count(), err)
	case q.Program.Kind.CountsFeatures() && len(inst.With) > 0:
		return fmt.Errorf("%w: columns in every formula need a number of features, not an error", question.ErrQuestion)
	case q.Program.Kind.CountsFeatures():
		return nil
	}
	return inst.CheckWith(q.Program.N, inst.With)
}

// prove improves formula and bound with the question's engine in the time that is left.
func (s *solve) prove(ctx context.Context) error {
	limited, cancel := clock.WithTimeout(ctx, s.left())
	defer cancel()
	switch {
	case s.exact():
		if err := s.proveExactly(limited); err != nil || s.closed() {
			return err
		}
		late, cancel := clock.WithTimeout(ctx, max(s.left(), s.question.TimeLimit/50))
		defer cancel()
		if err := s.boundByFree(late); err != nil || s.question.Program.Kind != regression.AvgErr {
			return err
		}
		if s.inst.Rules != nil && s.proof != nil {
			return nil // the proof began with this bound
		}
		return s.relax(late) // its bound may be higher than that of an unfinished proof; it takes a third of a second
	case s.question.Engine == question.HiGHS:
		return s.proveByHiGHS(ctx)
	}
	return nil
}

func (s *solve) left() time.Duration { return s.question.TimeLimit - clock.Since(s.start) }

func (s *solve) exact() bool {
	return s.question.Engine == question.Exact || s.question.Engine == question.Auto
}

type solve struct {
	question question.Question
	inst     *regression.Instance
	subject  *prove.Problem // the instance as the kernel has it
	options  Options
	start    time.Duration // by package clock
	problem  *lad.Problem
	searched *lad.Problem // by the search for a formula: of large tables a coarse one

	formula    regression.Formula
	found      bool
	best       float64 // objective of formula
	highsBest  float64 // objective of HiGHS's best solution while it works
	bound      float64 // proved, in the unit of the objective
	reported   float64 // bound that the engine reports, unproved
	nodes      int64   // of the engine
	infeasible bool
	engine     string           // that gave the bound
	proof      *proof.Proof     // of the bound, if there is one
	solver     *question.Solver // what HiGHS reports
}

func (s *solve) counts() bool { return s.question.Program.Kind.CountsFeatures() }

func (s *solve) closed() bool {
	gap := s.question.Gap
	return s.infeasible || s.found && (question.Meets(s.question.Program.Kind, s.best, s.bound) ||
		gap > 0 && s.bound >= (1-gap)*s.best)
}

func (s *solve) accept(f *lad.Fit) {
	formula := f.Formula()
	objective := f.Error
	if slices.ContainsFunc(formula, func(t regression.Term) bool { return !regression.IsRound(s.inst.Rules, t) }) {
		return
	}
	if s.counts() {
		if limit := s.question.Program.E; f.Error > limit+proof.LimitTolerance(limit)/2 {
			return
		}
		objective = float64(formula.Units(s.inst.Rules))
	}
	if s.found && objective > s.best-question.SameError {
		return
	}
	s.formula, s.best, s.found = formula, objective, true
	s.notify()
}

func (s *solve) begin() error {
	s.problem = lad.Of(s.inst, s.question.Program.Kind.Loss())
	if s.searched = s.problem; !s.counts() { // whether columns are within a limit is for the table itself to say
		s.searched = prove.Coarse(s.problem)
	}
	for _, known := range []regression.Formula{s.options.Formula, s.options.Given} {
		if known == nil || s.question.Start == question.StartNone {
			continue
		}
		if err := s.acceptColumns(known); err != nil {
			return err
		}
	}
	if s.options.Proof != nil {
		s.engine = string(question.Exact)
		s.learn(s.options.Proof)
	}
	return nil
}

func (s *solve) learn(p *proof.Proof) {
	switch {
	case !s.counts():
		s.raise(p)
	case p.Features >= s.inst.Columns.Count():
		s.infeasible, s.proof = true, p
	default:
		s.bound, s.proof = float64(p.Features+1), p
	}
}

// search finds the incumbent, unless the question starts from nothing, and the bound that all features together give.
func (s *solve) search(ctx context.Context) error {
	if s.question.Start != question.StartNone {
		if err := s.findIncumbent(ctx); err != nil {
			return err
		}
	}
	left := s.left()
	if s.question.Engine == question.HiGHS {
		left = time.Duration(boundShare * float64(s.question.TimeLimit))
	}
	limited, cancel := clock.WithTimeout(ctx, left)
	defer cancel()
	return s.boundByAll(limited)
}

// findIncumbent searches for a formula within the search's share of the time limit.
func (s *solve) findIncumbent(ctx context.Context) error {
	share := searchShare
	if s.exact() {
		share = exactSearchShare
	}
	limited, cancel := clock.WithTimeout(ctx, time.Duration(share*float64(s.question.TimeLimit)))
	defer cancel()
	if s.round() {
		return s.findRound(limited)
	}
	options := subset.Options{Seed: uint64(s.question.Seed), Workers: s.options.Workers, With: s.inst.With,
		Improved: s.acceptSearched}
	if n := s.question.Program.N; s.exact() && !s.counts() && (n <= fewFeatures || len(s.options.Formula) == n) {
		options.Exchange = 1
	}
	var f *lad.Fit
	var err error
	if s.counts() {
		f, err = subset.Fewest(limited, s.problem.Under(limited), s.question.Program.E, options)
	} else {
		f, err = subset.Best(limited, s.searched.Under(limited), s.question.Program.N, options)
	}
	if f != nil {
		s.acceptSearched(f)
	}
	if err != nil && !errors.Is(err, subset.ErrUnreachable) && limited.Err() == nil {
		return err
	}
	return nil
}

// acceptSearched takes the columns of a fit of the search, which may be of the coarse table, if they are better than
// the incumbent.
func (s *solve) acceptSearched(f *lad.Fit) {
	if s.searched != s.problem {
		var err error
		if f, err = s.problem.Fit(f.IDs); err != nil {
			return
		}
	}
	s.accept(f)
}

func (s *solve) relax(ctx context.Context) error {
	p, err := prove.Relax(ctx, s.subject, s.question.Program.N)
	s.raise(p)
	return err
}

// boundByAll bounds the average error by the relaxation with the program's number of features, and the
// largest error by the optimum over all features and its certificate.
func (s *solve) boundByAll(ctx context.Context) error {
	if s.question.Program.Kind == regression.AvgErr {
		if s.exact() {
			return nil // most proofs are faster than the relaxation
		}
		return s.relax(ctx)
	}
	all := s.inst.Columns.IDs()
	f, err := s.problem.Under(ctx).Fit(all)
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	least, err := f.Certificate.Bound(s.inst, all)
	if err != nil {
		return err
	}
	s.bound = max(s.bound, 0)
	if !s.counts() {
		if s.exact() {
			return nil // its proof starts with this bound
		}
		_, p, err := s.leastError(ctx, s.inst.Columns.Count(), f.Formula(), prove.Options{})
		s.raise(p)
		return err
	}
	none, err := s.problem.Fit(nil)
	if err != nil {
		return err
	}
	if s.question.Start != question.StartNone {
		s.accept(f)
		s.accept(none)
	}
	if least <= s.question.Program.E || s.found {
		return s.boundByNone()
	}
	if s.proof, err = s.tooFew(ctx, s.inst.Columns.Count(), nil); s.proof != nil {
		s.infeasible, s.engine = true, string(question.Exact)
	}
	return err
}
