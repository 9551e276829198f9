package prove

import (
	"sync"
	"sync/atomic"
)

// pool hands tasks to idle workers.
type pool struct {
	mu      sync.Mutex
	wake    *sync.Cond
	idle    int // waiting workers
	workers int
	tasks   []task
	needed  atomic.Int64 // number of tasks that workers wait for
	over    atomic.Bool
}

func (p *pool) end() {
	p.over.Store(true)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wake.Broadcast()
}

type task struct {
	in, free columns
	k        int
}

func newPool(workers int) *pool {
	p := &pool{workers: workers}
	p.wake = sync.NewCond(&p.mu)
	return p
}

// The caller of count holds the lock.
func (p *pool) count() { p.needed.Store(int64(p.idle - len(p.tasks))) }

func (p *pool) wanted() bool { return p.needed.Load() > 0 }

func (p *pool) put(tasks ...task) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tasks = append(p.tasks, tasks...)
	p.count()
	p.wake.Broadcast()
}

// take returns a task; false when all work is done.
func (p *pool) take() (task, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle++
	defer p.count()
	for len(p.tasks) == 0 {
		if p.over.Load() || p.idle == p.workers {
			p.wake.Broadcast()
			return task{}, false
		}
		p.count()
		p.wake.Wait()
	}
	p.idle--
	last := p.tasks[len(p.tasks)-1]
	p.tasks = p.tasks[:len(p.tasks)-1]
	return last, true
}
