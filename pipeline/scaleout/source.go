package scaleout

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// source is an origin of work: a connection file, which may change, or a cluster.
type source struct {
	w    *worker
	name string

	mu    sync.Mutex
	link  *link // nil without a connection
	ended bool  // the connection file's run has ended
	err   error // error of the first attempt; nil once connected
}

type link struct {
	conn   *nats.Conn
	id     string   // its credential
	run    subjects // of the connection file; "" at a cluster
	closed chan struct{}

	mu     sync.Mutex
	joined []*joined
}

type joined struct {
	source *source
	hello  Hello
	over   context.Context // ends with the run
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

// firstError returns the error of the first attempt, if there was no connection since.
func (s *source) firstError() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

func (s *source) connect(ctx context.Context) error {
	c, err := resolve(s.name)
	if err != nil {
		return err
	}
	if err := s.same(c.Title, c.Stamp, c.Run); err != nil {
		return err
	}
	l := &link{run: c.Run, id: c.ID, closed: make(chan struct{})}
	l.conn, err = c.dial(nats.NoReconnect(), nats.ClosedHandler(func(*nats.Conn) { close(l.closed) }))
	if err != nil {
		return err
	}
	if err = s.join(ctx, l); err != nil {
		l.conn.Close()
		return c.explain(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.link, s.err = l, nil
	return nil
}

// same returns an error if another program coordinates the run.
func (s *source) same(title string, stamp Stamp, run subjects) error {
	if run == "" || stamp == s.w.o.Stamp {
		return nil
	}
	return fmt.Errorf("%w: %q needs %v, this worker is %v; build that commit here (git checkout, make build)",
		ErrOther, title, stamp, s.w.o.Stamp)
}

func (s *source) join(ctx context.Context, l *link) error {
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
		if err := s.joinRun(l, h); err != nil {
			return err
		}
	}
	return nil
}

func (s *source) joinRun(l *link, h Hello) error {
	j := &joined{source: s, hello: h}
	j.over, j.end = context.WithCancel(context.Background())
	_, err := l.conn.Subscribe(h.Run.of("end"), func(m *nats.Msg) {
		if len(m.Data) > 0 {
			s.w.o.Note(clean(string(m.Data)))
			go l.conn.Close() // it may start again
			return
		}
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
	s.w.o.Note(fmt.Sprintf("joined %s", h.Title))
	l.mu.Lock()
	defer l.mu.Unlock()
	l.joined = append(l.joined, j)
	return nil
}

// maintain sends heartbeats, looks for new runs at a cluster, and reconnects.
func (s *source) maintain(ctx context.Context) {
	for ctx.Err() == nil {
		l, ended := s.state()
		if ended {
			return
		}
		if l == nil {
			pause(ctx, backoffTime)
			if err := s.connect(ctx); errors.Is(err, ErrOther) {
				s.w.cancel(err)
				return
			}
			continue
		}
		every := heartbeatTime
		for _, j := range l.runs() {
			every = min(every, j.lease()/3)
			if text, err := s.w.heartbeat(j.hello.Run); err == nil {
				_ = l.conn.Publish(j.hello.Run.from(l.id, "alive"), text) // it errs without a connection
			}
		}
		if l.run == "" {
			_ = s.join(ctx, l)
		}
		select {
		case <-ctx.Done():
		case <-l.closed:
			s.w.o.Note("the connection to " + s.name + " is lost")
			s.mu.Lock()
			s.link = nil
			s.mu.Unlock()
		case <-time.After(every):
		}
	}
}

func (j *joined) lease() time.Duration { return time.Duration(j.hello.Lease * float64(time.Second)) }

// ask sends a request to the coordinator of a run and waits for the reply.
func (j *joined) ask(ctx context.Context, verb string, m *nats.Msg, maxWait time.Duration) ([]byte, error) {
	l, _ := j.source.state()
	if l == nil {
		return nil, nats.ErrConnectionClosed
	}
	ctx, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	m.Subject = j.hello.Run.from(l.id, verb)
	m.Header.Set(workerHeader, j.source.w.name)
	reply, err := l.conn.RequestMsgWithContext(ctx, m)
	if err != nil {
		return nil, err
	}
	return reply.Data, nil
}

// answer hands an answer in until the coordinator has judged it. It waits for a coordinator that is away.
func (j *joined) answer(ctx context.Context, m *nats.Msg) {
	const maxWait = time.Minute // some proofs take longer to judge; then the answer is handed in again
	for ctx.Err() == nil {
		if reply, err := j.ask(ctx, "answer", m, maxWait); err == nil && string(reply) == string(replyDone) {
			return
		}
		pause(ctx, backoffTime)
	}
}

// maxAnswer returns the size of the largest answer that the server accepts, in bytes.
func (s *source) maxAnswer() int {
	if l, _ := s.state(); l != nil {
		return int(min(l.conn.MaxPayload(), MaxMessage)) - headerBytes
	}
	return MaxMessage - headerBytes
}

const headerBytes = 1 << 12

func (s *source) close() error {
	l, _ := s.state()
	if l == nil {
		return nil
	}
	for _, j := range l.runs() {
		m := nats.NewMsg(j.hello.Run.from(l.id, "leave"))
		m.Header.Set(workerHeader, s.w.name)
		_ = l.conn.PublishMsg(m) // otherwise the leases run out
	}
	err := l.conn.FlushTimeout(connectTime)
	l.conn.Close()
	if errors.Is(err, nats.ErrConnectionClosed) {
		return nil // the run has ended
	}
	return err
}
