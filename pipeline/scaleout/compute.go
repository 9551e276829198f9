package scaleout

import (
	"errors"
	"time"

	"feltlab/internal/parallel"
	"feltlab/pipeline/work"
)

const coordinatorName = "the coordinator"

// A core waits minWait for a piece of the queue. The wait doubles, up to maxWait, while there is nothing to do.
const minWait, maxWait = time.Second, 10 * time.Second

// compute works on pieces in this process, first on those that cannot go out. Without a core for others it computes
// only these.
func (b *batch) compute() {
	for wait := minWait; b.ctx.Err() == nil; {
		if i := int(b.next.Add(1)) - 1; i < len(b.local) {
			if err := b.local[i].Here(b.ctx); err != nil {
				b.cancel(err)
				return
			}
			b.c.mu.Lock()
			b.left--
			b.checkDone()
			b.c.mu.Unlock()
			continue
		}
		if e := b.mineNow(); e != nil {
			b.computeOne(e)
			wait = minWait
			continue
		}
		select {
		case <-b.ctx.Done():
		case <-b.changed:
		case <-time.After(wait):
			wait = min(2*wait, maxWait)
		}
	}
}

// mineNow returns the next piece for this process: one that workers failed at, or one of the queue.
func (b *batch) mineNow() (e *entry) {
	b.c.mu.Lock()
	defer b.c.mu.Unlock()
	if len(b.own) > 0 {
		e, b.own = b.open[b.own[0]], b.own[1:]
	} else if b.c.o.Cores > 0 {
		e = b.give(holder{})
	}
	if e != nil && (len(b.own) > 0 || len(b.ready) > 0) {
		b.wake() // another core: a queue without a piece for this process would wake it for ever
	}
	return e
}

// computeOne computes a piece here. A piece that fails here is set aside if workers failed at it too.
func (b *batch) computeOne(e *entry) {
	err := parallel.Guard(func() error { return e.job.Here(b.ctx) })
	if err != nil && (b.ctx.Err() != nil || work.Full(err) || errors.Is(err, parallel.ErrPanic)) {
		b.cancel(err)
		return
	}
	c := b.c
	c.mu.Lock()
	defer c.mu.Unlock()
	defer b.checkDone()
	c.own.Heard = time.Now()
	if err == nil {
		c.own.Answers++
		delete(b.open, e.key)
		return
	}
	c.own.Failures++
	reason := clean(err.Error())
	c.fail(coordinatorName, e.job.Name, reason)
	if e.failures = append(e.failures, holder{}); len(e.failures) >= maxFailures {
		delete(b.open, e.key)
		b.aside = append(b.aside, work.Failed{Name: e.job.Name, Worker: coordinatorName, Reason: reason})
		return
	}
	e.failedAt = time.Now()
	b.back(e)
}
