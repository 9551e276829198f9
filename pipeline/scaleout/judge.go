package scaleout

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/semaphore"

	"feltlab/internal/parallel"
	"feltlab/pipeline/work"
)

const (
	// mostAnswers is the room for the answers of a credential, in bytes. They stay until the run ends, for a
	// coordinator without the folder of this one; when half of the room is judged, it is emptied.
	mostAnswers = 256 << 20
	// answersAtOnce is the number of answers of a credential on their way to judges, of mostAhead bytes.
	answersAtOnce, mostAhead = 64, 2 * (MaxMessage + 2*headerBytes)
)

// hear judges the answers of a credential until the batch ends. The caller holds the lock.
func (b *batch) hear(who *member) {
	if who.dropped {
		return
	}
	if who.deaf != nil {
		who.deaf()
	}
	ctx, cancel := context.WithCancel(b.ctx)
	who.deaf = cancel
	b.group.Go(func() {
		for ; ctx.Err() == nil; pause(ctx, backoffTime) {
			b.hearAnswers(ctx, who)
		}
	})
}

// hearAnswers judges answers until an error, from the first that the stream has: what the jobs have kept decides what
// still counts.
func (b *batch) hearAnswers(ctx context.Context, who *member) {
	c := b.c
	limited, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	s, err := c.js.CreateOrUpdateStream(limited, c.stream(c.run.answers(who.id), c.run.of("answer", who.id, "*"),
		jetstream.LimitsPolicy, mostAnswers))
	if err != nil {
		return
	}
	reader, err := s.OrderedConsumer(limited, jetstream.OrderedConsumerConfig{})
	if err != nil {
		return
	}
	all, err := reader.Messages(jetstream.PullMaxMessagesWithBytesLimit(answersAtOnce, mostAhead))
	if err != nil {
		return
	}
	defer all.Stop()
	ahead := semaphore.NewWeighted(answersAtOnce)
	judged := 0
	for {
		m, err := all.Next(jetstream.NextContext(ctx))
		if err != nil || ahead.Acquire(ctx, 1) != nil {
			return
		}
		b.group.Go(func() {
			defer ahead.Release(1)
			b.judge(ctx, who, s, m)
		})
		if judged += len(m.Data()); judged > mostAnswers/2 && ahead.Acquire(ctx, answersAtOnce) == nil {
			if meta, err := m.Metadata(); err == nil {
				_ = s.Purge(ctx, jetstream.WithPurgeSequence(meta.Sequence.Stream+1))
			}
			ahead.Release(answersAtOnce)
			judged = 0
		}
	}
}

// judge judges one message of a credential. An accepted answer stays in the stream. Any other is deleted, so that there
// is room for a better one.
func (b *batch) judge(ctx context.Context, who *member, s jetstream.Stream, m jetstream.Msg) {
	c := b.c
	meta, err := m.Metadata()
	if err != nil {
		return
	}
	c.mu.Lock()
	e := b.open[lastToken(m.Subject())]
	if e == nil && meta.Timestamp.After(b.began) {
		c.late++
	}
	c.mu.Unlock()
	stamp := m.Headers().Get(stampHeader)
	if stamp != "" { // otherwise it is a server's reply to a request that named this subject, and keeps an answer out
		if e == nil || !b.claim(ctx, e) {
			return
		}
		defer e.release()
		if b.places.Acquire(ctx, 1) != nil {
			return
		}
		accepted := b.judgeAnswer(who, e, m, stamp)
		b.places.Release(1)
		if accepted || b.ctx.Err() != nil {
			return
		}
	}
	limited, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	_ = s.DeleteMsg(limited, meta.Sequence.Stream) // otherwise the next start judges it again
	if stamp != "" {
		b.failed(e)
	}
}

// judgeAnswer accepts an answer, or says what is wrong with it or its worker.
func (b *batch) judgeAnswer(who *member, e *entry, m jetstream.Msg, stamp string) (accepted bool) {
	c := b.c
	reason, worker := clean(m.Headers().Get(failHeader)), name(m.Headers().Get(workerHeader))
	if reason == "" && stamp != c.o.Stamp.String() {
		reason = clean("it is computed by another program: " + stamp)
	}
	var err error
	if reason == "" {
		err = parallel.Guard(func() error {
			return e.job.Accept(b.ctx, work.Answer{Worker: who.id, Bytes: m.Data()})
		})
	}
	refuted := errors.Is(err, work.ErrAnswer) || errors.Is(err, parallel.ErrPanic)
	c.mu.Lock()
	switch {
	case b.ctx.Err() != nil:
		c.mu.Unlock()
		return false
	case err == nil && reason == "":
		who.good++
		c.change(who, worker, func(w *Worker) { w.Answers, w.Heard, w.streak = w.Answers+1, time.Now(), 0 })
		b.close(e)
		c.mu.Unlock()
		return true
	case errors.Is(err, work.ErrNone):
		b.mine(e)
	case err != nil && !refuted:
		b.cancel(err)
		c.mu.Unlock()
		return false
	}
	if reason == "" {
		reason = clean(err.Error())
	}
	if refuted {
		who.bad++
	}
	over := who.bad > mostRefuted+who.good/10
	why := fmt.Sprintf("%d of its %d answers were refuted; the last: %s", who.bad, who.good+who.bad, reason)
	c.mu.Unlock()
	c.bench(who, worker, e.job.Name, reason)
	if over || errors.Is(err, work.ErrLied) {
		c.drop(who, why)
	}
	return false
}
