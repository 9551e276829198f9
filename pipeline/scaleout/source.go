package scaleout

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// source is a run that the worker works for, by its connection file, which may change, or at a cluster.
type source struct {
	*worker
	at    *connection
	run   run
	conn  *nats.Conn
	js    jetstream.JetStream
	queue jetstream.Consumer
	lease time.Duration
	why   string          // why the coordinator has stopped
	ctx   context.Context // ends with the run, and with the worker
	end   context.CancelFunc
}

// join connects to the run of a connection file, or to all runs at a cluster. They must be there.
func (w *worker) join(name string) (all []*source, err error) {
	lost := nats.DisconnectErrHandler(func(conn *nats.Conn, err error) {
		if !conn.IsClosed() || err != nil {
			w.o.Note("the connection to " + name + " is lost")
		}
	})
	c, js, err := reach(name, nats.MaxReconnects(-1), quiet, lost)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(w.ctx, connectTime)
	defer cancel()
	for _, r := range listed(ctx, js, c.Run) {
		var h Hello
		if hear(ctx, js, r, helloKey, &h) != nil || h.Run != r {
			continue // its coordinator is away
		}
		if err = w.suits(&h); err != nil {
			w.o.Note(err.Error())
			continue
		}
		s := &source{worker: w, at: c, run: r, js: js, conn: js.Conn(), why: h.Why,
			lease: time.Duration(h.Lease * float64(time.Second))}
		if s.queue, err = js.Consumer(ctx, r.pieces(), workConsumer); err != nil {
			continue
		}
		s.ctx, s.end = context.WithCancel(w.ctx)
		if _, err = s.conn.Subscribe("$KV."+r.bucket()+"."+helloKey, s.heard); err != nil {
			continue // the connection is lost
		}
		w.o.Note("joined " + h.Title)
		all = append(all, s)
	}
	if len(all) > 0 {
		return all, nil
	}
	js.Conn().Close()
	if errors.Is(err, ErrOther) {
		return nil, err
	}
	return nil, fmt.Errorf("%w: no coordinator answers at %s; is one running, and has the server JetStream?",
		errNotRunning, c.source)
}

func (w *worker) suits(h *Hello) error {
	if h.Stamp == w.o.Stamp {
		return nil
	}
	return fmt.Errorf("%w: %q needs %v, this worker is %v; build that commit here (git checkout, make build)",
		ErrOther, h.Title, h.Stamp, w.o.Stamp)
}

// heard takes what the coordinator says. A word without a stamp is no coordinator's: a request of another worker can
// have the server answer here.
func (s *source) heard(m *nats.Msg) {
	var h Hello
	switch {
	case json.Unmarshal(m.Data, &h) != nil || h.Run != s.run || h.Stamp == Stamp{}:
		return
	case h.Ended:
		s.end()
	case h.Stamp != s.o.Stamp:
		s.cancel(s.suits(&h))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if h.Why != s.why && h.Why != "" {
		s.o.Note(clean(h.Why))
	}
	s.why = h.Why
}

// maintain reports to the run until it ends, and follows the connection file to other addresses.
func (s *source) maintain() {
	const gone = 10 // looks; longer than a coordinator takes to write the file of a new password
	missing := 0    // looks in a row without a connection and without the run's file
	for missing < gone && s.ctx.Err() == nil {
		if s.conn.IsConnected() {
			missing = 0
			s.report()
			pause(s.ctx, min(heartbeatTime, s.lease/3))
		} else {
			missing = s.follow(missing)
			pause(s.ctx, backoffTime)
		}
	}
	s.end()
}

// follow tells the library the addresses that the connection file has now. A file that stays away, or is another run's,
// says that its run has ended.
func (s *source) follow(missing int) int {
	c, err := resolve(s.at.source)
	if errors.Is(err, errNotRunning) || err == nil && (c.Run != s.run || c.CA != s.at.CA) && s.at.CA != "" {
		return missing + 1
	}
	if err == nil {
		_ = s.conn.SetServerPool(c.Servers) // it was closed
	}
	return 0
}
