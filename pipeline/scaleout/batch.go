package scaleout

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"feltlab/internal/parallel"
	"feltlab/pipeline/work"
)

// maxFailures is the number of failures, or of deliveries without an answer, after which this process computes a piece
// itself.
const maxFailures = 3

const coordinatorName = "the coordinator"

// batch is the jobs of a Run. What is open here decides; the queue and the answers in the streams follow it. The
// coordinator's lock guards it.
type batch struct {
	c      *Coordinator
	ctx    context.Context
	cancel context.CancelCauseFunc
	began  time.Time

	open  map[string]*entry // by the tokens of their keys
	own   []*entry          // for this process alone
	stale map[string]bool   // keys in the queue that were not open in the last round
	aside []work.Failed
	total int
	local []work.Job   // jobs for this process only
	next  atomic.Int64 // index into local
	left  int          // open jobs of local

	answers  chan answered
	wake     chan struct{} // a piece for this process alone
	done     chan struct{}
	finished func() // closes done, when no job is open
	group    sync.WaitGroup
}

type entry struct {
	job      work.Job
	key      string        // the token of its key
	turn     chan struct{} // full while a judge has its answer, or a core of this process computes it
	number   uint64        // of its message in the queue, or of a later one; 0 if unknown
	out      time.Time     // when it was first seen to be at a worker
	missing  bool          // the last round found it neither in the queue nor here
	mine     bool          // for this process alone
	failures int
}

// release lets another judge or core have a piece.
func (e *entry) release() { <-e.turn }

// Run puts the pieces of jobs into the queue, computes some of them here, and judges answers until
// all are done. If the context ends, finished jobs stay finished.
func (c *Coordinator) Run(ctx context.Context, jobs []work.Job) error {
	c.running.Lock()
	defer c.running.Unlock()
	b := &batch{c: c, open: map[string]*entry{}, total: len(jobs), began: time.Now(),
		answers: make(chan answered), wake: make(chan struct{}, 1), done: make(chan struct{})}
	var pieces []*entry
	for _, j := range jobs {
		key := tokenOf(j.Key)
		if j.Key == "" || b.open[key] != nil { // a second job with a key finds the answer of the first
			b.local = append(b.local, j)
			continue
		}
		b.open[key] = &entry{job: j, key: key, turn: make(chan struct{}, 1)}
		pieces = append(pieces, b.open[key])
	}
	b.finished = sync.OnceFunc(func() { close(b.done) })
	if b.left = len(b.local); len(jobs) == 0 {
		return ctx.Err()
	}
	b.ctx, b.cancel = context.WithCancelCause(ctx)
	defer b.cancel(nil)
	err := b.work(pieces)
	c.sendStatus(context.WithoutCancel(ctx))
	if err != nil {
		if ctx.Err() == nil {
			c.why = err
		}
		return err
	}
	if len(b.aside) > 0 {
		return &work.SetAside{Pieces: b.aside}
	}
	return nil
}

// work runs until all jobs are done, the context ends, or an error occurs that no worker caused.
func (b *batch) work(pieces []*entry) error {
	c := b.c
	defer func() {
		c.mu.Lock()
		c.batch = nil // nothing joins the group from here on
		c.mu.Unlock()
		b.cancel(nil)
		b.group.Wait()
	}()
	c.mu.Lock()
	c.batch = b
	for _, who := range c.members {
		b.hear(who)
	}
	b.checkDone()
	c.mu.Unlock()
	for range parallel.Workers(c.o.Judges) {
		b.group.Go(b.judge)
	}
	for range max(1, c.o.Cores) {
		b.group.Go(b.compute)
	}
	b.group.Go(func() {
		b.reconcile(pieces)
		repeat(b.ctx, min(reconcileTime, c.o.Lease), func() { b.reconcile(nil) })
	})
	select {
	case <-b.done:
	case <-b.ctx.Done():
		return context.Cause(b.ctx)
	}
	return nil
}

// The callers of the following three methods hold the lock.

func (b *batch) checkDone() {
	if len(b.open) == 0 && b.left == 0 {
		b.finished()
	}
}

// close ends a piece.
func (b *batch) close(e *entry) {
	delete(b.open, e.key)
	b.checkDone()
}

// mine leaves a piece to this process.
func (b *batch) mine(e *entry) {
	if e.mine || b.open[e.key] != e {
		return
	}
	e.mine = true
	b.own = append(b.own, e)
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// failed notes a failure at a piece, which goes into the queue again, or to this process.
func (b *batch) failed(e *entry) {
	b.c.mu.Lock()
	if e.failures++; e.failures >= maxFailures {
		b.mine(e)
	}
	again := b.open[e.key] == e && !e.mine
	b.c.mu.Unlock()
	if again {
		b.remove(b.ctx, e.key) // its worker has perhaps not acknowledged it yet
		b.publish([]*entry{e})
	}
}

// compute works on pieces in this process, first on those that cannot go out. Without a core for others it computes
// only these.
func (b *batch) compute() {
	const ownWait = time.Second // for a piece of the queue, before it looks for one of its own
	queue, err := newPuller(b.c.conn, b.c.run)
	if err != nil {
		b.cancel(err)
		return
	}
	defer func() { _ = queue.sub.Unsubscribe() }() // it errs without a connection
	for b.ctx.Err() == nil {
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
		if e := b.takeOwn(); e != nil {
			b.computeOne(e)
			continue
		}
		if b.c.o.Cores == 0 {
			select {
			case <-b.ctx.Done():
			case <-b.wake:
			}
		} else if m := queue.next(b.ctx, ownWait, nil); m != nil {
			b.c.mu.Lock()
			e := b.open[lastToken(m.Subject)]
			b.c.mu.Unlock()
			ctx, stop := context.WithCancel(b.ctx)
			go repeat(ctx, b.c.o.Lease/3, func() { _ = m.Respond(progress) }) // a lost one costs only time
			if e != nil {
				b.computeOne(e)
			}
			stop()
			if b.ctx.Err() == nil { // otherwise a worker goes on with it
				_ = m.Respond(ack)
			} else {
				_ = m.Respond(nak)
			}
		}
	}
}

// takeOwn returns the next piece for this process alone.
func (b *batch) takeOwn() (e *entry) {
	b.c.mu.Lock()
	defer b.c.mu.Unlock()
	if len(b.own) == 0 {
		return nil
	}
	e, b.own = b.own[0], b.own[1:]
	if len(b.own) > 0 {
		select { // another core
		case b.wake <- struct{}{}:
		default:
		}
	}
	return e
}

// computeOne computes a piece here, if it is still open. A piece that fails here is set aside if workers failed at it
// too.
func (b *batch) computeOne(e *entry) {
	select {
	case e.turn <- struct{}{}:
		defer e.release()
	case <-b.ctx.Done():
		return
	}
	b.c.mu.Lock()
	open := b.open[e.key] == e
	b.c.mu.Unlock()
	if !open {
		return
	}
	err := parallel.Guard(func() error { return e.job.Here(b.ctx) })
	if err != nil && (b.ctx.Err() != nil || work.Full(err) || errors.Is(err, parallel.ErrPanic)) {
		b.cancel(err)
		return
	}
	c := b.c
	c.mu.Lock()
	c.own.Heard = time.Now()
	if err == nil {
		c.own.Answers++
		b.close(e)
		c.mu.Unlock()
		return
	}
	c.own.Failures++
	reason := clean(err.Error())
	c.fail(coordinatorName, e.job.Name, reason)
	aside := e.mine || e.failures+1 >= maxFailures
	if aside {
		b.aside = append(b.aside, work.Failed{Name: e.job.Name, Worker: coordinatorName, Reason: reason})
		b.close(e)
	}
	c.mu.Unlock()
	if !aside {
		b.failed(e)
	}
}
