package lad

import (
	"fmt"
	"slices"

	"feltlab/model/proof"
	"feltlab/model/regression"
)

// Stack is a set of features that grows and shrinks at its end, with the optimum for each set on the way. It is not
// safe for concurrent use. It reuses its memory, so a goroutine that fits many sets should keep one stack.
type Stack struct {
	p         *Problem
	levels    []*level
	depth     int // levels in use
	spare     [2]cells
	workspace workspace
	cut       []cut
	mass      []float64 // multiplier of each pattern

	// Enough ends each fit at the first vertex with a smaller average error, which need not be an optimum: Error may
	// then be greater than the least error, and the certificate proves less. 0: fits end at an optimum.
	Enough float64
}

// NewStack returns a stack without a set; call Reset first.
func (p *Problem) NewStack() *Stack { return &Stack{p: p} }

// Reset solves for the given features. It starts from the weights of from, or from zero for features
// that from does not have (all, if from is nil). A stack whose Reset failed has no set.
func (s *Stack) Reset(ids []int, from *Fit) error {
	s.depth = 0
	if err := checkIDs(ids, s.p.columns); err != nil {
		return err
	}
	if s.p.units != nil {
		ids = regression.Whole(s.p.inst.Rules, proof.VectorOf(ids...)).IDs()
	}
	l := s.next()
	l.ids = append(l.ids[:0], ids...)
	c, other := &s.spare[0], &s.spare[1]
	first := s.p.lead + s.p.free
	c.one(len(s.p.patterns.Vectors), first)
	for j, id := range ids {
		other.split(c, s.p, id, first+j)
		c, other = other, c
	}
	l.cells.copy(c)
	l.measure(s.p)
	l.bound(s.p)
	start := make([]float64, first+len(ids))
	if from != nil {
		for j, id := range ids {
			start[first+j] = from.Weight(id)
		}
		if s.p.free > 0 {
			start[s.p.lead] = from.Intercept
		}
	} else if s.p.free > 0 {
		start[s.p.lead] = max(s.p.lower[0], min(s.p.upper[0], 0))
	}
	l.basis.start(start)
	if s.p.loss == Max {
		s.workspace.fit(l)
		s.place(l)
		l.rows[0].value = l.largest()
	}
	return s.solved(l)
}

// Push adds a feature, or all columns of a whole group, and solves from the current optimum. After an error the stack
// is unchanged.
func (s *Stack) Push(id int) error {
	depth := s.depth
	for _, column := range s.p.unit(id) {
		if err := s.push(column); err != nil {
			s.depth = depth
			return err
		}
	}
	return nil
}

func (s *Stack) push(id int) error {
	from := s.levels[s.depth-1]
	if id < 1 || id > s.p.columns || slices.Contains(from.ids, id) {
		return fmt.Errorf("%w: cannot add %d to %v", ErrFeature, id, from.ids)
	}
	l := s.next()
	l.ids = append(append(l.ids[:0], from.ids...), id)
	l.cells.split(&from.cells, s.p, id, from.basis.n)
	l.bound(s.p)
	l.measure(s.p)
	s.workspace.r = resize(s.workspace.r, from.basis.n)
	l.inherit(from, id, s.p, s.workspace.r)
	return s.solved(l)
}

// Pop removes the feature that was pushed last.
func (s *Stack) Pop() {
	ids := s.levels[s.depth-1].ids
	if s.depth > 1 {
		s.depth -= len(s.p.unit(ids[len(ids)-1]))
	}
}

// Error returns the optimum for the current set, a fraction of 1.
func (s *Stack) Error() float64 { return s.levels[s.depth-1].value }

func (s *Stack) next() *level {
	if s.depth == len(s.levels) {
		s.levels = append(s.levels, &level{})
	}
	return s.levels[s.depth]
}

func (s *Stack) solved(l *level) error {
	if err := s.solve(l); err != nil {
		return err
	}
	s.depth++
	return nil
}

func (c *cells) copy(from *cells) {
	c.n = from.n
	c.of = append(c.of[:0], from.of...)
	c.rep = append(c.rep[:0], from.rep...)
	c.offset = append(c.offset[:0], from.offset...)
	c.column = append(c.column[:0], from.column...)
}

func checkIDs(ids []int, columns int) error {
	var seen proof.Vector
	for _, id := range ids {
		if id < 1 || id > columns || seen.Has(id) {
			return fmt.Errorf("%w: %d in %v (want different ids from 1 to %d)", ErrFeature, id, ids, columns)
		}
		seen = seen.With(id)
	}
	return nil
}
