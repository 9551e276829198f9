package scaleout

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"feltlab/pipeline/work"
)

const coordinatorName = "the coordinator"

// A core waits minWait for a piece of the queue before it offers help with the pieces of others. The
// wait doubles, up to maxWait, while there is nothing to do.
const minWait, maxWait = time.Second, 10 * time.Second

// next takes a piece from a queue. It errs if none arrives in time, or if the queue does not answer.
func next(ctx context.Context, queue jetstream.Consumer, maxWait time.Duration) (jetstream.Msg, error) {
	limited, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	m, err := queue.Next(jetstream.FetchContext(limited))
	if err != nil && !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, context.DeadlineExceeded) {
		pause(ctx, backoffTime)
	}
	return m, err
}

// compute works on pieces in this process, first on those that cannot go out.
func (b *batch) compute() {
	helper := helper{b.c.conn, b.c.run, b.c.queue, b.c.o.Kinds, coordinatorName}
	wait := minWait
	for b.ctx.Err() == nil {
		if i := int(b.next.Add(1)) - 1; i < len(b.local) {
			if err := b.local[i].Here(b.ctx); err != nil {
				b.cancel(err)
				return
			}
			b.mu.Lock()
			b.left--
			b.mu.Unlock()
			b.checkDone()
			continue
		}
		if b.c.o.Cores == 0 {
			return
		}
		m, err := next(b.ctx, b.c.queue, wait)
		switch {
		case err == nil:
			b.computeOne(m)
			wait = minWait
		case helper.help(b.ctx, func(*offer) func() { return func() {} }):
			wait = minWait
		default:
			wait = min(2*wait, maxWait)
		}
	}
}

func (b *batch) computeOne(m jetstream.Msg) {
	if backsOff(m, coordinatorName) {
		_ = m.NakWithDelay(backoffTime)
		return
	}
	key, e := b.claim(m, here)
	if e == nil {
		return
	}
	err := withLease(b.ctx, b.c.o.Lease, func() { _ = m.InProgress() }, func() error { return e.job.Here(b.ctx) })
	switch {
	case err == nil:
	case b.ctx.Err() != nil || work.Full(err):
		_ = m.Nak()
		b.cancel(err)
		return
	default:
		_ = m.Ack()
		b.failed(key, e, coordinatorName, err.Error())
		return
	}
	b.c.done(coordinatorName)
	_ = m.Ack()
	b.mu.Lock()
	sent := e.sent
	b.mu.Unlock()
	b.finish(key, e, sent)
}

// backsOff reports whether a worker leaves a piece that it failed at to other workers for now.
func backsOff(m jetstream.Msg, worker string) bool {
	meta, err := m.Metadata()
	failed := strings.Split(m.Headers().Get(failedHeader), ",")
	return err == nil && meta.NumDelivered <= backoffDeliveries && slices.Contains(failed, worker)
}

// reconcile sends an open piece again if neither the queue nor a worker has it: a faulty or malicious worker,
// or a queue that lost its files, must not stall the run.
func (b *batch) reconcile() {
	missing := false // at the last look
	repeat(b.ctx, b.c.o.Lease/3, func() {
		keys, err := b.lost()
		again := missing
		missing = err == nil && len(keys) > 0 && !again
		if err == nil && len(keys) > 0 && again {
			if err := b.sendAll(keys); err != nil {
				b.cancel(err)
			}
		}
	})
}

// lost lists the waiting pieces if nothing is pending in the queue.
func (b *batch) lost() ([]string, error) {
	for _, consumer := range []jetstream.Consumer{b.c.queue, b.c.back} {
		info, err := consumer.Info(b.ctx)
		if err != nil {
			return nil, err
		}
		if info.NumPending > 0 || info.NumAckPending > 0 {
			return nil, nil
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(b.order), func(key string) bool {
		e := b.open[key]
		return e == nil || e.state != waiting
	}), nil
}
