package scaleout

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"feltlab/pipeline/work"
)

const (
	// reconcileTime is how often the coordinator compares the queue with what is open.
	reconcileTime = 10 * time.Second
	// publishAtOnce is the number of pieces that go into the queue with one acknowledgement.
	publishAtOnce = 256
)

// reconcile puts into the queue what is open and waits nowhere, and takes out what is not open, has been out for too
// long, or was given out too often. The order of its looks matters: a worker stores an answer before it takes its piece
// out, so what is not in the queue has its answer by the time of the second look.
func (b *batch) reconcile() {
	c := b.c
	if c.server != nil && !c.server.JetStreamEnabled() {
		b.cancel(fmt.Errorf("the streams in %s cannot be written: %w, or it is read-only", c.state(), syscall.ENOSPC))
		return
	}
	ctx, cancel := context.WithTimeout(b.ctx, reconcileTime)
	defer cancel()
	takes, err := c.takes.Info(ctx)
	if err != nil {
		return // the next round sees more
	}
	queued, answered := map[string]bool{}, map[string]bool{}
	err = b.keysIn(ctx, queued, c.run.pieces())
	for _, id := range c.admitted() {
		err = errors.Join(err, b.keysIn(ctx, answered, c.run.answers(id)))
	}
	if err != nil {
		return
	}
	remove, late, missing := b.compare(takes, queued, answered)
	for _, key := range remove {
		b.remove(ctx, key)
	}
	for _, e := range late {
		b.failed(e)
	}
	b.publish(missing)
}

// compare returns the keys of pieces that the queue should not have, the pieces that workers have had for too long, and
// those that the queue should have.
func (b *batch) compare(takes *jetstream.ConsumerInfo, queued, answered map[string]bool) (remove []string, late,
	missing []*entry) {
	b.c.mu.Lock()
	defer b.c.mu.Unlock()
	stuck := takes.NumPending == 0 && takes.NumAckPending == 0 // what is there is given out no more
	for key := range queued {
		if e := b.open[key]; e == nil || e.mine {
			remove = append(remove, key)
		}
	}
	for _, e := range b.all {
		switch {
		case b.open[e.key] != e || e.mine || e.busy:
		case !queued[e.key]:
			if !answered[e.key] {
				missing = append(missing, e)
			}
		case e.number == 0: // this is the last number that it can have
			e.number = takes.Delivered.Stream + takes.NumPending
		case e.number > takes.Delivered.Stream:
		case stuck:
			b.c.fail("workers", e.job.Name, "they took it too often without an answer; this process computes it")
			b.mine(e)
			remove = append(remove, e.key)
		case e.out.IsZero():
			e.out = time.Now()
		case time.Since(e.out) > cmp.Or(e.job.Limit, work.DefaultLimit):
			b.c.fail("a worker", e.job.Name, "it did not answer within the time limit of the piece")
			late = append(late, e)
		}
	}
	return remove, late, missing
}

// subjectsIn returns the subjects that have messages in a stream, with their numbers of messages.
func subjectsIn(ctx context.Context, js jetstream.JetStream, stream string) (map[string]uint64, error) {
	s, err := js.Stream(ctx, stream)
	if err != nil {
		return nil, err
	}
	info, err := s.Info(ctx, jetstream.WithSubjectFilter(">"))
	if err != nil {
		return nil, err
	}
	return info.State.Subjects, nil
}

// keysIn returns the keys of the pieces that have messages in a stream, by the last tokens of their subjects. A stream
// that is not there yet has none.
func (b *batch) keysIn(ctx context.Context, keys map[string]bool, stream string) error {
	subjects, err := subjectsIn(ctx, b.c.js, stream)
	for subject := range subjects {
		keys[lastToken(subject)] = true
	}
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil
	}
	return err
}

// publish puts pieces into the queue. One that is there is left as it is; what is lost is for the next round. One of
// many is acknowledged: it holds the coordinator back until those before it are stored.
func (b *batch) publish(entries []*entry) {
	c := b.c
	for i, e := range entries {
		piece, err := e.job.Piece()
		m := nats.NewMsg(c.run.of("work", e.key))
		if err == nil {
			m.Data, err = json.Marshal(piece)
		}
		if err != nil {
			b.cancel(err)
			return
		}
		c.mu.Lock()
		e.number, e.out = 0, time.Time{}
		if len(m.Data) > MaxMessage || int64(len(m.Data)) > c.conn.MaxPayload() {
			b.mine(e) // no server accepts it
			m.Data = nil
		}
		c.mu.Unlock()
		switch {
		case m.Data == nil:
		case i%publishAtOnce > 0:
			err = c.conn.PublishMsg(m)
		default:
			_, err = c.js.PublishMsg(b.ctx, m)
		}
		var there *jetstream.APIError
		if err != nil && !errors.As(err, &there) {
			return
		}
	}
}

func (b *batch) remove(ctx context.Context, key string) {
	_ = b.c.pieces.Purge(ctx, jetstream.WithPurgeSubject(b.c.run.of("work", key))) // the next round does it too
}
