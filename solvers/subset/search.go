package subset

import (
	"feltlab/internal/parallel"
	"feltlab/model/features"
	"feltlab/solvers/lad"
)

// set is a set of features as bits, the key of a set in a map.
type set = features.Vector

func setOf(ids []int) set {
	var v set
	for _, id := range ids {
		v = v.With(id)
	}
	return v
}

// search is one run: the problem, the candidates, and the best set so far.
type search struct {
	p          *lad.Problem
	opts       Options
	candidates []int                   // those that are true somewhere, ascending
	same       [features.Count + 1]int // as regression.Patterns.Duplicates has it
	stacks     []*lad.Stack            // one per worker
	refilled   map[set]bool            // sets that need no refilling any more
	best       *lad.Fit                // best reported
	target     float64                 // an error that is good enough
}

func newSearch(p *lad.Problem, opts Options) *search {
	s := &search{p: p, opts: opts, same: p.Patterns().Duplicates(), refilled: map[set]bool{}, target: -1}
	for id, same := range s.same {
		if same != 0 {
			s.candidates = append(s.candidates, id)
		}
	}
	for range parallel.Workers(opts.Workers) {
		s.stacks = append(s.stacks, p.NewStack())
	}
	return s
}

// allowed reports whether a candidate may join a set: it is not in it, and if it duplicates a
// smaller feature that is.
func (s *search) allowed(id int, in set) bool {
	return !in.Has(id) && (s.same[id] == id || in.Has(s.same[id]))
}

// report keeps a fit if it is the best so far, and tells.
func (s *search) report(f *lad.Fit) {
	if s.best != nil && len(s.best.IDs) == len(f.IDs) && f.Error > s.best.Error-minGain {
		return
	}
	s.best = f
	if s.opts.Improved != nil {
		s.opts.Improved(f)
	}
}

// fit returns the fit of a set on the first worker's stack.
func (s *search) fit(ids []int, from *lad.Fit) (*lad.Fit, error) {
	if err := s.stacks[0].Reset(ids, from); err != nil {
		return nil, err
	}
	return s.stacks[0].Fit(), nil
}
