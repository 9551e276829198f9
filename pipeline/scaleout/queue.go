package scaleout

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
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
// long, or was given out too often. What is on its way at one look is where it belongs at the next; at the start all
// pieces are fresh, in the order of the jobs.
func (b *batch) reconcile(fresh []*entry) {
	c := b.c
	if c.server != nil && !c.server.server.JetStreamEnabled() {
		b.cancel(fmt.Errorf("the streams in %s cannot be written: %w, or it is read-only", c.state(), syscall.ENOSPC))
		return
	}
	ctx, cancel := context.WithTimeout(b.ctx, reconcileTime)
	defer cancel()
	takes, err := c.takes.Info(ctx)
	if err != nil {
		return // the next round sees more
	}
	queued, err := keysIn(ctx, c.pieces)
	if err != nil {
		return
	}
	c.mu.Lock()
	remove, late := b.misplaced(takes, queued)
	missing := b.missing(queued, fresh)
	c.mu.Unlock()
	for _, key := range remove {
		b.remove(ctx, key)
	}
	for _, e := range late {
		b.failed(e)
	}
	// A worker's answer is stored before it takes its piece out: what was missing then has an answer by now.
	if len(missing) > 0 {
		b.publish(b.unanswered(ctx, missing))
	}
}

// misplaced returns the keys of pieces that the queue should not have, and the pieces that workers have had for too long.
// The caller holds the lock.
func (b *batch) misplaced(takes *jetstream.ConsumerInfo, queued map[string]bool) (remove []string, late []*entry) {
	stuck := takes.NumPending == 0 && takes.NumAckPending == 0 // what is there is given out no more
	now, stale := time.Now(), map[string]bool{}
	for key := range queued {
		switch e := b.open[key]; {
		case e == nil || e.mine:
			if stale[key] = true; b.stale[key] {
				remove = append(remove, key)
			}
		case e.number == 0: // an earlier start has put it there; this is the last number that it can have
			e.number = takes.Delivered.Stream + takes.NumPending
		case len(e.turn) > 0 || e.number > takes.Delivered.Stream:
		case stuck:
			b.c.fail("workers", e.job.Name, "they took it too often without an answer; this process computes it")
			b.mine(e)
			remove = append(remove, key)
		case e.out.IsZero():
			e.out = now
		case now.Sub(e.out) > cmp.Or(e.job.Limit, work.DefaultLimit):
			b.c.fail("a worker", e.job.Name, "it did not answer within the time limit of the piece")
			late = append(late, e)
		}
	}
	b.stale = stale
	return remove, late
}

// missing returns the fresh pieces, or all, that are neither in the queue nor here, now and at the last look. The caller
// holds the lock.
func (b *batch) missing(queued map[string]bool, fresh []*entry) (missing []*entry) {
	for _, e := range fresh {
		e.missing = true
	}
	if fresh == nil {
		fresh = slices.Collect(maps.Values(b.open))
	}
	for _, e := range fresh {
		now := !queued[e.key] && len(e.turn) == 0 && !e.mine
		if now && e.missing {
			missing = append(missing, e)
		}
		e.missing = now
	}
	return missing
}

// keysIn returns the last tokens of the subjects that have messages in a stream.
func keysIn(ctx context.Context, s jetstream.Stream) (map[string]bool, error) {
	info, err := s.Info(ctx, jetstream.WithSubjectFilter(">"))
	if err != nil {
		return nil, err
	}
	keys := map[string]bool{}
	for subject := range info.State.Subjects {
		keys[lastToken(subject)] = true
	}
	return keys, nil
}

// unanswered leaves entries out whose answers wait for a judge.
func (b *batch) unanswered(ctx context.Context, all []*entry) (missing []*entry) {
	answered := map[string]bool{}
	for _, who := range b.c.everyone() {
		s, err := b.c.js.Stream(ctx, b.c.run.answers(who.id))
		if err != nil {
			continue // it has none yet
		}
		keys, err := keysIn(ctx, s)
		if err != nil {
			return nil
		}
		for key := range keys {
			answered[key] = answered[key] || !who.dropped
		}
	}
	b.c.mu.Lock()
	defer b.c.mu.Unlock()
	for _, e := range all {
		if !answered[e.key] && b.open[e.key] == e && len(e.turn) == 0 && !e.mine {
			missing = append(missing, e)
		}
	}
	return missing
}

// publish puts pieces into the queue. One that is there is left as it is; what is lost is for the next round. Only the
// last piece of some is acknowledged: it comes after the others, and holds the coordinator back until they are stored.
func (b *batch) publish(entries []*entry) {
	c := b.c
	for some := range slices.Chunk(entries, publishAtOnce) {
		var last *nats.Msg
		for _, e := range some {
			piece, err := e.job.Piece()
			m := nats.NewMsg(c.run.of("work", e.key))
			if err == nil {
				m.Data, err = json.Marshal(piece)
			}
			if err != nil {
				b.cancel(err)
				return
			}
			if len(m.Data) > MaxMessage || int64(len(m.Data)) > c.conn.MaxPayload() {
				c.mu.Lock()
				b.mine(e) // no server accepts it
				c.mu.Unlock()
				continue
			}
			if last != nil {
				_ = c.conn.PublishMsg(last) // it errs without a connection
			}
			last = m
		}
		if last == nil {
			continue
		}
		ctx, cancel := context.WithTimeout(b.ctx, callTime)
		ack, err := c.js.PublishMsg(ctx, last)
		cancel()
		if err == nil {
			c.mu.Lock()
			for _, e := range some {
				e.number, e.out = ack.Sequence, time.Time{}
			}
			c.mu.Unlock()
		} else if !isThere(err) {
			return
		}
	}
}

// remove takes a piece out of the queue.
func (b *batch) remove(ctx context.Context, key string) {
	limited, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	_ = b.c.pieces.Purge(limited, jetstream.WithPurgeSubject(b.c.run.of("work", key))) // the next round does it too
}
