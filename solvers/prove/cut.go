package prove

import (
	"sync"
	"sync/atomic"
)

// cut is a set of columns of which every formula with a smaller loss than its value has one: a dual
// vector shows that all other columns together do not reach it.
type cut struct {
	columns columns
	value   float64
}

// cuts is what the workers have learned, in the order in which they did. Cuts hold everywhere in the tree.
type cuts struct {
	mu   sync.Mutex
	list []cut
	size atomic.Int64

	old  []cut // of a lower cutoff
	next atomic.Int64
}

// inherit returns a cut of the lower cutoff that nobody has had yet.
func (s *cuts) inherit() (c cut, ok bool) {
	i := int(s.next.Add(1)) - 1
	if i >= len(s.old) {
		return cut{}, false
	}
	return s.old[i], true
}

// add makes a cut known.
func (s *cuts) add(c cut) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, c)
	s.size.Store(int64(len(s.list)))
}

// since returns the cuts but for the first n.
func (s *cuts) since(n int) []cut {
	if int(s.size.Load()) == n {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list[n:]
}
