package scaleout

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// source is an origin of work: a connection file, which may change, or a cluster.
type source struct {
	w    *worker
	name string

	mu    sync.Mutex
	link  *link     // the latest connection
	runs  []*joined // the runs that the worker works for
	ended bool      // the connection file's run has ended
	err   error     // error of the first attempt; nil once connected
}

type link struct {
	*connection
	conn *nats.Conn
	js   jetstream.JetStream
}

// joined is a run that the worker works for.
type joined struct {
	source *source
	run    run
	lease  time.Duration
	why    string          // why its coordinator has stopped
	ctx    context.Context // ends with the run, and with the worker
	end    context.CancelFunc
}

// state returns the connection, nil if there is none at present, and the runs.
func (s *source) state() (l *link, runs []*joined, ended bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.link != nil && s.link.conn.IsConnected() {
		l = s.link
	}
	return l, slices.Clone(s.runs), s.ended
}

// connect makes a connection, and joins the runs there.
func (s *source) connect(ctx context.Context) error {
	c, err := resolve(s.name)
	if err == nil && c.Run != "" {
		err = s.same(c.Title, c.Stamp)
	}
	if err != nil {
		return err
	}
	l := &link{connection: c}
	if l.conn, err = c.dial(nats.MaxReconnects(-1), nats.ReconnectWait(backoffTime),
		nats.DisconnectErrHandler(func(conn *nats.Conn, err error) {
			if !conn.IsClosed() || err != nil {
				s.w.o.Note("the connection to " + s.name + " is lost")
			}
		})); err != nil {
		return err
	}
	if l.js, err = jetstream.New(l.conn); err == nil {
		err = s.listen(l)
	}
	if err == nil {
		err = s.look(ctx, l)
	}
	if err != nil {
		l.conn.Close()
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.link, s.err = l, nil
	return nil
}

// same returns an error if another program coordinates a run.
func (s *source) same(title string, stamp Stamp) error {
	if stamp == s.w.o.Stamp {
		return nil
	}
	return fmt.Errorf("%w: %q needs %v, this worker is %v; build that commit here (git checkout, make build)",
		ErrOther, title, stamp, s.w.o.Stamp)
}

// listen hears what coordinators say to their workers.
func (s *source) listen(l *link) error {
	of := l.Run
	if of == "" {
		of = "*"
	}
	_, err := l.conn.Subscribe(of.of("end"), func(m *nats.Msg) {
		if h := parseHello(m.Data); h != nil {
			_ = s.hear(l, h) // the next look says it again
		}
	})
	if err != nil {
		return err
	}
	_, err = l.conn.Subscribe(of.of("bench", l.ID, tokenOf(s.w.name)), func(m *nats.Msg) {
		var b benching
		if json.Unmarshal(m.Data, &b) == nil && b.Seconds > 0 {
			s.w.pause(min(longestBench, time.Duration(b.Seconds*float64(time.Second))), b.Reason)
		}
	})
	return err
}

// look reads what the coordinators say. The run of a connection file must be there.
func (s *source) look(ctx context.Context, l *link) error {
	ctx, cancel := context.WithTimeout(ctx, connectTime)
	defer cancel()
	at := runsAt(ctx, l.js, l.Run)
	s.mu.Lock()
	for _, j := range s.runs {
		if !slices.Contains(at, j.run) {
			at = append(at, j.run)
		}
	}
	s.mu.Unlock()
	for _, r := range at {
		text, err := word(ctx, l.js, r, helloKey)
		h := parseHello(text)
		switch {
		case errors.Is(err, jetstream.ErrBucketNotFound):
			err = s.hear(l, &Hello{Run: r, Ended: true})
		case err == nil && h != nil && h.Run == r:
			err = s.hear(l, h)
		default: // its coordinator is away
			err = errors.Join(err, errNotRunning)
		}
		if errors.Is(err, ErrOther) {
			if l.Run != "" {
				return err
			}
			s.w.o.Note(err.Error())
		}
	}
	if _, runs, ended := s.state(); len(runs) == 0 && !ended {
		return notRunning{fmt.Errorf("%w: no coordinator answers at %s; is one running, and has the server JetStream?",
			ErrConnect, l.source)}
	}
	return nil
}

// hear takes what a coordinator says of its run: the worker joins it, or ends its work for it.
func (s *source) hear(l *link, h *Hello) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := slices.IndexFunc(s.runs, func(j *joined) bool { return j.run == h.Run })
	if h.Ended {
		if at >= 0 {
			s.runs[at].end()
			s.runs = slices.Delete(s.runs, at, at+1)
			s.ended = l.Run != ""
		}
		return nil
	}
	if err := s.same(h.Title, h.Stamp); err != nil {
		return err
	}
	if at < 0 {
		at = len(s.runs)
		j := &joined{source: s, run: h.Run, lease: time.Duration(h.Lease * float64(time.Second))}
		j.ctx, j.end = context.WithCancel(s.w.ctx)
		s.runs = append(s.runs, j)
		s.w.o.Note("joined " + h.Title)
	}
	if j := s.runs[at]; h.Why != j.why {
		if j.why = h.Why; h.Why != "" {
			s.w.o.Note(clean(h.Why))
		}
	}
	return nil
}

// lookEvery is the number of heartbeats between two looks at what the coordinators say.
const lookEvery = 15

// maintain reports to the runs, keeps the leases of pieces, and connects again when the connection file has changed.
func (s *source) maintain(ctx context.Context) {
	missing := 0 // looks in a row without a connection and without its file
	for turn := 1; ctx.Err() == nil; turn++ {
		every := heartbeatTime
		l, runs, ended := s.state()
		switch {
		case ended:
			return
		case l == nil:
			missing = s.reconnect(ctx, missing)
			every = backoffTime
		default:
			missing = 0
			s.w.settle("")
			for _, j := range runs {
				every = min(every, j.lease/3)
				s.w.beat(l, j.run)
			}
			if turn%lookEvery == 0 {
				if err := s.look(ctx, l); errors.Is(err, ErrOther) {
					s.w.cancel(err)
				}
			}
		}
		pause(ctx, every)
	}
}

// reconnect looks for another address or key in the connection file, and connects with it. The library goes on trying
// the present one. A file that stays away after its run was joined says that the run has ended.
func (s *source) reconnect(ctx context.Context, missing int) int {
	s.mu.Lock()
	old, joined := s.link, len(s.runs) > 0
	s.mu.Unlock()
	c, err := resolve(s.name)
	if errors.Is(err, errNotRunning) && joined {
		const gone = 10 // longer than a coordinator takes to write the file of a new key
		if missing++; missing >= gone {
			s.mu.Lock()
			defer s.mu.Unlock()
			for _, j := range s.runs {
				j.end()
			}
			s.ended = true
		}
		return missing
	}
	if err == nil && old != nil && !old.conn.IsClosed() && slices.Equal(c.Servers, old.Servers) && c.Seed == old.Seed {
		return 0
	}
	if err = s.connect(ctx); errors.Is(err, ErrOther) {
		s.w.cancel(err)
	}
	if err == nil && old != nil {
		old.conn.Close()
	}
	return 0
}

func (s *source) close() {
	if l, _, _ := s.state(); l != nil {
		_ = l.conn.FlushTimeout(callTime) // otherwise the pieces go back when their lease ends
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.link != nil {
		s.link.conn.Close()
	}
}
