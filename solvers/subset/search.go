package subset

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"feltlab/internal/parallel"
	"feltlab/model/proof"
	"feltlab/solvers/lad"
)

// set is a set of features, the key of a map.
type set = proof.Vector

func setOf(ids []int) set { return proof.VectorOf(ids...) }

type search struct {
	opts       Options
	candidates []int        // those that are true somewhere, ascending
	same       []int        // by id: the smallest feature like each in all problems; 0: none
	groups     []set        // by id: the features of which at most one is in a set, itself included; none: no group
	with       set          // features that every set has
	workers    []*group     // one per worker
	refilled   map[set]bool // sets that were refilled
	best       *Fit         // the best reported
	target     float64      // an error at which the search stops
}

func newSearch(problems []*lad.Problem, opts Options) *search {
	s := &search{
		opts: opts, same: duplicates(problems), groups: groupsOf(problems), with: setOf(opts.With),
		refilled: map[set]bool{}, target: -1,
	}
	for id, same := range s.same {
		if same != 0 && !s.with.Has(id) {
			s.candidates = append(s.candidates, id)
		}
	}
	for range parallel.Workers(opts.Workers) {
		s.workers = append(s.workers, newGroup(problems))
	}
	return s
}

// duplicates is regression.Patterns.Duplicates for features that are equal, and under equal rules, in all problems.
func duplicates(problems []*lad.Problem) []int {
	same := make([]int, problems[0].Columns()+1)
	var each [][]int
	for _, p := range problems {
		each = append(each, p.Patterns().Duplicates())
	}
	for id := range same {
		for slices.ContainsFunc(each, func(of []int) bool { return of[id] != of[same[id]] }) ||
			same[id] != 0 && !alike(problems, id, same[id]) {
			same[id]++
		}
	}
	return same
}

// groupsOf returns, by id, the features of the group of each in any problem.
func groupsOf(problems []*lad.Problem) []set {
	groups := make([]set, problems[0].Columns()+1)
	for _, p := range problems {
		for id := range groups {
			groups[id] = groups[id].Or(p.Instance().Rules.Group(id))
		}
	}
	return groups
}

func (s *search) grouped() bool {
	return slices.ContainsFunc(s.groups, func(g set) bool { return !g.Empty() })
}

// free reports whether a set lacks a feature and has no other of its group.
func (s *search) free(id int, in set) bool {
	return !in.Has(id) && s.groups[id].And(in).Empty()
}

// allowed reports whether a candidate may join a set: it is free, and the set has the smallest duplicate
// of it, if that is another feature and not in its group.
func (s *search) allowed(id int, in set) bool {
	return s.free(id, in) && (s.same[id] == id || in.Has(s.same[id]))
}

func (s *search) report(f *Fit) {
	if s.best != nil && len(s.best.IDs) == len(f.IDs) && f.Error > s.best.Error-minGain {
		return
	}
	s.best = f
	if s.opts.Improved != nil {
		s.opts.Improved(f)
	}
}

func (s *search) fit(ids []int, from *Fit) (*Fit, error) {
	if _, err := s.workers[0].reset(ids, from); err != nil {
		return nil, err
	}
	return s.workers[0].fit(), nil
}

// first returns the fit of the features that every set has.
func (s *search) first() (*Fit, error) { return s.fit(s.opts.With, nil) }

// withAll returns ids and the features that every set has.
func (s *search) withAll(ids []int) []int {
	ids = slices.Clone(ids)
	for _, id := range s.opts.With {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

var (
	// ErrCount is wrapped by errors about a number of features below 1 or above the number of columns.
	ErrCount = errors.New("bad number of features")
	// ErrProblems is wrapped by errors about problems that have no set of features in common.
	ErrProblems = errors.New("bad list of problems")
	ErrTarget   = errors.New("bad allowed error") // wrapped by errors about an allowed error that is not a fraction
	// ErrUnreachable is wrapped by errors about an allowed error that all features together exceed.
	ErrUnreachable = errors.New("no formula reaches the error")
)

// Options tune a search. The zero value is ready to use.
type Options struct {
	Exchange int // largest number of features exchanged at once; 0 means 2
	// Restarts is the number of starts of Best after the greedy one: 0 means 40, of largest errors 60; negative none.
	// Large instances have fewer.
	Restarts int
	Seed     uint64     // of these starts
	Workers  int        // goroutines; 0 means one per CPU. The answer does not depend on it
	Improved func(*Fit) // called whenever the incumbent gets better, by one goroutine at a time
	With     []int      // features that every set has
}

func (o Options) exchange() int {
	if o.Exchange <= 0 {
		return 2
	}
	return o.Exchange
}

// restarts returns the number of random starts. Fits of instances with many points take long, so these have fewer.
func (s *search) restarts() int {
	usual := 60
	if s.workers[0].problems[0].Loss() == lad.Average {
		usual = 40
	}
	most, asked := manyPoints, cmp.Or(s.opts.Restarts, usual)
	for _, p := range s.workers[0].problems {
		most = max(most, len(p.Patterns().Target))
	}
	if most > manyPoints {
		asked = min(asked, max(usual*manyPoints/most, fewestRestarts))
	}
	return max(asked, 0)
}

const (
	manyPoints     = 1 << 15 // the largest number of points with all random starts
	fewestRestarts = 4
)

// minGain is the smallest improvement, a fraction of 1, that counts: above the rounding of a fit, far
// below the last digit of any report.
const minGain = 1e-10

// check returns an error about a number of features, or about those that every set has.
func check(n int, p *lad.Problem, opts Options) error {
	if n < 1 || n > p.Columns() {
		return fmt.Errorf("%w: %d, want 1 to %d", ErrCount, n, p.Columns())
	}
	return p.Instance().CheckWith(n, opts.With)
}

func checkTarget(e float64) error {
	if !(e >= 0 && e < 1) { // not NaN either
		return fmt.Errorf("%w: %v, want a fraction from 0 to below 1", ErrTarget, e)
	}
	return nil
}

// Fit is a set of features with the optimum of every problem on it.
type Fit struct {
	IDs   []int      // ascending
	Fits  []*lad.Fit // in the order of the problems
	Error float64    // mean of their errors, a fraction of 1
}

func only(f *Fit, err error) (*lad.Fit, error) {
	if f == nil {
		return nil, err
	}
	return f.Fits[0], err
}

// group has one stack a problem, all with the same set of features.
type group struct {
	problems []*lad.Problem
	stacks   []*lad.Stack
	signed   []float64 // scratch: gradients of one stack
}

func newGroup(problems []*lad.Problem) *group {
	g := &group{problems: problems, signed: make([]float64, problems[0].Columns()+1)}
	for _, p := range problems {
		g.stacks = append(g.stacks, p.NewStack())
	}
	return g
}

func (g *group) reset(ids []int, from *Fit) (float64, error) {
	for h, stack := range g.stacks {
		var start *lad.Fit
		if from != nil {
			start = from.Fits[h]
		}
		if err := stack.Reset(ids, start); err != nil {
			return 0, err
		}
	}
	return g.error(), nil
}

func (g *group) push(id int) error {
	for h, stack := range g.stacks {
		if err := stack.Push(id); err != nil {
			for _, done := range g.stacks[:h] {
				done.Pop()
			}
			return err
		}
	}
	return nil
}

func (g *group) pop() {
	for _, stack := range g.stacks {
		stack.Pop()
	}
}

func (g *group) error() float64 {
	sum := 0.0
	for _, stack := range g.stacks {
		sum += stack.Error()
	}
	return sum / float64(len(g.stacks))
}

// gains returns, by feature id, a bound on how much the feature can lower the mean error. The gains of
// several features add up to a bound on their common gain.
func (g *group) gains() []float64 {
	out := make([]float64, len(g.signed))
	for h, stack := range g.stacks {
		stack.Gradients(g.signed)
		for id, v := range g.signed {
			out[id] += g.problems[h].Gain(id, v) / float64(len(g.stacks))
		}
	}
	return out
}

func (g *group) fit() *Fit {
	f := &Fit{Error: g.error()}
	for _, stack := range g.stacks {
		f.Fits = append(f.Fits, stack.Fit())
	}
	f.IDs = f.Fits[0].IDs
	return f
}

func alike(problems []*lad.Problem, a, b int) bool {
	return !slices.ContainsFunc(problems, func(p *lad.Problem) bool { return !p.Instance().Alike(a, b) })
}
