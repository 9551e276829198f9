package scaleout

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"feltlab/internal/parallel"
	"feltlab/internal/plain"
	"feltlab/pipeline/work"
)

const (
	// maxFailures is the number of failures at workers after which this process computes a piece itself.
	maxFailures = 3
	// backoffTime is how long a worker pauses after an error, and othersTime is how long a piece waits for another
	// worker than those that failed at it.
	backoffTime = 500 * time.Millisecond
	othersTime  = 2 * time.Second
	// maxReason and maxName are the lengths at which failure messages and names of workers are cut.
	maxReason, maxName = 300, 80
)

// batch is the jobs of a Run. The coordinator's lock guards it.
type batch struct {
	c      *Coordinator
	ctx    context.Context
	cancel context.CancelCauseFunc

	open    map[string]*entry
	ready   []string // keys in the order of the jobs; those of entries in another state do not count
	own     []string // keys of pieces for this process alone
	out     map[string]*entry
	answers []answered // answers that wait for a judge
	aside   []work.Failed
	total   int
	local   []work.Job   // jobs for this process only
	next    atomic.Int64 // index into local
	left    int          // open jobs of local

	changed  chan struct{} // wakes a goroutine of compute
	done     chan struct{}
	finished func() // closes done, when no job is open
}

type entry struct {
	job      work.Job
	key      string
	state    state
	holder   holder    // of a piece that is out
	until    time.Time // the end of its lease, unless the holder renews it
	end      time.Time // the end of its lease in any case
	failures []holder
	failedAt time.Time
}

// holder is a worker: its credential and the name that it chose.
type holder struct {
	who    *member
	worker string
}

func (e *entry) last() holder { return e.failures[len(e.failures)-1] }

type state int

const (
	ready state = iota // in the queue
	out                // at a worker
	here               // this process computes it
)

// Run hands the pieces of jobs out, computes some of them here, and judges answers until
// all are done. If the context ends, finished jobs stay finished.
func (c *Coordinator) Run(ctx context.Context, jobs []work.Job) error {
	c.running.Lock()
	defer c.running.Unlock()
	b := &batch{c: c, open: map[string]*entry{}, out: map[string]*entry{}, total: len(jobs),
		changed: make(chan struct{}, 1), done: make(chan struct{})}
	for _, j := range jobs {
		if j.Key == "" || b.open[j.Key] != nil { // a second job with a key finds the answer of the first
			b.local = append(b.local, j)
			continue
		}
		b.ready = append(b.ready, j.Key)
		b.open[j.Key] = &entry{job: j, key: j.Key}
	}
	b.finished = sync.OnceFunc(func() { close(b.done) })
	if b.left = len(b.local); len(jobs) == 0 {
		return ctx.Err()
	}
	b.ctx, b.cancel = context.WithCancelCause(ctx)
	defer b.cancel(nil)
	c.set(b)
	defer c.set(nil)
	if err := b.work(); err != nil {
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

func (c *Coordinator) set(b *batch) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.batch = b
}

// work runs until all jobs are done, the context ends, or an error occurs that no worker caused.
func (b *batch) work() error {
	var group sync.WaitGroup
	defer group.Wait()
	defer b.cancel(nil)
	context.AfterFunc(b.ctx, func() {
		b.c.mu.Lock()
		defer b.c.mu.Unlock()
		b.c.more.Broadcast()
	})
	for range parallel.Workers(b.c.o.Judges) {
		group.Go(b.judge)
	}
	for range max(1, b.c.o.Cores) {
		group.Go(b.compute)
	}
	b.c.dispatch()
	b.c.mu.Lock()
	b.checkDone()
	b.c.mu.Unlock()
	select {
	case <-b.done:
	case <-b.ctx.Done():
		return context.Cause(b.ctx)
	}
	return nil
}

// The callers of the following methods hold the lock. Those of nil do nothing.

func (b *batch) checkDone() {
	if len(b.open) == 0 && b.left == 0 {
		b.finished()
	}
}

// give hands the first piece out that waits for such a worker; nil if there is none.
func (b *batch) give(h holder) *entry {
	if b == nil || h.who != nil && h.who.dropped {
		return nil
	}
	for i := 0; i < len(b.ready); i++ {
		e := b.open[b.ready[i]]
		if e == nil || e.state != ready {
			b.ready = slices.Delete(b.ready, i, i+1)
			i--
			continue
		}
		if slices.Contains(e.failures, h) && time.Since(e.failedAt) < othersTime {
			continue
		}
		b.ready = slices.Delete(b.ready, i, i+1)
		if h.who == nil {
			e.state = here
			return e
		}
		b.lend(e, h)
		return e
	}
	return nil
}

func (b *batch) lend(e *entry, h holder) {
	limit := e.job.Limit
	if limit == 0 {
		limit = work.DefaultLimit
	}
	now := time.Now()
	e.state, e.holder, e.until, e.end = out, h, now.Add(b.c.o.Lease), now.Add(limit)
	b.out[e.key] = e
}

// back puts a piece into the queue again.
func (b *batch) back(e *entry) {
	delete(b.out, e.key)
	if e.state = ready; len(e.failures) >= maxFailures {
		b.mine(e)
		return
	}
	b.ready = append(b.ready, e.key)
	b.wake()
}

// mine leaves a piece to this process.
func (b *batch) mine(e *entry) {
	delete(b.out, e.key)
	e.state = here
	b.own = append(b.own, e.key)
	b.wake()
}

func (b *batch) wake() {
	select {
	case b.changed <- struct{}{}:
	default:
	}
}

// release takes the pieces of some workers back.
func (b *batch) release(of func(h holder) bool) {
	if b == nil {
		return
	}
	for _, e := range b.out {
		if of(e.holder) {
			b.back(e)
		}
	}
}

// expire takes pieces back whose lease is over. It returns those that took longer than they may, with the worker
// among their failures.
func (b *batch) expire(now time.Time) (long []*entry) {
	if b == nil {
		return nil
	}
	for _, e := range b.out {
		if now.After(e.end) {
			e.failures, e.failedAt = append(e.failures, e.holder), now
			long = append(long, e)
		}
		if now.After(e.end) || now.After(e.until) {
			b.back(e)
		}
	}
	return long
}

// renew extends the lease of a piece that a worker says it computes. A piece that another start of the coordinator
// handed out is that worker's. It reports whether the worker has the piece.
func (b *batch) renew(key string, h holder) bool {
	if b == nil {
		return false
	}
	switch e := b.open[key]; {
	case e == nil:
		return false
	case e.state == out && e.holder == h:
		e.until = time.Now().Add(b.c.o.Lease)
	case e.state == ready && !slices.Contains(e.failures, h):
		b.lend(e, h)
	default:
		return false
	}
	return true
}

// clean returns a text of others as one line of at most maxReason bytes.
func clean(text string) string { return cut(text, maxReason) }

// name is clean for a name that a worker chose.
func name(text string) string { return cut(text, maxName) }

func cut(text string, most int) string {
	if text = plain.Line(text); len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "..."
	}
	return text
}

// repeat calls do after every pause of some length until the context ends.
func repeat(ctx context.Context, every time.Duration, do func()) {
	for pause(ctx, every); ctx.Err() == nil; pause(ctx, every) {
		do()
	}
}
