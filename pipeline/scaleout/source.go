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
	c, err := resolve(name)
	if err == nil && c.Run != "" {
		err = w.suits(c.Title, c.Stamp)
	}
	if err != nil {
		return nil, err
	}
	conn, err := c.dial(nats.MaxReconnects(-1), quiet, nats.DisconnectErrHandler(func(conn *nats.Conn, err error) {
		if !conn.IsClosed() || err != nil {
			w.o.Note("the connection to " + name + " is lost")
		}
	}))
	if err != nil {
		return nil, err
	}
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(w.ctx, connectTime)
	defer cancel()
	for _, r := range listed(ctx, js, c.Run) {
		at := *c
		at.Run = r
		s := &source{worker: w, at: &at, conn: conn, js: js}
		var h Hello
		if hear(ctx, js, r, helloKey, &h) != nil || h.Run != r {
			continue // its coordinator is away
		}
		if err = w.suits(h.Title, h.Stamp); err != nil {
			w.o.Note(err.Error())
			continue
		}
		if s.queue, err = js.Consumer(ctx, r.pieces(), workConsumer); err != nil {
			continue
		}
		s.lease, s.why = time.Duration(h.Lease*float64(time.Second)), h.Why
		s.ctx, s.end = context.WithCancel(w.ctx)
		if _, err = conn.Subscribe("$KV."+r.bucket()+"."+helloKey, func(m *nats.Msg) {
			var h Hello
			if json.Unmarshal(m.Data, &h) == nil {
				s.heard(h)
			}
		}); err != nil {
			continue // the connection is lost
		}
		w.o.Note("joined " + h.Title)
		all = append(all, s)
	}
	if len(all) > 0 {
		return all, nil
	}
	conn.Close()
	if errors.Is(err, ErrOther) {
		return nil, err
	}
	return nil, fmt.Errorf("%w: no coordinator answers at %s; is one running, and has the server JetStream?",
		errNotRunning, c.source)
}

// suits returns an error if another program coordinates a run.
func (w *worker) suits(title string, stamp Stamp) error {
	if stamp == w.o.Stamp {
		return nil
	}
	return fmt.Errorf("%w: %q needs %v, this worker is %v; build that commit here (git checkout, make build)",
		ErrOther, title, stamp, w.o.Stamp)
}

// lookEvery is the number of heartbeats between two looks at what the coordinator says.
const lookEvery = 15

// heard takes what the coordinator says. A word without a stamp is no coordinator's: a request of another worker can
// have the server answer here.
func (s *source) heard(h Hello) {
	switch {
	case h.Run != s.at.Run || h.Stamp == Stamp{}:
		return
	case h.Ended:
		s.end()
	case h.Stamp != s.o.Stamp:
		s.cancel(s.suits(h.Title, h.Stamp))
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
	for turn := 1; missing < gone && s.ctx.Err() == nil; turn++ {
		every := heartbeatTime
		if s.conn.IsConnected() {
			missing = 0
			s.report()
			if turn%lookEvery == 0 {
				s.look()
			}
		} else {
			missing = s.follow(missing)
			every = backoffTime
		}
		pause(s.ctx, every)
	}
	s.end()
}

// look reads what the coordinator says. A run without a bucket has ended.
func (s *source) look() {
	ctx, cancel := context.WithTimeout(s.ctx, callTime)
	defer cancel()
	var h Hello
	err := hear(ctx, s.js, s.at.Run, helloKey, &h)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		s.end()
	}
	if err == nil {
		s.heard(h)
	}
}

// follow tells the library the addresses that the connection file has now. A file that stays away, or is another run's,
// says that its run has ended.
func (s *source) follow(missing int) int {
	c, err := resolve(s.at.source)
	if errors.Is(err, errNotRunning) || err == nil && (c.Run != s.at.Run || c.CA != s.at.CA) && s.at.CA != "" {
		return missing + 1
	}
	if err == nil {
		_ = s.conn.SetServerPool(c.Servers) // it was closed
	}
	return 0
}
