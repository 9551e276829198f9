package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"feltlab/internal/parallel"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
	"feltlab/pipeline/work"
)

// Event is a finished solve.
type Event struct {
	// Index is the question's place in the configuration's order.
	Index  int
	Result *question.Answer
	// Cached is true when nothing was solved.
	Cached bool
}

// Options of a run.
type Options struct {
	Workers int       // solves at once; 0 means one per CPU
	Pool    work.Pool // runs the solves; nil means this process, Workers at once
	Fresh   bool      // solve from nothing, unless the cache holds a fresh answer to the same question
	Retry   bool      // solve every open question again, the smallest gap first
	// Only, if set, selects the questions to solve; the others get their known answers where these are final.
	Only func(question.Question) bool
	// Observe, if set, is called for every answer, from several goroutines; its error ends the run.
	Observe func(Event) error
}

// Run answers questions from known results and solves those that these leave open. The answers are in the
// order of the questions, and the best that is known at the end. An answer is nil if a cancellation
// left its question unfinished, if Only excludes it and no final answer is known, or if the pool set it
// aside; the error is then the context's or the pool's.
func Run(ctx context.Context, tasks []question.Question, store *store.Store, o Options) ([]*question.Answer, error) {
	workers := parallel.Workers(o.Workers)
	s := &solver{Solver: fit.NewSolver(store, workers), store: store, options: o}
	results := make([]*question.Answer, len(tasks))
	open := make([]bool, len(tasks))
	loop := parallel.Loop{Items: len(tasks), Workers: workers}
	look := func(q question.Question) (*question.Answer, bool, error) { return s.Look(ctx, q) }
	err := loop.Each(ctx, parallel.Same(func(i int) (err error) {
		results[i], open[i], err = o.look(tasks[i], look)
		if err != nil || open[i] || results[i] == nil {
			return err
		}
		return s.observe(Event{i, results[i], true})
	}))
	if err != nil {
		return results, err
	}
	order := s.order(results, open)
	asked := make([]question.Question, len(order))
	for n, i := range order {
		asked[n] = tasks[i]
	}
	if err := s.Instances.ExpectQuestions(asked); err != nil {
		return results, err
	}
	s.expected = fit.ManyRanges(asked)
	var jobs []work.Job
	for _, i := range order {
		job, err := s.job(tasks[i], results[i], func(r *question.Answer, cached bool) error {
			results[i] = r
			return s.observe(Event{i, r, cached})
		})
		if err != nil {
			return results, err
		}
		results[i] = nil
		jobs = append(jobs, job)
	}
	err = work.Or(o.Pool, workers).Run(ctx, jobs)
	return results, errors.Join(err, s.update(tasks, results))
}

// update replaces open answers by the best that is known now: later solves may have found more.
func (s *solver) update(tasks []question.Question, results []*question.Answer) error {
	for i, r := range results {
		if r == nil || !r.Open() || s.options.Fresh || !ledger.Uses(tasks[i]) {
			continue
		}
		latest, _, err := s.Known.Answer(tasks[i])
		if err != nil {
			return named(tasks[i], err)
		}
		results[i] = latest
	}
	return nil
}

type solver struct {
	store *store.Store
	*fit.Solver
	options  Options
	expected []question.Range // ranges, if the run has many hands
}

func (s *solver) observe(e Event) error {
	if s.options.Observe == nil {
		return nil
	}
	return s.options.Observe(e)
}

// Open reports whether a run would solve a question. A run that ignores what is known still takes a stored fresh
// answer.
func (o *Options) Open(kept *store.Store, base *ledger.Ledger, t question.Question) (bool, error) {
	_, open, err := o.look(t, base.Lookup)
	if err != nil || !open || !o.Fresh && ledger.Uses(t) {
		return open, err
	}
	_, key, err := artifactOf(&fit.Instances{}, t)
	if err != nil {
		return false, err
	}
	_, missing := kept.Get(key)
	return missing != nil, nil
}

func artifactOf(in *fit.Instances, t question.Question) (spec store.Spec, key store.Key, err error) {
	if spec, err = in.Spec(t); err == nil {
		key, err = spec.Key()
	}
	return spec, key, err
}

// look returns the known answer to a question, and whether the run solves it. Of a question that it does not
// solve it returns only a final answer: what others left open is no result of this run.
func (o *Options) look(t question.Question, lookup func(question.Question) (*question.Answer, bool, error)) (
	r *question.Answer, open bool, err error) {
	open = o.Only == nil || o.Only(t)
	if o.Fresh || !ledger.Uses(t) {
		return nil, open, nil
	}
	r, final, err := lookup(t)
	if !open && !final {
		return nil, false, err
	}
	if o.Retry && r != nil {
		final = t.AnsweredBy(r)
	}
	return r, open && !final, err
}

// order lists the open questions, in a retry those with the smallest gap first.
func (s *solver) order(results []*question.Answer, open []bool) (list []int) {
	for i, o := range open {
		if o {
			list = append(list, i)
		}
	}
	if s.options.Retry {
		gap := func(i int) float64 {
			if results[i] == nil || results[i].Gap.Missing() {
				return math.Inf(1)
			}
			return float64(results[i].Gap)
		}
		slices.SortStableFunc(list, func(i, j int) int { return cmp.Compare(gap(i), gap(j)) })
	}
	return list
}

func (s *solver) solve(ctx context.Context, t question.Question) (*question.Answer, bool, error) {
	if s.options.Fresh || !ledger.Uses(t) {
		return s.measure(ctx, t)
	}
	return s.Answer(ctx, t, s.options.Retry, fit.Options{Workers: 1})
}

func named(t question.Question, err error) error { return fmt.Errorf("%v: %w", t, err) }

// measure returns the stored fresh answer to a question, or solves the question from nothing and stores
// the answer, unless a cancellation cut the solve short. What is found also becomes known.
func (s *solver) measure(ctx context.Context, task question.Question) (*question.Answer, bool, error) {
	spec, key, err := artifactOf(s.Instances, task)
	if err != nil {
		return nil, false, err
	}
	r, solved, err := store.JSON(ctx, s.store, spec, func(ctx context.Context) (*question.Answer, error) {
		return s.Measure(ctx, task, fit.Options{Workers: 1})
	})
	if err != nil || solved {
		return r, false, err
	}
	if err := s.judgeStored(ctx, task, r); !errors.Is(err, question.ErrAnswer) {
		return r, true, err
	}
	if err := s.store.Remove(key); err != nil {
		return nil, false, err
	}
	return s.measure(ctx, task)
}

// judgeStored judges a stored answer to a question. It replays the proof of the bound, unless what is known has a bound
// as high, whose proof was replayed on this machine. The error wraps question.ErrAnswer for a false answer.
func (s *solver) judgeStored(ctx context.Context, task question.Question, r *question.Answer) error {
	inst, err := s.Instances.Get(ctx, task.Subject)
	if err != nil {
		return err
	}
	if err := ledger.CheckStatements(inst, r); err != nil {
		return err
	}
	shown, _, err := s.Known.Lookup(task)
	if err != nil {
		return err
	}
	covers := func(a *question.Answer) bool {
		if r.Status == question.Infeasible || a.Status == question.Infeasible {
			return a.Status == question.Infeasible
		}
		return !(r.LowerBound > 0) || a.LowerBound >= r.LowerBound-ledger.Digits
	}
	if shown != nil && covers(shown) && r.Is(task.Subject) && r.Program() == task.Program {
		return nil
	}
	alone := *r
	alone.Solver = nil // judged above, and no proof covers it
	if shown, err = ledger.Accept(ctx, s.Instances, task, &alone); err == nil && !covers(shown) {
		err = fmt.Errorf("%w: no proof shows the bound of %v", question.ErrAnswer, r)
	}
	return err
}
