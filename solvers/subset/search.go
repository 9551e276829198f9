package subset

import (
	"slices"

	"feltlab/internal/parallel"
	"feltlab/model/proof"
	"feltlab/solvers/lad"
)

// set is a set of features, the key of a map.
type set = proof.Vector

func setOf(ids []int) set { return proof.VectorOf(ids...) }

// search is the state of one run.
type search struct {
	opts       Options
	candidates []int        // those that are true somewhere, ascending
	same       []int        // by id: the smallest feature like each in all problems; 0: none
	groups     []*group     // one per worker
	refilled   map[set]bool // sets that were refilled
	best       *Fit         // the best reported
	target     float64      // an error at which the search stops
}

func newSearch(problems []*lad.Problem, opts Options) *search {
	s := &search{opts: opts, same: duplicates(problems), refilled: map[set]bool{}, target: -1}
	for id, same := range s.same {
		if same != 0 {
			s.candidates = append(s.candidates, id)
		}
	}
	for range parallel.Workers(opts.Workers) {
		s.groups = append(s.groups, newGroup(problems))
	}
	return s
}

// duplicates is regression.Patterns.Duplicates for features that are equal in all problems.
func duplicates(problems []*lad.Problem) []int {
	same := make([]int, problems[0].Columns()+1)
	var each [][]int
	for _, p := range problems {
		each = append(each, p.Patterns().Duplicates())
	}
	for id := range same {
		for slices.ContainsFunc(each, func(of []int) bool { return of[id] != of[same[id]] }) {
			same[id]++
		}
	}
	return same
}

// allowed reports whether a candidate may join a set: the set lacks it, but has the smallest duplicate
// of it, if that is another feature.
func (s *search) allowed(id int, in set) bool {
	return !in.Has(id) && (s.same[id] == id || in.Has(s.same[id]))
}

// report keeps a fit if it is the best so far, and calls Improved.
func (s *search) report(f *Fit) {
	if s.best != nil && len(s.best.IDs) == len(f.IDs) && f.Error > s.best.Error-minGain {
		return
	}
	s.best = f
	if s.opts.Improved != nil {
		s.opts.Improved(f)
	}
}

// fit returns the fit of a set on the first worker's group.
func (s *search) fit(ids []int, from *Fit) (*Fit, error) {
	if _, err := s.groups[0].reset(ids, from); err != nil {
		return nil, err
	}
	return s.groups[0].fit(), nil
}
