package scaleout

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"feltlab/internal/parallel"
	"feltlab/pipeline/work"
)

const (
	// maxFailures is the number of failures after which a piece is set aside.
	maxFailures = 3
	// maxDeliveries is how often a piece may go out without an answer before that counts as a failure.
	maxDeliveries = 25
	// backoffDeliveries is how often a worker leaves a piece that it failed at to other workers.
	backoffDeliveries = 4
	backoffTime       = 500 * time.Millisecond
	// maxReason is the length at which a worker's failure message is cut.
	maxReason = 300
)

type batch struct {
	c      *Coordinator
	ctx    context.Context
	cancel context.CancelCauseFunc

	mu    sync.Mutex
	open  map[string]*entry
	order []string // keys, in the order of the jobs
	aside []work.Failed
	total int
	local []work.Job   // jobs for this process only
	next  atomic.Int64 // index into local
	left  int          // open jobs of local

	done     chan struct{}
	finished func() // closes done, when no job is open
}

type entry struct {
	job      work.Job
	failures []string // workers that failed
	state    state
	sent     uint64 // sequence number of the piece's message
}

type state int

const (
	waiting state = iota // in the queue, or with a worker
	judging              // this process judges an answer
	here                 // this process computes it
)

// Run puts the pieces of jobs into the queue, computes some of them here, and judges answers until
// all are done. If the context ends, finished jobs stay finished.
func (c *Coordinator) Run(ctx context.Context, jobs []work.Job) error {
	c.running.Lock()
	defer c.running.Unlock()
	b := &batch{c: c, open: map[string]*entry{}, total: len(jobs), done: make(chan struct{})}
	for _, j := range jobs {
		if j.Key == "" || b.open[j.Key] != nil { // a second job with a key finds the answer of the first
			b.local = append(b.local, j)
			continue
		}
		b.order = append(b.order, j.Key)
		b.open[j.Key] = &entry{job: j}
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
	answers, err := b.c.back.Messages(jetstream.PullMaxMessages(4 * parallel.Workers(b.c.o.Judges)))
	if err != nil {
		return err
	}
	context.AfterFunc(b.ctx, answers.Stop)
	for range parallel.Workers(b.c.o.Judges) {
		group.Go(func() { b.judge(answers) })
	}
	if err := b.send(); err != nil {
		return err
	}
	slots := b.c.o.Cores
	if slots == 0 && len(b.local) > 0 {
		slots = 1
	}
	for range slots {
		group.Go(b.compute)
	}
	group.Go(b.reconcile)
	b.checkDone()
	select {
	case <-b.done:
	case <-b.ctx.Done():
		return context.Cause(b.ctx)
	}
	return nil
}

func (b *batch) checkDone() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.open) == 0 && b.left == 0 {
		b.finished()
	}
}

// send replaces the content of the queue, which a killed coordinator may have left, by the open
// pieces. It leaves out pieces with an unjudged answer: they go out if the answer is refused.
func (b *batch) send() error {
	info, err := b.c.answers.Info(b.ctx, jetstream.WithSubjectFilter(b.c.run.answer("*")))
	if err != nil {
		return b.or(err)
	}
	if err := b.c.pieces.Purge(b.ctx); err != nil {
		return b.or(err)
	}
	return b.or(b.sendAll(slices.DeleteFunc(slices.Clone(b.order), func(key string) bool {
		return info.State.Subjects[b.c.run.answer(key)] > 0
	})))
}

// or returns the run's error if it has ended, else the given one.
func (b *batch) or(err error) error {
	if err != nil && b.ctx.Err() != nil {
		return context.Cause(b.ctx)
	}
	return err
}

// sendAll puts the pieces of those keys that are open into the queue.
func (b *batch) sendAll(keys []string) error {
	type promise struct {
		e   *entry
		ack jetstream.PubAckFuture
	}
	var promises []promise
	await := func(most int) error {
		for ; len(promises) > most; promises = promises[1:] {
			select {
			case ack := <-promises[0].ack.Ok():
				b.mu.Lock()
				promises[0].e.sent = ack.Sequence
				b.mu.Unlock()
			case err := <-promises[0].ack.Err():
				return queueError(err)
			case <-b.ctx.Done():
				return context.Cause(b.ctx)
			}
		}
		return nil
	}
	for _, key := range keys {
		b.mu.Lock()
		e := b.open[key]
		b.mu.Unlock()
		if e == nil {
			continue
		}
		m, err := b.message(key, e)
		if err != nil {
			return err
		}
		ack, err := b.c.js.PublishMsgAsync(m)
		if err != nil {
			return queueError(err)
		}
		promises = append(promises, promise{e, ack})
		const inFlight = 1000
		if err := await(inFlight); err != nil {
			return err
		}
	}
	return await(0)
}

func queueError(err error) error {
	return fmt.Errorf("the queue takes no more pieces: %w; is its disk full?", err)
}

func (b *batch) message(key string, e *entry) (*nats.Msg, error) {
	piece, err := e.job.Piece()
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(piece)
	if err != nil {
		return nil, err
	}
	m := nats.NewMsg(b.c.run.work(key))
	m.Data = data
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(e.failures) > 0 {
		m.Header.Set(failedHeader, strings.Join(e.failures, ","))
	}
	return m, nil
}

// claim changes the state of a message's entry, if that waits. If it is finished or busy, claim drops the message or
// returns it to its queue, and returns nil.
func (b *batch) claim(m jetstream.Msg, to state) (key string, e *entry) {
	key = m.Subject()[strings.LastIndexByte(m.Subject(), '.')+1:]
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e = b.open[key]; {
	case e == nil:
		_ = m.Ack()
		if to == judging {
			b.c.late()
		}
	case e.state != waiting:
		_ = m.NakWithDelay(time.Second) // an answer counts if the one at the judge is refused
		return key, nil
	default:
		e.state = to
	}
	return key, e
}

// finish removes an entry. If its piece is still in the queue, under another sequence number than the
// answered one, finish deletes it there.
func (b *batch) finish(key string, e *entry, answered uint64) {
	b.mu.Lock()
	delete(b.open, key)
	sent := e.sent
	b.mu.Unlock()
	if sent != answered {
		_ = b.c.pieces.DeleteMsg(b.ctx, sent) // it may be gone already
	}
	b.checkDone()
}

// failed records a worker's failure at a piece. The piece goes out again or is set aside.
func (b *batch) failed(key string, e *entry, worker, reason string) {
	reason = clean(reason)
	b.c.failed(worker, e.job.Name, reason)
	b.mu.Lock()
	e.failures = append(e.failures, worker)
	over := len(e.failures) >= maxFailures
	if e.state = waiting; over {
		delete(b.open, key)
		b.aside = append(b.aside, work.Failed{Name: e.job.Name, Worker: worker, Reason: reason})
	}
	b.mu.Unlock()
	if over {
		b.checkDone()
		return
	}
	if err := b.sendAll([]string{key}); err != nil {
		b.cancel(err)
	}
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

func (b *batch) judge(answers jetstream.MessagesContext) {
	for {
		m, err := answers.Next()
		if errors.Is(err, jetstream.ErrMsgIteratorClosed) || b.ctx.Err() != nil {
			return
		}
		if err != nil {
			continue // the client reconnects, or the run ends
		}
		b.judgeOne(m)
	}
}

// judgeOne accepts an answer, or refuses it and sends the piece again.
func (b *batch) judgeOne(m jetstream.Msg) {
	worker := clean(m.Headers().Get(workerHeader))
	key, e := b.claim(m, judging)
	if e == nil {
		return
	}
	reason := m.Headers().Get(failHeader)
	if stamp := m.Headers().Get(stampHeader); reason == "" && stamp != b.c.o.Stamp.String() {
		reason = "it is computed by another program: " + stamp
	}
	if reason == "" {
		err := withLease(b.ctx, b.c.o.Lease, func() { _ = m.InProgress() }, func() error {
			return e.job.Accept(b.ctx, work.Answer{Worker: worker, Bytes: m.Data()})
		})
		switch {
		case err == nil:
		case b.ctx.Err() != nil:
			_ = m.Nak() // for the next start
			return
		case errors.Is(err, work.ErrAnswer):
			reason = err.Error()
		default:
			_ = m.Nak()
			b.cancel(err)
			return
		}
	}
	if reason != "" {
		b.failed(key, e, worker, reason)
		_ = m.Ack()
		return
	}
	answered, _ := strconv.ParseUint(m.Headers().Get(pieceHeader), 10, 64)
	b.c.done(worker)
	_ = m.Ack()
	b.finish(key, e, answered)
}

// withLease calls do, and renew three times per lease meanwhile.
func withLease(ctx context.Context, lease time.Duration, renew func(), do func() error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go repeat(ctx, lease/3, renew)
	return do()
}

// repeat calls do after every pause of some length until the context ends.
func repeat(ctx context.Context, every time.Duration, do func()) {
	for pause(ctx, every); ctx.Err() == nil; pause(ctx, every) {
		do()
	}
}
