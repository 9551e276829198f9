package fit

import (
	"context"
	"errors"
	"math"
	"time"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/solvers/highs"
	"feltlab/solvers/lad"
	"feltlab/solvers/prove"
	"feltlab/solvers/subset"
)

const (
	// searchShare is the part of the time limit that the search may take before HiGHS starts.
	searchShare = 0.5
	// boundShare is that which a bound of our own may take then.
	boundShare = 0.25
	// exactSearchShare is that before our own engine starts, which finds better formulas by itself.
	exactSearchShare = 0.25
	// With fewFeatures or less our engine has a proof in time, and finds better formulas on the
	// way. So the search exchanges one feature at a time, from fewRestarts, which finds more in half
	// the time than exchanges of two; also where a formula of so many features is known, which took a
	// search before.
	fewFeatures, fewRestarts = 10, 30
)

// Options of a solve that do not change its question.
type Options struct {
	// Workers is the number of goroutines of search and proof; 0 means one per CPU.
	Workers int
	// Progress, if set, is called, never concurrently, when there is a better formula or a better
	// bound, while HiGHS works every few seconds too, and at the end. Weights that are multiples of
	// a step have no part in it.
	Progress func(Progress)
	// Formula is one that meets the program's limits, and Proof, which model/proof has replayed,
	// bounds its objective, if such are known: where the solve begins.
	Formula regression.Formula
	Proof   *proof.Proof
	// Shown, if set, is called at the end with the proof of the bound, if there is one, and the dual
	// vectors that this solve found: others replay that sooner than the result's, which has none.
	Shown func(p *proof.Proof)
	// Share, if set, lets others help in proofs; see prove.Options.
	Share func(p prove.Part, answer func(request []byte) (reply []byte)) (end func())
}

// Solve answers a task on its instance. A time limit or a cancelled context ends it early
// with what it has: the result says how far it came. The error wraps ErrTask or
// highs.ErrMissing, or is the judge's.
func Solve(ctx context.Context, inst *regression.Instance, t question.Question, o Options) (*question.Answer, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	if t.Engine == question.HiGHS && !highs.Available() {
		return nil, highs.ErrMissing
	}
	s := &solve{task: t, inst: inst, options: o, start: time.Now(), best: math.Inf(1), theirs: math.Inf(1), bound: math.Inf(-1), word: math.Inf(-1), engine: string(question.Search)}
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
	// HiGHS is asked even where nothing is left to prove: who names it wants to hear it.
	if !s.closed() || t.Engine == question.HiGHS {
		if err := s.prove(ctx); err != nil {
			return nil, err
		}
	}
	s.tell()
	return s.withIntegers(ctx)
}

// prove improves formula and bound by the task's engine in the time that is left.
func (s *solve) prove(ctx context.Context) error {
	limited, cancel := context.WithDeadline(ctx, s.start.Add(s.task.TimeLimit))
	defer cancel()
	switch {
	case s.exact():
		if err := s.proveExactly(limited); err != nil || s.closed() || s.task.Program.Kind != regression.AvgErr {
			return err
		}
		return s.relax(ctx) // a proof that was cut short may have come less far; a third of a second
	case s.task.Engine == question.HiGHS:
		return s.proveByHiGHS(ctx)
	}
	return nil
}

// exact reports whether our own engine proves.
func (s *solve) exact() bool {
	return s.task.Engine == question.Exact || s.task.Engine == question.Auto
}

func (s *solve) searchShare() float64 {
	if s.exact() {
		return exactSearchShare
	}
	return searchShare
}

// withIntegers solves for the task's steps too and reports everything.
func (s *solve) withIntegers(ctx context.Context) (*question.Answer, error) {
	seconds := time.Since(s.start).Seconds()
	integers, err := s.integers(ctx)
	if err != nil {
		return nil, err
	}
	r, err := s.report()
	if err != nil {
		return nil, err
	}
	r.Seconds = seconds
	if s.proof != nil && s.options.Shown != nil {
		s.options.Shown(s.proof)
	}
	for _, i := range integers {
		report, err := i.report(r)
		if err != nil {
			return nil, err
		}
		r.Integers = append(r.Integers, report)
	}
	return r, nil
}

// solve is a task under way.
type solve struct {
	task    question.Question
	inst    *regression.Instance
	subject *prove.Problem // the same for the judge
	options Options
	start   time.Time
	problem *lad.Problem

	formula    regression.Formula
	found      bool
	best       float64 // objective of formula
	theirs     float64 // objective of HiGHS's best solution while it works
	bound      float64 // proved, in the unit of the objective
	word       float64 // bound that the engine states
	nodes      int64   // of the engine
	infeasible bool
	engine     string           // what gave the bound
	proof      *proof.Proof     // of the bound, if our own engine gave it
	solver     *question.Solver // what HiGHS says
}

// counts reports whether the objective is a number of features.
func (s *solve) counts() bool { return s.task.Program.Kind.CountsFeatures() }

// closed reports whether nothing is left to prove.
func (s *solve) closed() bool {
	return s.infeasible || s.found && question.Meets(s.task.Program.Kind, s.best, s.bound)
}

// accept takes a fit if it is better than the formula so far.
func (s *solve) accept(f *lad.Fit) {
	formula := f.Formula()
	objective := f.Error
	if s.counts() {
		if f.Error > s.task.Program.E+proof.LimitTolerance/2 {
			return
		}
		objective = float64(len(formula))
	}
	if s.found && objective > s.best-question.SameError {
		return
	}
	s.formula, s.best, s.found = formula, objective, true
	s.tell()
}

// begin takes what is known.
func (s *solve) begin() error {
	var err error
	if s.problem, err = lad.New(s.inst, s.task.Program.Kind.Loss()); err != nil {
		return err
	}
	if s.options.Formula != nil && s.task.Start != question.StartNone {
		f, err := s.problem.Fit(s.options.Formula.IDs())
		if err != nil {
			return err
		}
		s.accept(f)
	}
	if s.options.Proof != nil {
		s.engine = string(question.Exact)
		s.learn(s.options.Proof)
	}
	return nil
}

// learn takes a proof that is known.
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

// search finds the incumbent, unless HiGHS is to do without, and the bound that all features
// together give.
func (s *solve) search(ctx context.Context) error {
	if s.task.Start != question.StartNone {
		if err := s.findIncumbent(ctx); err != nil {
			return err
		}
	}
	end := s.start.Add(s.task.TimeLimit)
	if s.task.Engine == question.HiGHS {
		end = time.Now().Add(time.Duration(boundShare * float64(s.task.TimeLimit)))
	}
	limited, cancel := context.WithDeadline(ctx, end)
	defer cancel()
	return s.boundByAll(limited)
}

// findIncumbent searches for a formula.
func (s *solve) findIncumbent(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, time.Duration(s.searchShare()*float64(s.task.TimeLimit)))
	defer cancel()
	options := subset.Options{Seed: uint64(s.task.Seed), Workers: s.options.Workers, Improved: func(f *subset.Fit) { s.accept(f.Fits[0]) }}
	if n := s.task.Program.N; s.exact() && !s.counts() && (n <= fewFeatures || len(s.options.Formula) == n) {
		options.Restarts, options.Exchange = fewRestarts, 1
	}
	var f *lad.Fit
	var err error
	if s.counts() {
		f, err = subset.Fewest(limited, s.problem, s.task.Program.E, options)
	} else {
		f, err = subset.Best(limited, s.problem, s.task.Program.N, options)
	}
	if f != nil {
		s.accept(f)
	}
	if err != nil && !errors.Is(err, subset.ErrUnreachable) && limited.Err() == nil {
		return err
	}
	return nil
}

// relax bounds the average error by the relaxation.
func (s *solve) relax(ctx context.Context) error {
	p, err := prove.Relax(ctx, s.subject, s.task.Program.N)
	s.raise(p)
	return err
}

// boundByAll bounds the error by the relaxation: of every formula with so many features, for the
// average error, else by the optimum over all features and its certificate, below which no number
// of features gets.
func (s *solve) boundByAll(ctx context.Context) error {
	if s.task.Program.Kind == regression.AvgErr {
		if s.exact() {
			return nil // most are proved before it would be
		}
		return s.relax(ctx)
	}
	all := s.inst.Columns.IDs()
	f, err := s.problem.Fit(all)
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
			return nil // it certifies its bounds, this one first
		}
		_, p, err := s.leastError(ctx, s.inst.Columns.Count(), f.Formula(), prove.Options{})
		s.raise(p)
		return err
	}
	none, err := s.problem.Fit(nil)
	if err != nil {
		return err
	}
	if s.task.Start != question.StartNone {
		s.accept(f)
		s.accept(none)
	}
	if least <= s.task.Program.E || s.found {
		return s.boundByNone()
	}
	if s.proof, err = s.tooFew(ctx, s.inst.Columns.Count(), nil); s.proof != nil {
		s.infeasible, s.engine = true, string(question.Exact)
	}
	return err
}
