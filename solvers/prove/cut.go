package prove

import (
	"sync"
	"sync/atomic"

	"feltlab/model/proof"
)

// cuts is what the workers have learned, in the order in which they did. Each is a set of columns
// of which every formula below the cutoff has one: all other columns together do not get there.
// That holds everywhere in the tree.
type cuts struct {
	mu    sync.Mutex
	list  []columns
	duals []*proof.Dual // which show them; nil where nobody has one
	size  atomic.Int64

	old  []columns // of like claims
	next atomic.Int64

	theirs []columns // of helpers, which nobody here has looked at
	more   atomic.Bool
}

// inherit returns a cut of a like claim that nobody has had yet.
func (s *cuts) inherit() (c columns, ok bool) {
	i := int(s.next.Add(1)) - 1
	if i >= len(s.old) {
		return columns{}, false
	}
	return s.old[i], true
}

// add makes a cut known.
func (s *cuts) add(c columns, d *proof.Dual) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list, s.duals = append(s.list, c), append(s.duals, d)
	s.size.Store(int64(len(s.list)))
}

// since returns the cuts but for the first n.
func (s *cuts) since(n int) []columns {
	if int(s.size.Load()) == n {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list[n:]
}

// hear keeps what helpers say are cuts until somebody looks at it.
func (s *cuts) hear(list []columns) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.theirs = append(s.theirs, list...)
	s.more.Store(len(s.theirs) > 0)
}

// heard returns what a helper says is a cut, unless it follows from one that is known.
func (s *cuts) heard() (c columns, ok bool) {
	if !s.more.Load() {
		return c, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.theirs) > 0 && !ok {
		c, ok = s.theirs[0], true
		s.theirs = s.theirs[1:]
		for _, k := range s.list {
			if k.minus(c).empty() {
				ok = false
				break
			}
		}
	}
	s.more.Store(len(s.theirs) > 0)
	return c, ok
}
