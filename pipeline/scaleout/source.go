package scaleout

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// source is where a worker gets work: a connection file, which may change, or a cluster.
type source struct {
	w    *worker
	name string

	mu    sync.Mutex
	link  *link // nil while there is no connection
	ended bool  // the run of a connection file
	why   error // there never was a connection
}

// link is a connection of a source.
type link struct {
	conn *nats.Conn
	js   jetstream.JetStream
	run  subjects // of a connection file, "" at a cluster
	gone chan struct{}

	mu     sync.Mutex
	joined []*joined
}

// joined is a run that the worker works for.
type joined struct {
	hello  Hello
	queue  jetstream.Consumer
	inputs jetstream.Stream
	over   context.Context // until the run ends
	end    context.CancelFunc
}

func (l *link) runs() []*joined {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.joined)
}

func (s *source) state() (l *link, ended bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.link, s.ended
}

// absence says why there never was a connection, if there was none.
func (s *source) absence() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.why
}

// connect joins the run of the connection file as it is now, or the runs at a cluster.
func (s *source) connect(ctx context.Context) error {
	c, err := resolve(s.name)
	if err != nil {
		return err
	}
	if err := s.same(c.Title, c.Stamp, c.Run); err != nil {
		return err
	}
	l := &link{run: c.Run, gone: make(chan struct{})}
	l.conn, err = c.dial(nats.NoReconnect(), nats.ClosedHandler(func(*nats.Conn) { close(l.gone) }))
	if err != nil {
		return err
	}
	if l.js, err = jetstream.New(l.conn); err == nil {
		err = s.join(ctx, l)
	}
	if err != nil {
		l.conn.Close()
		return c.explain(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.link, s.why = l, nil
	return nil
}

// same demands that a run is of this program.
func (s *source) same(title string, stamp Stamp, run subjects) error {
	if run == "" || stamp == s.w.o.Stamp {
		return nil
	}
	return fmt.Errorf("%w: %q is computed by %v, this worker is %v: build that commit here (git checkout, make build)", ErrOther, title, stamp, s.w.o.Stamp)
}

// join joins what runs there are now that the worker has not joined.
func (s *source) join(ctx context.Context, l *link) error {
	if l.run == "" {
		if _, err := l.js.AccountInfo(ctx); err != nil {
			return err // of a server without JetStream
		}
	}
	all, err := hellos(ctx, l.conn, l.run)
	if err != nil {
		return err
	}
	if l.run != "" && len(all) == 0 {
		return nats.ErrNoServers
	}
	for _, h := range all {
		if slices.ContainsFunc(l.runs(), func(j *joined) bool { return j.hello.Run == h.Run }) {
			continue
		}
		if err := s.same(h.Title, h.Stamp, h.Run); err != nil {
			if l.run != "" {
				return err
			}
			s.w.o.Note(err.Error())
			continue
		}
		if err := s.joinRun(ctx, l, h); err != nil {
			return err
		}
	}
	return nil
}

func (s *source) joinRun(ctx context.Context, l *link, h Hello) error {
	queue, err := l.js.Consumer(ctx, h.Run.stream("work"), queueName)
	if err != nil {
		return err
	}
	inputs, err := l.js.Stream(ctx, h.Run.stream("input"))
	if err != nil {
		return err
	}
	j := &joined{hello: h, queue: queue, inputs: inputs}
	j.over, j.end = context.WithCancel(context.Background())
	_, err = l.conn.Subscribe(h.Run.of("end"), func(*nats.Msg) {
		l.mu.Lock()
		l.joined = slices.DeleteFunc(l.joined, func(x *joined) bool { return x == j })
		l.mu.Unlock()
		j.end()
		if l.run != "" {
			s.mu.Lock()
			s.ended = true
			s.mu.Unlock()
		}
	})
	if err != nil {
		return err
	}
	if err := s.w.desk.serve(l.conn, h.Run); err != nil {
		return err
	}
	s.w.o.Note(fmt.Sprintf("joined %s", h.Title))
	l.mu.Lock()
	defer l.mu.Unlock()
	l.joined = append(l.joined, j)
	return nil
}

// keep says that the worker is alive, looks for new runs at a cluster, and connects again where the
// connection was lost.
func (s *source) keep(ctx context.Context) {
	for ctx.Err() == nil {
		l, ended := s.state()
		if ended {
			return
		}
		if l == nil {
			pause(ctx, modestTime)
			if err := s.connect(ctx); errors.Is(err, ErrOther) {
				s.w.cancel(err)
				return
			}
			continue
		}
		for _, j := range l.runs() {
			if text, err := s.w.beat(j.hello.Run); err == nil {
				_ = l.conn.Publish(j.hello.Run.of("alive"), text) // or the connection is gone
			}
		}
		if l.run == "" {
			_ = s.join(ctx, l)
		}
		select {
		case <-ctx.Done():
		case <-l.gone:
			s.w.o.Note("the connection to " + s.name + " is lost")
			s.mu.Lock()
			s.link = nil
			s.mu.Unlock()
		case <-time.After(beatTime):
		}
	}
}

// tell says something of a piece, if there is a connection; the lease says the rest.
func (s *source) tell(reply, what string) {
	if l, _ := s.state(); l != nil {
		_ = l.conn.Publish(reply, []byte(what))
	}
}

// answer hands an answer in, if need be when the coordinator is back. It reports whether it did.
func (s *source) answer(ctx context.Context, m *nats.Msg) bool {
	const patience = 10 * time.Second
	id := jetstream.WithMsgID(m.Subject + " " + m.Header.Get(workerHeader) + " " + m.Header.Get(pieceHeader))
	for ctx.Err() == nil {
		l, ended := s.state()
		if ended {
			return false
		}
		if l != nil {
			limited, cancel := context.WithTimeout(ctx, patience)
			_, err := l.js.PublishMsg(limited, m, id)
			cancel()
			if err == nil {
				return true
			}
		}
		pause(ctx, modestTime)
	}
	return false
}

// mostBytes is the size of the largest answer that the server takes.
func (s *source) mostBytes() int {
	if l, _ := s.state(); l != nil {
		return int(min(l.conn.MaxPayload(), MaxMessage)) - headerBytes
	}
	return MaxMessage - headerBytes
}

// headerBytes is room for an answer's headers.
const headerBytes = 1 << 12

// close ends the connection when all that was said is sent.
func (s *source) close() error {
	l, _ := s.state()
	if l == nil {
		return nil
	}
	err := l.conn.FlushTimeout(connectTime)
	l.conn.Close()
	if errors.Is(err, nats.ErrConnectionClosed) {
		return nil // the run has ended
	}
	return err
}
