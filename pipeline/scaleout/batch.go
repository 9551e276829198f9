package scaleout

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

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

	all   []*entry          // in the order of the jobs
	open  map[string]*entry // by the tokens of their keys
	aside []work.Failed

	own    chan *entry   // for this process alone; it has room for all
	judges chan struct{} // full while all judges are busy
	done   chan struct{} // closed when no job is open
	group  sync.WaitGroup
}

type entry struct {
	job      work.Job
	key      string    // the token of its key
	number   uint64    // of its message in the queue, or of a later one; 0 until the next round
	out      time.Time // when it was first seen to be at a worker
	busy     bool      // a judge has its answer, or a core of this process computes it
	mine     bool      // for this process alone
	failures int
}

// Run puts the pieces of jobs into the queue, computes some of them here, and judges answers until
// all are done. If the context ends, finished jobs stay finished.
func (c *Coordinator) Run(ctx context.Context, jobs []work.Job) error {
	c.running.Lock()
	defer c.running.Unlock()
	b := &batch{c: c, open: map[string]*entry{}, began: time.Now(), own: make(chan *entry, len(jobs)),
		judges: make(chan struct{}, parallel.Workers(0)), done: make(chan struct{})}
	for i, j := range jobs {
		e := &entry{job: j, key: tokenOf(j.Key)}
		if j.Key == "" || b.open[e.key] != nil { // a second job with a key finds the answer of the first
			e.job.Key, e.key, e.mine = "", fmt.Sprint("job ", i), true // no token is like this
			b.own <- e
		}
		b.open[e.key] = e
		b.all = append(b.all, e)
	}
	if len(jobs) == 0 {
		return ctx.Err()
	}
	b.ctx, b.cancel = context.WithCancelCause(ctx)
	defer b.cancel(nil)
	err := b.work()
	c.sendStatus(context.WithoutCancel(ctx))
	switch {
	case err != nil && ctx.Err() == nil:
		c.why = err
	case err == nil && len(b.aside) > 0:
		return &work.SetAside{Pieces: b.aside}
	}
	return err
}

// work runs until all jobs are done, the context ends, or an error occurs that no worker caused.
func (b *batch) work() error {
	c := b.c
	defer func() {
		c.mu.Lock()
		c.batch = nil // nothing joins the group from here on
		for _, who := range c.members {
			who.deaf = nil
		}
		c.mu.Unlock()
		b.cancel(nil)
		b.group.Wait()
	}()
	c.mu.Lock()
	c.batch = b
	for _, who := range c.members {
		if !who.dropped {
			b.hear(who)
		}
	}
	c.mu.Unlock()
	for range max(1, c.o.Cores) {
		b.group.Go(b.compute)
	}
	b.group.Go(func() {
		b.reconcile()
		repeat(b.ctx, min(reconcileTime, c.o.Lease), b.reconcile)
	})
	select {
	case <-b.done:
		return nil
	case <-b.ctx.Done():
		return context.Cause(b.ctx)
	}
}

// claim returns an open piece, unless it is for this process alone or a judge or a core has it; then nil.
func (b *batch) claim(key string) *entry {
	b.c.mu.Lock()
	defer b.c.mu.Unlock()
	e := b.open[key]
	if e == nil || e.busy || e.mine {
		return nil
	}
	e.busy = true
	return e
}

// The callers of the following two methods hold the lock.

func (b *batch) close(e *entry) {
	if delete(b.open, e.key); len(b.open) == 0 {
		close(b.done)
	}
}

func (b *batch) mine(e *entry) {
	if !e.mine && b.open[e.key] == e {
		e.mine = true
		b.own <- e
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

// compute works on pieces for this process alone, and with a core for others on those of the queue too.
func (b *batch) compute() {
	var others chan struct{}
	if b.c.o.Cores > 0 {
		others = make(chan struct{})
		close(others)
	}
	for b.ctx.Err() == nil {
		select {
		case e := <-b.own:
			b.computeOne(e)
		case <-others:
			b.computeQueued()
		case <-b.ctx.Done():
		}
	}
}

// computeQueued computes a piece of the queue, if there is one within a second.
func (b *batch) computeQueued() {
	m, err := b.c.takes.Next(jetstream.FetchMaxWait(time.Second))
	if err != nil {
		if !errors.Is(err, nats.ErrTimeout) {
			pause(b.ctx, backoffTime) // a server without the queue answers at once
		}
		return
	}
	ctx, stop := context.WithCancel(b.ctx)
	go repeat(ctx, b.c.o.Lease/3, func() { _ = m.InProgress() }) // what is lost of these costs only time
	if e := b.claim(lastToken(m.Subject())); e != nil {
		b.computeOne(e)
	}
	if stop(); b.ctx.Err() == nil {
		_ = m.Ack()
	} else {
		_ = m.Nak() // a worker goes on with it
	}
}

// computeOne computes a piece here. A piece that fails here is set aside if workers failed at it too.
func (b *batch) computeOne(e *entry) {
	c := b.c
	err := parallel.Guard(func() error { return e.job.Here(b.ctx) })
	if err != nil && (b.ctx.Err() != nil || e.job.Key == "" || work.Full(err) || errors.Is(err, parallel.ErrPanic)) {
		b.cancel(err)
		return
	}
	c.mu.Lock()
	e.busy = false
	aside := err != nil && (e.mine || e.failures+1 >= maxFailures)
	switch {
	case err != nil:
		c.own.Failures++
		c.fail(coordinatorName, e.job.Name, err.Error())
	case e.job.Key != "":
		c.own.Answers++
	}
	if aside {
		b.aside = append(b.aside, work.Failed{Name: e.job.Name, Worker: coordinatorName, Reason: clean(err.Error())})
	}
	if err == nil || aside {
		b.close(e)
	}
	c.mu.Unlock()
	if err != nil && !aside {
		b.failed(e)
	}
}
