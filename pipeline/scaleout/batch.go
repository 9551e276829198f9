package scaleout

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
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
	// mostFailures is after how many a piece is set aside.
	mostFailures = 3
	// mostDeliveries is how often a piece may be given out without an answer before that counts as a
	// failure.
	mostDeliveries = 25
	// modestDeliveries is how often a worker leaves a piece at which it failed to others.
	modestDeliveries = 4
	modestTime       = 500 * time.Millisecond
	// longestReason is how much of what a worker says of a failure is kept.
	longestReason = 300
)

// batch is the jobs of a Run.
type batch struct {
	c      *Coordinator
	ctx    context.Context
	cancel context.CancelCauseFunc

	mu    sync.Mutex
	open  map[string]*entry
	order []string // of keys, as the jobs came
	aside []work.Failed
	total int
	done  chan struct{} // closed when nothing is open
	home  []work.Job    // to be done here
	next  atomic.Int64  // of home
	left  int           // of home
}

// entry is an open job.
type entry struct {
	job      work.Job
	failures []string // who failed
	state    state
	sent     uint64 // number of the piece's message
}

// state says who has an entry.
type state int

const (
	waiting state = iota // in the queue, or with a worker
	judging              // an answer is being judged
	here                 // it is being done in this process
)

// Run puts the pieces of jobs into the queue, does some of them here, and judges answers until all
// are done. When the context ends, what is done stays done.
func (c *Coordinator) Run(ctx context.Context, jobs []work.Job) error {
	c.running.Lock()
	defer c.running.Unlock()
	b := &batch{c: c, open: map[string]*entry{}, total: len(jobs), done: make(chan struct{})}
	for _, j := range jobs {
		if j.Key == "" {
			b.home = append(b.home, j)
			continue
		}
		if b.open[j.Key] == nil { // the same question twice is one piece
			b.order = append(b.order, j.Key)
			b.open[j.Key] = &entry{job: j}
			continue
		}
		b.home = append(b.home, j) // by then the answer is known
	}
	if b.left = len(b.home); len(jobs) == 0 {
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

// work runs until all is done, or the context ends, or something fails that is no worker's fault.
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
	if slots == 0 && len(b.home) > 0 {
		slots = 1
	}
	for range slots {
		group.Go(b.compute)
	}
	group.Go(b.reconcile)
	b.settled()
	select {
	case <-b.done:
	case <-b.ctx.Done():
		return context.Cause(b.ctx)
	}
	return nil
}

// fail ends the run.
func (b *batch) fail(err error) { b.cancel(err) }

// settled closes done when nothing is left.
func (b *batch) settled() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.open) == 0 && b.left == 0 {
		select {
		case <-b.done:
		default:
			close(b.done)
		}
	}
}

// send puts all that is open into the queue, which may hold what a killed coordinator left, but for
// what was answered while nobody listened: that is judged first, and sent if it is refused.
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

// sendAll puts the pieces of the keys that are open into the queue.
func (b *batch) sendAll(keys []string) error {
	type promise struct {
		e   *entry
		ack jetstream.PubAckFuture
	}
	var promises []promise
	settle := func(most int) error {
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
		if err := settle(inFlight); err != nil {
			return err
		}
	}
	return settle(0)
}

// queueError is one of the queue.
func queueError(err error) error {
	return fmt.Errorf("scaleout: the queue takes no more pieces: %w; is its disk full?", err)
}

// message is a piece as it is sent.
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

// take changes the state of an open entry; nil if it is not open or somebody else has it.
func (b *batch) take(key string, to state) (e *entry, busy bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	e = b.open[key]
	if e == nil {
		return nil, false
	}
	if e.state != waiting {
		return nil, true
	}
	e.state = to
	return e, false
}

// finish strikes an entry off. A piece that is still in the queue, with another number than the one
// that was answered, is taken out.
func (b *batch) finish(key string, e *entry, answered uint64) {
	b.mu.Lock()
	delete(b.open, key)
	sent := e.sent
	b.mu.Unlock()
	if sent != answered {
		_ = b.c.pieces.DeleteMsg(b.ctx, sent) // if it is not there, all the better
	}
	b.settled()
}

// failed notes that a worker failed at a piece, which goes out again or is set aside.
func (b *batch) failed(key string, e *entry, worker, reason string) {
	reason = clean(reason)
	b.c.roster.failed(b.c, worker, e.job.Name, reason)
	b.mu.Lock()
	e.failures = append(e.failures, worker)
	over := len(e.failures) >= mostFailures
	if e.state = waiting; over {
		delete(b.open, key)
		b.aside = append(b.aside, work.Failed{Name: e.job.Name, Worker: worker, Reason: reason})
	}
	b.mu.Unlock()
	if over {
		b.settled()
		return
	}
	if err := b.sendAll([]string{key}); err != nil {
		b.fail(err)
	}
}

// clean makes one short line of what a worker says.
func clean(reason string) string {
	reason = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(reason, "?"))
	if len(reason) > longestReason {
		reason = strings.ToValidUTF8(reason[:longestReason], "") + "..."
	}
	return reason
}
