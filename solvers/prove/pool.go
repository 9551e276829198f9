package prove

import (
	"sync"
	"sync/atomic"
)

// pool hands nodes to workers that have none, here and elsewhere.
type pool struct {
	mu      sync.Mutex
	wake    *sync.Cond
	idle    int // workers here that wait
	workers int // here
	asking  int // helpers that wait
	away    int // tasks that helpers have
	tasks   []task
	hungry  atomic.Int64 // tasks that somebody waits for
	over    atomic.Bool
}

// end tells the workers to stop: the proof has failed.
func (p *pool) end() {
	p.over.Store(true)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wake.Broadcast()
}

// task is a node to be searched: columns that are in, those that may be chosen, and how many.
type task struct {
	In   columns `json:"in"`
	Free columns `json:"free"`
	K    int     `json:"k"`
}

// within reports whether all choices of a task are some of another.
func (x task) within(o task) bool {
	return x.K >= 1 && x.In.and(x.Free).empty() && o.In.minus(x.In).empty() &&
		x.In.or(x.Free).minus(o.In.or(o.Free)).empty() && x.In.size()+x.K <= o.In.size()+o.K
}

func newPool(workers int) *pool {
	p := &pool{workers: workers}
	p.wake = sync.NewCond(&p.mu)
	return p
}

// count notes for how many tasks somebody waits. The lock is held.
func (p *pool) count() { p.hungry.Store(int64(p.idle + p.asking - len(p.tasks))) }

// wanted reports whether somebody waits for a task.
func (p *pool) wanted() bool { return p.hungry.Load() > 0 }

func (p *pool) put(tasks ...task) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tasks = append(p.tasks, tasks...)
	p.count()
	p.wake.Broadcast()
}

// pop takes the last task. The lock is held.
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

// lend gives a task to a helper, if there is one.
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

// returned notes that a helper has a task no more; what is left of it is to be searched.
func (p *pool) returned(left ...task) {
	p.mu.Lock()
	p.away--
	p.mu.Unlock()
	p.put(left...)
}

// ask changes the number of helpers that wait.
func (p *pool) ask(by int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asking += by
	p.count()
}

// drain takes out what a helper gives to others.
func (p *pool) drain() []task {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := p.tasks[:min(len(p.tasks), mostLeft)]
	p.tasks = p.tasks[len(out):]
	return out
}

// starve notes, in that of a helper, for how many tasks somebody elsewhere waits.
func (p *pool) starve(n int64) { p.hungry.Store(n) }
