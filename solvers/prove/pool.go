package prove

import (
	"sync"
	"sync/atomic"
)

// pool hands nodes to workers that have none.
type pool struct {
	mu      sync.Mutex
	wake    *sync.Cond
	idle    int
	workers int
	tasks   []task
	over    atomic.Bool
}

// end tells the workers to stop: the proof has failed.
func (p *pool) end() { p.over.Store(true) }

// task is a node to be searched.
type task struct {
	in, free columns
	k        int
}

func newPool(workers int) *pool {
	p := &pool{workers: workers}
	p.wake = sync.NewCond(&p.mu)
	return p
}

// offer takes a node if somebody waits for one.
func (p *pool) offer(x task) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.idle <= len(p.tasks) {
		return false
	}
	p.put(x)
	return true
}

func (p *pool) put(x task) {
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
