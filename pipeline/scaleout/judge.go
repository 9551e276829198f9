package scaleout

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"feltlab/internal/parallel"
	"feltlab/pipeline/work"
)

const (
	// mostAnswers is the room for the answers of a credential, in bytes; the oldest go first. They stay until the run
	// ends, for a coordinator without the folder of this one.
	mostAnswers = 256 << 20
	// answersAtOnce is the number of answers of a credential on their way here, of mostAhead bytes.
	answersAtOnce, mostAhead = 64, 2 * (MaxMessage + 2*headerBytes)
)

// hear judges the answers of a credential until the batch ends. The caller holds the lock.
func (b *batch) hear(who *member) {
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
	s, err := c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: c.run.answers(who.id),
		Subjects: []string{c.run.of("answer", who.id, "*")}, MaxMsgsPerSubject: 1, MaxBytes: mostAnswers,
		MaxMsgSize: MaxMessage + headerBytes, Replicas: c.replicas})
	if err != nil {
		return
	}
	reader, err := s.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{})
	if err != nil {
		return
	}
	all, err := reader.Messages(jetstream.PullMaxMessagesWithBytesLimit(answersAtOnce, mostAhead))
	if err != nil {
		return
	}
	defer all.Stop()
	for {
		m, err := all.Next(jetstream.NextContext(ctx))
		if err != nil {
			return
		}
		select {
		case b.judges <- struct{}{}:
		case <-ctx.Done():
			return
		}
		b.group.Go(func() {
			defer func() { <-b.judges }()
			if ctx.Err() == nil { // its credential was not dropped meanwhile
				b.judge(who, s, m)
			}
		})
	}
}

// judge judges an answer. An accepted one stays in its stream. Any other to an open piece is deleted: the piece has no
// answer.
func (b *batch) judge(who *member, s jetstream.Stream, m jetstream.Msg) {
	meta, err := m.Metadata()
	if err != nil {
		return
	}
	key := lastToken(m.Subject())
	e := b.claim(key)
	accepted := e != nil && b.accept(who, e, m)
	b.c.mu.Lock()
	open := b.open[key] != nil
	switch {
	case e != nil:
		e.busy = false
	case !open && meta.Timestamp.After(b.began):
		b.c.late++
	}
	b.c.mu.Unlock()
	if accepted || !open || b.ctx.Err() != nil {
		return
	}
	_ = s.DeleteMsg(b.ctx, meta.Sequence.Stream) // otherwise the next start judges it again
	if e != nil {
		b.failed(e)
	}
}

// accept accepts an answer, or says what is wrong with it or its worker.
func (b *batch) accept(who *member, e *entry, m jetstream.Msg) bool {
	c := b.c
	stamp := m.Headers().Get(stampHeader)
	reason, worker := clean(m.Headers().Get(failHeader)), cut(m.Headers().Get(workerHeader), maxName)
	none := reason == work.ErrNone.Error()
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
	defer c.mu.Unlock()
	switch {
	case b.ctx.Err() != nil:
		return false
	case err == nil && reason == "":
		who.good++
		b.close(e)
		return true
	case none || errors.Is(err, work.ErrNone):
		e.failures = maxFailures // no other worker would find one
	case err != nil && !refuted:
		b.cancel(err)
		return false
	}
	if reason == "" {
		reason = clean(err.Error())
	}
	c.fail(who.id+"/"+worker, e.job.Name, reason)
	c.said.Do(func() { c.o.Note(fmt.Sprintf("worker %s/%s: %s: %s", who.id, worker, e.job.Name, reason)) })
	if refuted {
		who.bad++
	}
	if who.bad > mostRefuted+who.good/10 || errors.Is(err, work.ErrLied) {
		if err := c.drop(who, fmt.Sprintf("%d of its %d answers were refuted; the last: %s", who.bad,
			who.good+who.bad, reason)); err != nil {
			b.cancel(err)
		}
	}
	return false
}
