package prove

import "sync"

// pool hands nodes to workers that have none.
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
	node     *lp // a relaxation by at least the columns that are in or free
	in, free columns
	k        int
}

func newPool(workers int) *pool {
	p := &pool{workers: workers}
	p.wake = sync.NewCond(&p.mu)
	return p
}

// offer takes a copy of a node if somebody waits for one.
func (p *pool) offer(l *lp, in, free columns, k int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.idle <= len(p.tasks) {
		return false
	}
	p.put(task{l, in, free, k})
	return true
}

func (p *pool) put(x task) {
	var c *lp
	if n := len(p.spare); n > 0 {
		c, p.spare = p.spare[n-1], p.spare[:n-1]
	} else {
		c = &lp{}
	}
	c.resize(x.node.v).copyFrom(x.node)
	x.node = c
	p.tasks = append(p.tasks, x)
	p.wake.Signal()
}

// take returns a task; false when all work is done.
func (p *pool) take() (task, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle++
	for len(p.tasks) == 0 {
		if p.idle == p.workers {
			p.wake.Broadcast()
			return task{}, false
		}
		p.wake.Wait()
	}
	p.idle--
	last := p.tasks[len(p.tasks)-1]
	p.tasks = p.tasks[:len(p.tasks)-1]
	return last, true
}

// done takes the memory of a task back.
func (p *pool) done(x task) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.spare = append(p.spare, x.node)
}
