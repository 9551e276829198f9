package subset

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"feltlab/internal/parallel"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

// set is a set of features, the key of a map.
type set = proof.Vector

func setOf(ids []int) set { return proof.VectorOf(ids...) }

type search struct {
	opts       Options
	p          *lad.Problem
	candidates []int         // those that are true somewhere, ascending
	same       []int         // by id: the smallest feature like each; 0: none
	groups     []proof.Group // by id
	whole      bool          // whether there are whole groups, of which sets have the first features
	with       set           // features that every set has
	workers    []*worker     // one per goroutine
	refilled   map[set]bool  // sets that were refilled
	best       *lad.Fit      // the best reported
	target     float64       // an error at which the search stops
}

func newSearch(p *lad.Problem, opts Options) *search {
	s := &search{opts: opts, p: p, same: duplicates(p), with: setOf(opts.With), refilled: map[set]bool{}, target: -1,
		whole: regression.HasWhole(p.Instance().Rules)}
	for id, same := range s.same {
		s.groups = append(s.groups, p.Instance().Rules.Group(id))
		if same != 0 && !s.with.Has(id) {
			s.candidates = append(s.candidates, id)
		}
	}
	for range parallel.Workers(opts.Workers) {
		s.workers = append(s.workers, &worker{p, p.NewStack()})
	}
	return s
}

// duplicates is regression.Patterns.Duplicates for features under equal rules. Whole groups are like no others; of them
// only the first feature counts.
func duplicates(p *lad.Problem) []int {
	of := p.Patterns().Duplicates()
	same := make([]int, len(of))
	for id := range same {
		for of[id] != of[same[id]] || same[id] != 0 && !p.Instance().Alike(id, same[id]) {
			same[id]++
		}
	}
	for id := range same {
		if first := p.Instance().Rules.Units(setOf([]int{id})); id > 0 && first != setOf([]int{id}) && same[id] > 0 {
			same[first.Smallest()], same[id] = first.Smallest(), 0
		}
	}
	return same
}

func (s *search) grouped() bool {
	return slices.ContainsFunc(s.groups, func(g proof.Group) bool { return !g.Columns.Empty() })
}

// free reports whether a set lacks a feature and has room for one more of its group.
func (s *search) free(id int, in set) bool {
	return !in.Has(id) && !s.groups[id].Full(in)
}

// allowed reports whether a candidate may join a set: it is free, and the set has the smallest duplicate
// of it, if that is another feature and not in its group.
func (s *search) allowed(id int, in set) bool {
	return s.free(id, in) && (s.same[id] == id || in.Has(s.same[id]))
}

func (s *search) report(f *lad.Fit) {
	if s.best != nil && len(s.best.IDs) == len(f.IDs) && f.Error > s.best.Error-minGain {
		return
	}
	s.best = f
	if s.opts.Improved != nil {
		s.opts.Improved(f)
	}
}

func (s *search) fit(ids []int, from *lad.Fit) (*lad.Fit, error) {
	if _, err := s.workers[0].reset(ids, from); err != nil {
		return nil, err
	}
	return s.workers[0].stack.Fit(), nil
}

// first returns the fit of the features that every set has.
func (s *search) first() (*lad.Fit, error) { return s.fit(s.opts.With, nil) }

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
	ErrCount  = errors.New("bad number of features")
	ErrTarget = errors.New("bad allowed error") // wrapped by errors about an allowed error that is not a fraction
	// ErrUnreachable is wrapped by errors about an allowed error that all features together exceed.
	ErrUnreachable = errors.New("no formula reaches the error")
)

// Options tune a search. The zero value is ready to use.
type Options struct {
	Exchange int // largest number of features exchanged at once; 0 means 2
	// Restarts is the number of starts of Best after the greedy one: 0 means 40, of largest errors 60; negative none.
	// Large instances have fewer.
	Restarts int
	Seed     uint64         // of these starts
	Workers  int            // goroutines; 0 means one per CPU. The answer does not depend on it
	Improved func(*lad.Fit) // called whenever the incumbent gets better, by one goroutine at a time
	With     []int          // features that every set has
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
	if s.p.Loss() == lad.Average {
		usual = 40
	}
	most, asked := max(manyPoints, len(s.p.Patterns().Target)), cmp.Or(s.opts.Restarts, usual)
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

type worker struct {
	p     *lad.Problem
	stack *lad.Stack
}

func (w *worker) reset(ids []int, from *lad.Fit) (float64, error) {
	err := w.stack.Reset(ids, from)
	if err != nil {
		return 0, err
	}
	return w.stack.Error(), nil
}

// gains returns, by feature id, a bound on how much the feature can lower the error. The gains of several features add
// up to a bound on their common gain.
func (w *worker) gains() []float64 {
	out := make([]float64, w.p.Columns()+1)
	w.stack.Gradients(out)
	for id := range out { // the first feature of a whole group comes before the others
		out[id] = w.p.Gain(id, out)
	}
	return out
}
