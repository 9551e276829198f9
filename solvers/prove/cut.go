package prove

import (
	"sync"
	"sync/atomic"

	"feltlab/model/proof"
)

// cuts are the cuts that workers have learned, in this order. Every formula below the cutoff has a
// column of each, everywhere in the tree.
type cuts struct {
	mu    sync.Mutex
	list  []columns
	duals []*proof.Dual // dual vectors that show them, or nil
	size  atomic.Int64

	old  []columns // cuts of similar claims
	next atomic.Int64

	proposed []columns // cuts of helpers that are not checked yet
	more     atomic.Bool
}

// inherit returns the next cut of a similar claim, each to one caller.
func (s *cuts) inherit() (c columns, ok bool) {
	i := int(s.next.Add(1)) - 1
	if i >= len(s.old) {
		return columns{}, false
	}
	return s.old[i], true
}

func (s *cuts) add(c columns, d *proof.Dual) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list, s.duals = append(s.list, c), append(s.duals, d)
	s.size.Store(int64(len(s.list)))
}

// since returns the cuts after the first n.
func (s *cuts) since(n int) []columns {
	if int(s.size.Load()) == n {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list[n:]
}

// propose keeps cuts of helpers until a worker checks them.
func (s *cuts) propose(list []columns) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.proposed = append(s.proposed, list...)
	s.more.Store(len(s.proposed) > 0)
}

// proposal returns a cut of a helper that does not follow from a known one.
func (s *cuts) proposal() (c columns, ok bool) {
	if !s.more.Load() {
		return c, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.proposed) > 0 && !ok {
		c, ok = s.proposed[0], true
		s.proposed = s.proposed[1:]
		for _, k := range s.list {
			if k.minus(c).empty() {
				ok = false
				break
			}
		}
	}
	s.more.Store(len(s.proposed) > 0)
	return c, ok
}
