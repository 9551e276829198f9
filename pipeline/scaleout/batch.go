package scaleout

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"feltlab/internal/parallel"
	"feltlab/pipeline/work"
)

const (
	// maxFailures is the number of failures at workers after which this process computes a piece itself.
	maxFailures = 3
	// backoffTime is how long a worker pauses after an error, and othersTime is how long a piece waits for another
	// worker than those that failed at it.
	backoffTime = 500 * time.Millisecond
	othersTime  = 2 * time.Second
	// maxReason is the length at which a worker's failure message is cut.
	maxReason = 300
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

// answered is an answer to an entry that waits for a judge, or is at one.
type answered struct {
	holder
	e *entry
	m *nats.Msg
}

// taker is a worker that waits for a piece.
type taker struct {
	holder
	m     *nats.Msg
	until time.Time
}

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

// take answers a worker that asks for a piece, now or when there is one.
func (c *Coordinator) take(who *member, m *nats.Msg) {
	wait, _ := strconv.Atoi(m.Header.Get(waitHeader))
	t := taker{holder{who, sender(m)}, m, time.Now().Add(min(time.Duration(wait)*time.Millisecond, maxWait))}
	c.mu.Lock()
	e := c.batch.give(t.holder)
	parks := e == nil && who.waiting < mostWaiting
	if parks {
		c.parked = append(c.parked, t)
		who.waiting++
	}
	b := c.batch
	c.mu.Unlock()
	switch {
	case e != nil:
		b.send(t, e)
	case !parks:
		respond(m, who.id, nil)
	}
}

// dispatch hands pieces to workers that wait for them.
func (c *Coordinator) dispatch() {
	for {
		c.mu.Lock()
		var e *entry
		var t taker
		b := c.batch
		for i := 0; b != nil && i < len(c.parked) && e == nil && len(b.ready) > 0; i++ {
			if t = c.parked[i]; t.until.After(time.Now()) {
				if e = b.give(t.holder); e != nil {
					c.parked = slices.Delete(c.parked, i, i+1)
					t.who.waiting--
				}
			}
		}
		c.mu.Unlock()
		if e == nil {
			return
		}
		b.send(t, e)
	}
}

func (b *batch) send(t taker, e *entry) {
	piece, err := e.job.Piece()
	if err != nil {
		b.cancel(err)
		return
	}
	text, err := json.Marshal(piece)
	if err != nil {
		b.cancel(err)
		return
	}
	respond(t.m, t.who.id, text)
}

// Replies to answers.
var (
	replyDone = []byte("done") // it was judged, or nobody waits for it
	replyBusy = []byte("busy") // send it again later
)

// answer puts an answer before the judges, if nobody answers the piece already and its credential has room.
func (c *Coordinator) answer(who *member, m *nats.Msg) {
	c.mu.Lock()
	defer c.mu.Unlock()
	b := c.batch
	if b == nil {
		respond(m, who.id, replyBusy)
		return
	}
	e := b.open[m.Header.Get(keyHeader)]
	switch {
	case e == nil:
		c.late++
		respond(m, who.id, replyDone)
	case who.queued+len(m.Data) > mostQueued || e.state == here || slices.ContainsFunc(b.answers, e.is):
		respond(m, who.id, replyBusy)
	default:
		who.queued += len(m.Data)
		b.answers = append(b.answers, answered{holder{who, sender(m)}, e, m})
		c.more.Signal()
	}
}

func (e *entry) is(a answered) bool { return a.e == e }

// leave takes the pieces of a worker back that ends.
func (c *Coordinator) leave(who *member, m *nats.Msg) {
	h := holder{who, sender(m)}
	c.mu.Lock()
	c.batch.release(func(of holder) bool { return of == h })
	delete(who.workers, h.worker)
	c.mu.Unlock()
	c.dispatch()
}

func clean(reason string) string {
	reason = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(reason, "?"))
	if len(reason) > maxReason {
		reason = strings.ToValidUTF8(reason[:maxReason], "") + "..."
	}
	return reason
}

// judge judges answers until the batch ends: of the credential that has the fewest at judges, the first.
func (b *batch) judge() {
	c := b.c
	for {
		c.mu.Lock()
		for len(b.answers) == 0 && b.ctx.Err() == nil {
			c.more.Wait()
		}
		if b.ctx.Err() != nil {
			c.mu.Unlock()
			return
		}
		first := 0
		for i, a := range b.answers {
			if a.who.judging < b.answers[first].who.judging {
				first = i
			}
		}
		a := b.answers[first]
		b.answers = slices.Delete(b.answers, first, first+1)
		a.who.queued -= len(a.m.Data)
		wanted := b.open[a.e.key] == a.e && !a.who.dropped
		held := a.e.state
		if wanted {
			a.who.judging++
			a.e.state = here
			delete(b.out, a.e.key)
		}
		c.mu.Unlock()
		if wanted {
			b.judgeOne(a, held)
		}
		respond(a.m, a.who.id, replyDone)
	}
}

// judgeOne accepts an answer to an entry in some state, or refuses it.
func (b *batch) judgeOne(a answered, held state) {
	c := b.c
	reason := a.m.Header.Get(failHeader)
	if stamp := a.m.Header.Get(stampHeader); reason == "" && stamp != c.o.Stamp.String() {
		reason = "it is computed by another program: " + stamp
	}
	var err error
	if reason == "" {
		err = parallel.Guard(func() error {
			return a.e.job.Accept(b.ctx, work.Answer{Worker: a.who.id, Bytes: a.m.Data})
		})
	}
	foreign := errors.Is(err, work.ErrAnswer) || errors.Is(err, parallel.ErrPanic)
	c.mu.Lock()
	a.who.judging--
	switch {
	case b.ctx.Err() != nil:
	case err == nil && reason == "":
		a.who.good++
		c.change(a.who, a.worker, func(w *Worker) { w.Answers, w.Heard = w.Answers+1, time.Now() })
		delete(b.open, a.e.key)
		b.checkDone()
	case errors.Is(err, work.ErrNone):
		b.mine(a.e)
	case err != nil && !foreign:
		b.cancel(err)
	case held == out && a.e.holder != a.holder: // another worker has the piece
		a.e.state = out
		b.out[a.e.key] = a.e
	default:
		a.e.failures, a.e.failedAt = append(a.e.failures, a.holder), time.Now()
		b.back(a.e)
	}
	c.mu.Unlock()
	if reason == "" && foreign && b.ctx.Err() == nil {
		reason = err.Error()
	}
	if reason != "" {
		c.failed(a.who, a.worker, a.e.job.Name, clean(reason))
	}
	if errors.Is(err, work.ErrLied) {
		c.drop(a.who, err.Error())
	}
	c.dispatch()
}

// repeat calls do after every pause of some length until the context ends.
func repeat(ctx context.Context, every time.Duration, do func()) {
	for pause(ctx, every); ctx.Err() == nil; pause(ctx, every) {
		do()
	}
}
