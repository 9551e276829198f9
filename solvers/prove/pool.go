package prove

import (
	"sync"
	"sync/atomic"
)

// pool hands tasks to idle workers of this process and to helpers.
type pool struct {
	mu      sync.Mutex
	wake    *sync.Cond
	idle    int // waiting workers
	workers int
	asking  int // waiting helpers
	away    int // tasks that helpers have
	tasks   []task
	needed  atomic.Int64 // number of tasks that workers and helpers wait for; in a helper, as the reply says
	over    atomic.Bool
}

func (p *pool) end() {
	p.over.Store(true)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wake.Broadcast()
}

type task struct {
	In   columns `json:"in"`
	Free columns `json:"free"`
	K    int     `json:"k"`
}

// within reports whether all choices of a task are choices of another.
func (x task) within(o task) bool {
	return x.K >= 1 && x.In.and(x.Free).empty() && o.In.minus(x.In).empty() &&
		x.In.or(x.Free).minus(o.In.or(o.Free)).empty() && x.In.size()+x.K <= o.In.size()+o.K
}

// meets reports whether a task may have a choice in common with another.
func (x task) meets(o task) bool {
	return x.In.minus(o.In.or(o.Free)).empty() && o.In.minus(x.In.or(x.Free)).empty()
}

func newPool(workers int) *pool {
	p := &pool{workers: workers}
	p.wake = sync.NewCond(&p.mu)
	return p
}

// The caller of count and pop holds the lock.
func (p *pool) count() { p.needed.Store(int64(p.idle + p.asking - len(p.tasks))) }

func (p *pool) wanted() bool { return p.needed.Load() > 0 }

func (p *pool) put(tasks ...task) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tasks = append(p.tasks, tasks...)
	p.count()
	p.wake.Broadcast()
}

func (p *pool) pop() task {
	last := p.tasks[len(p.tasks)-1]
	p.tasks = p.tasks[:len(p.tasks)-1]
	return last
}

// take returns a task; false when all work is done.
func (p *pool) take() (task, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle++
	defer p.count()
	for len(p.tasks) == 0 {
		if p.over.Load() || p.idle == p.workers && p.away == 0 {
			p.wake.Broadcast()
			return task{}, false
		}
		p.count()
		p.wake.Wait()
	}
	p.idle--
	return p.pop(), true
}

func (p *pool) lend() (x task, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.tasks) == 0 {
		return x, false
	}
	p.away++
	defer p.count()
	return p.pop(), true
}

func (p *pool) returned(left ...task) {
	p.mu.Lock()
	p.away--
	p.mu.Unlock()
	p.put(left...)
}

// stalled returns the share of the workers that wait for helpers.
func (p *pool) stalled() float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.away == 0 || p.over.Load() {
		return 0
	}
	return float64(p.idle) / float64(p.workers)
}

func (p *pool) ask(by int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asking += by
	p.count()
}

func (p *pool) drain() []task {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := p.tasks[:min(len(p.tasks), mostLeft)]
	p.tasks = p.tasks[len(out):]
	return out
}
