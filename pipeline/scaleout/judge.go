package scaleout

import (
	"context"
	"errors"
	"fmt"
	"time"

	"feltlab/internal/parallel"
	"feltlab/pipeline/work"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// mostAnswers is the room for the answers of a credential, in bytes. They stay until the run ends, for a
	// coordinator without the folder of this one; at each quarter of the room, those before the last quarter go.
	mostAnswers = 256 << 20
	// answersAtOnce is the number of answers of a credential on their way here, of mostAhead bytes.
	answersAtOnce, mostAhead = 64, 2 * (MaxMessage + 2*headerBytes)
)

// answered is an answer to a piece that a judge may take.
type answered struct {
	who    *member
	e      *entry
	stream jetstream.Stream
	m      jetstream.Msg
	number uint64 // in the stream
}

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
	heard, mark := 0, uint64(0)
	for {
		m, err := all.Next(jetstream.NextContext(ctx))
		if err != nil {
			return
		}
		meta, err := m.Metadata()
		if err != nil {
			return
		}
		a := answered{who: who, stream: s, m: m, number: meta.Sequence.Stream}
		if a.e = b.heardNow(a, meta.Timestamp); a.e != nil {
			select {
			case a.e.turn <- struct{}{}:
				b.pass(ctx, a)
			default: // a judge has another answer to it, or a core computes it
				b.group.Go(func() {
					select {
					case a.e.turn <- struct{}{}:
						b.pass(ctx, a)
					case <-ctx.Done():
					}
				})
			}
		}
		if heard += len(m.Data()); heard > mostAnswers/4 {
			_ = s.Purge(ctx, jetstream.WithPurgeSequence(mark+1))
			heard, mark = 0, a.number
		}
	}
}

// pass gives an answer, whose piece the caller has claimed, to a judge.
func (b *batch) pass(ctx context.Context, a answered) {
	b.c.mu.Lock()
	wanted := b.open[a.e.key] == a.e
	b.c.mu.Unlock()
	if wanted {
		select {
		case b.answers <- a:
			return
		case <-ctx.Done():
		}
	}
	a.e.release()
}

// heardNow returns the open piece of an answer, or nil. It deletes a message without a stamp: that is a server's reply
// to a request that named this subject, and would keep an answer out.
func (b *batch) heardNow(a answered, at time.Time) *entry {
	if a.m.Headers().Get(stampHeader) == "" {
		b.delete(a)
		return nil
	}
	b.c.mu.Lock()
	defer b.c.mu.Unlock()
	e := b.open[lastToken(a.m.Subject())]
	if e == nil && at.After(b.began) {
		b.c.late++
	}
	return e
}

func (b *batch) delete(a answered) {
	limited, cancel := context.WithTimeout(b.ctx, callTime)
	defer cancel()
	_ = a.stream.DeleteMsg(limited, a.number) // otherwise the next start judges it again
}

// judge judges answers until the batch ends. An accepted answer stays in its stream. Any other is deleted, so that
// there is room for a better one.
func (b *batch) judge() {
	for {
		select {
		case a := <-b.answers:
			if !b.judgeAnswer(a.who, a.e, a.m) && b.ctx.Err() == nil {
				b.delete(a)
				b.failed(a.e)
			}
			a.e.release()
		case <-b.ctx.Done():
			return
		}
	}
}

// judgeAnswer accepts an answer, or says what is wrong with it or its worker.
func (b *batch) judgeAnswer(who *member, e *entry, m jetstream.Msg) (accepted bool) {
	c := b.c
	stamp := m.Headers().Get(stampHeader)
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
