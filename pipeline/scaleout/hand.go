package scaleout

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
)

// taker is a worker that waits for a piece.
type taker struct {
	holder
	m     *nats.Msg
	until time.Time
}

// take answers a worker that asks for a piece, now or when there is one.
func (c *Coordinator) take(who *member, m *nats.Msg) {
	wait, _ := strconv.Atoi(m.Header.Get(waitHeader))
	t := taker{holder{who, sender(m)}, m, time.Now().Add(min(time.Duration(wait)*time.Millisecond, maxWait))}
	c.mu.Lock()
	e := c.batch.give(t.holder)
	parks := e == nil && who.waiting < mostWaiting
	if parks {
		c.parked = append(c.parked, t)
		who.waiting++
	}
	b := c.batch
	c.mu.Unlock()
	switch {
	case e != nil:
		b.send(t, e)
	case !parks:
		respond(m, who.id, nil)
	}
}

// dispatch hands pieces to workers that wait for them.
func (c *Coordinator) dispatch() {
	for {
		c.mu.Lock()
		var e *entry
		var t taker
		b := c.batch
		for i := 0; b != nil && i < len(c.parked) && e == nil && len(b.ready) > 0; i++ {
			if t = c.parked[i]; t.until.After(time.Now()) {
				if e = b.give(t.holder); e != nil {
					c.parked = slices.Delete(c.parked, i, i+1)
					t.who.waiting--
				}
			}
		}
		c.mu.Unlock()
		if e == nil {
			return
		}
		b.send(t, e)
	}
}

func (b *batch) send(t taker, e *entry) {
	piece, err := e.job.Piece()
	if err != nil {
		b.cancel(err)
		return
	}
	text, err := json.Marshal(piece)
	if err != nil {
		b.cancel(err)
		return
	}
	respond(t.m, t.who.id, text)
}

// leave takes the pieces of a worker back that ends.
func (c *Coordinator) leave(who *member, m *nats.Msg) {
	h := holder{who, sender(m)}
	c.mu.Lock()
	c.batch.release(func(of holder) bool { return of == h })
	delete(who.workers, h.worker)
	c.mu.Unlock()
	c.dispatch()
}
