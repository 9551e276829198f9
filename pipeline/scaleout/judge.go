package scaleout

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"feltlab/pipeline/work"
)

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
	key := m.Subject()[strings.LastIndexByte(m.Subject(), '.')+1:]
	worker := clean(m.Headers().Get(workerHeader))
	e, busy := b.claim(key, judging)
	switch {
	case busy:
		_ = m.NakWithDelay(time.Second) // this answer counts if the other is refused
		return
	case e == nil:
		_ = m.Ack()
		b.c.registry.late(b.c)
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
			b.fail(err)
			return
		}
	}
	if reason != "" {
		b.failed(key, e, worker, reason)
		_ = m.Ack()
		return
	}
	answered, _ := strconv.ParseUint(m.Headers().Get(pieceHeader), 10, 64)
	b.c.registry.done(b.c, worker)
	_ = m.Ack()
	b.finish(key, e, answered)
}

// withLease calls do, and renew three times per lease meanwhile.
func withLease(ctx context.Context, lease time.Duration, renew func(), do func() error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for pause(ctx, lease/3); ctx.Err() == nil; pause(ctx, lease/3) {
			renew()
		}
	}()
	return do()
}
