package prove

import "sync"

// pool hands nodes to workers that have none. The search of a node depends on the node alone, so
// it does not matter who does it.
type pool struct {
	mu      sync.Mutex
	wake    *sync.Cond
	idle    int
	workers int
	tasks   []task
	spare   []*lp
}

// task is a node to be searched.
type task struct {
	node *lp
	k    int
}

func newPool(workers int) *pool {
	p := &pool{workers: workers}
	p.wake = sync.NewCond(&p.mu)
	return p
}

// offer takes a copy of a node if somebody waits for one.
func (p *pool) offer(t *table, l *lp, k int) bool {
	if p == nil {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.idle <= len(p.tasks) {
		return false
	}
	p.put(t, l, k)
	return true
}

func (p *pool) put(t *table, l *lp, k int) {
	var c *lp
	if n := len(p.spare); n > 0 {
		c, p.spare = p.spare[n-1], p.spare[:n-1]
	} else {
		c = newLP(t)
	}
	c.copyFrom(l)
	p.tasks = append(p.tasks, task{c, k})
	p.wake.Signal()
}

// take copies a task to l and returns its k; false when all work is done.
func (p *pool) take(l *lp) (int, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle++
	for len(p.tasks) == 0 {
		if p.idle == p.workers {
			p.wake.Broadcast()
			return 0, false
		}
		p.wake.Wait()
	}
	p.idle--
	last := p.tasks[len(p.tasks)-1]
	p.tasks = p.tasks[:len(p.tasks)-1]
	l.copyFrom(last.node)
	p.spare = append(p.spare, last.node)
	return last.k, true
}
