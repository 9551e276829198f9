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

// own is the name of the coordinator among the workers.
const own = "the coordinator"

// patience is how long a request for a piece of one run waits.
const patience = 10 * time.Second

// brief is how long it waits before who asked looks for something to help with.
const brief = time.Second

// next takes a piece from a queue. If there is none for so long, that is an error, and so is, after
// a moment, that the queue cannot be asked.
func next(ctx context.Context, queue jetstream.Consumer, patience time.Duration) (jetstream.Msg, error) {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	m, err := queue.Next(jetstream.FetchContext(limited))
	if err != nil && !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, context.DeadlineExceeded) {
		pause(ctx, modestTime)
	}
	return m, err
}

// compute does pieces here, first those that nobody else can do.
func (b *batch) compute() {
	wait := brief
	for b.ctx.Err() == nil {
		if i := int(b.next.Add(1)) - 1; i < len(b.home) {
			if err := b.home[i].Here(b.ctx); err != nil {
				b.fail(err)
				return
			}
			b.mu.Lock()
			b.left--
			b.mu.Unlock()
			b.settled()
			continue
		}
		if b.c.o.Cores == 0 {
			return
		}
		m, err := next(b.ctx, b.c.queue, wait)
		switch {
		case err == nil:
			b.computeOne(m)
			wait = brief
		case help(b.ctx, b.c.conn, b.c.run, b.c.queue, b.c.o.Kinds, own, func(*offer) func() { return func() {} }):
			wait = brief
		default:
			wait = min(2*wait, patience)
		}
	}
}

// computeOne does a piece of the queue here.
func (b *batch) computeOne(m jetstream.Msg) {
	key := m.Subject()[strings.LastIndexByte(m.Subject(), '.')+1:]
	if modest(m, own) {
		_ = m.NakWithDelay(modestTime)
		return
	}
	e, busy := b.take(key, here)
	switch {
	case busy:
		_ = m.NakWithDelay(time.Second)
		return
	case e == nil:
		_ = m.Ack()
		return
	}
	err := prolonged(b.ctx, m, b.c.o.Lease, func() error { return e.job.Here(b.ctx) })
	switch {
	case err == nil:
	case b.ctx.Err() != nil || work.Full(err):
		_ = m.Nak()
		b.fail(err)
		return
	default:
		_ = m.Ack()
		b.failed(key, e, own, err.Error())
		return
	}
	b.c.roster.done(b.c, own)
	_ = m.Ack()
	b.mu.Lock()
	sent := e.sent
	b.mu.Unlock()
	b.finish(key, e, sent)
}

// modest reports whether a worker leaves a piece at which it failed to others for now.
func modest(m jetstream.Msg, worker string) bool {
	meta, err := m.Metadata()
	return err == nil && meta.NumDelivered <= modestDeliveries && slices.Contains(strings.Split(m.Headers().Get(failedHeader), ","), worker)
}

// reconcile sends pieces again that are open although neither the queue nor anybody has them: a
// worker that lies about what it does, or a queue that lost its files, must not make the run wait.
func (b *batch) reconcile() {
	every := time.NewTicker(b.c.o.Lease / 3)
	defer every.Stop()
	for missing := 0; ; {
		select {
		case <-b.ctx.Done():
			return
		case <-b.done:
			return
		case <-every.C:
		}
		keys, err := b.lost()
		if err != nil || len(keys) == 0 {
			missing = 0
			continue
		}
		if missing++; missing < 2 {
			continue
		}
		missing = 0
		if err := b.sendAll(keys); err != nil {
			b.fail(err)
			return
		}
	}
}

// lost lists what waits if there is nothing to wait for.
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
