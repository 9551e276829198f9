package scaleout

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"feltlab/internal/parallel"
	"feltlab/pipeline/work"
)

// Errors of workers.
var (
	// ErrOther is returned for a run of another program.
	ErrOther = errors.New("another program")
	// ErrVanished is returned if all coordinators stay away.
	ErrVanished = errors.New("no answer from the coordinator")
)

// WorkerOptions configure a worker.
type WorkerOptions struct {
	// Connect lists connection files and URLs of NATS clusters.
	Connect []string
	// Cores is the number of pieces that the worker computes at once.
	Cores int
	// Idle is how long the worker waits for work, or for a lost coordinator, before it ends.
	Idle  time.Duration
	Stamp Stamp
	Kinds work.Kinds
	// Note, if set, is called with one line for each event.
	Note func(line string)
}

type worker struct {
	o      WorkerOptions
	name   string
	since  time.Time
	ctx    context.Context
	cancel context.CancelCauseFunc
	group  sync.WaitGroup
	cores  chan struct{} // full while all cores compute
	inputs sync.Map      // functions that fetch an input once, by its hash

	mu       sync.Mutex
	conns    []*nats.Conn
	open     int   // files and URLs whose runs have not ended
	why      error // why a run is not there
	active   map[*piece]bool
	answers  int
	failures int
	last     time.Time     // when a piece was active
	until    time.Time     // the end of its pause
	bench    time.Duration // its length
}

type piece struct {
	work.Piece
	run   run
	m     jetstream.Msg
	since time.Time
}

var errIdle = errors.New("idle")

// Work takes pieces and answers them until the context ends, the worker is idle for too long, or the
// runs end. Its unfinished pieces go back to the queue. The error wraps ErrConnect, ErrOther or
// ErrVanished, is the context's, or says why this machine cannot continue.
func Work(ctx context.Context, o WorkerOptions) error {
	host, err := os.Hostname()
	if err != nil {
		return err
	}
	if o.Note == nil {
		o.Note = func(string) {}
	}
	w := &worker{o: o, name: fmt.Sprintf("%s-%d-%.6s", host, os.Getpid(), rand.Text()), since: time.Now(),
		active: map[*piece]bool{}, cores: make(chan struct{}, o.Cores), open: len(o.Connect)}
	w.ctx, w.cancel = context.WithCancelCause(ctx)
	for _, name := range o.Connect {
		w.group.Go(func() { w.serve(name) })
	}
	w.watch()
	w.group.Wait()
	if err := context.Cause(w.ctx); !errors.Is(err, errIdle) {
		return err
	}
	return nil
}

// serve works for the runs of a connection file or a cluster until they end. It waits for them if they are not there.
func (w *worker) serve(name string) {
	for w.ctx.Err() == nil {
		sources, err := w.join(name)
		if err == nil {
			w.work(sources)
			return
		}
		w.mu.Lock()
		first := w.why == nil
		w.why = err
		w.mu.Unlock()
		switch {
		case !errors.Is(err, errNotRunning) || w.o.Idle == 0:
			w.cancel(err)
		case first:
			w.o.Note(fmt.Sprintf("%v; waiting %v for it", err, w.o.Idle))
		}
		pause(w.ctx, backoffTime)
	}
}

func (w *worker) work(sources []*source) {
	conn := sources[0].conn
	w.mu.Lock()
	w.conns, w.why, w.last = append(w.conns, conn), nil, time.Now()
	w.mu.Unlock()
	var group sync.WaitGroup
	for _, s := range sources {
		group.Go(s.maintain)
		for range w.o.Cores {
			group.Go(s.slot)
		}
	}
	group.Wait()
	_ = conn.FlushTimeout(callTime) // otherwise its pieces go back when their lease ends
	conn.Close()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open--
}

// watch ends the worker when its runs end, when it is idle for too long, or without a connection.
func (w *worker) watch() {
	const every = 100 * time.Millisecond
	w.last = time.Now()
	linked := w.last
	repeat(w.ctx, every, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if len(w.active) > 0 {
			w.last = time.Now()
		}
		connected := slices.ContainsFunc(w.conns, (*nats.Conn).IsConnected)
		first := len(w.conns) == 0 && w.why == nil // its first attempt to connect takes its time
		if connected || first {
			linked = time.Now()
		}
		switch {
		case w.open == 0:
			w.o.Note("the run has ended")
			w.cancel(errIdle)
		case connected && time.Since(w.last) > w.o.Idle:
			w.o.Note(fmt.Sprintf("nothing to do for %v", w.o.Idle))
			w.cancel(errIdle)
		case !first && time.Since(linked) > w.o.Idle:
			w.cancel(cmp.Or(w.why, fmt.Errorf("%w for %v, at %s; restart it with the same command, then restart its "+
				"workers", ErrVanished, w.o.Idle, w.o.Connect[0])))
		}
	})
}

// slot computes one piece after the other. The slots of several runs take the cores in turn.
func (s *source) slot() {
	for ; s.ctx.Err() == nil; pause(s.ctx, backoffTime) {
		queue, err := s.queue.Messages(jetstream.PullMaxMessages(1)) // it asks only while Next waits
		if err != nil {
			continue
		}
		for err == nil {
			s.mu.Lock()
			rest := time.Until(s.until)
			s.mu.Unlock()
			pause(s.ctx, rest)
			var m jetstream.Msg
			if m, err = queue.Next(jetstream.NextContext(s.ctx)); err == nil {
				s.process(m)
			}
		}
		queue.Stop()
		if _, err := s.js.KeyValue(s.ctx, s.run.bucket()); errors.Is(err, jetstream.ErrBucketNotFound) {
			s.end() // the run has ended, and this worker has not heard it
		}
	}
}

// A worker that fails pauses for firstBench. The pause doubles, up to longestBench, with each further failure.
const firstBench, longestBench = time.Second, time.Minute

// process computes a piece. It stores the answer before it lets the piece go.
func (s *source) process(m jetstream.Msg) {
	p := &piece{run: s.run, m: m, since: time.Now()}
	if json.Unmarshal(m.Data(), &p.Piece) != nil || m.Subject() != p.run.of("work", tokenOf(p.Key)) {
		_ = m.Ack() // no coordinator wrote it; it writes the piece again
		return
	}
	s.setActive(p, true)
	defer s.setActive(p, false)
	var content []byte
	var err error
	select {
	case s.cores <- struct{}{}:
		content, err = s.compute(&p.Piece)
		<-s.cores
	case <-s.ctx.Done():
	}
	if err != nil && work.Full(err) {
		s.cancel(fmt.Errorf("this machine cannot store more: %w; free some space, or name another folder "+
			"with --cache; the pieces went back to the queue", err))
	}
	if most := min(MaxMessage, s.conn.MaxPayload()-headerBytes); int64(len(content)) > most {
		err = fmt.Errorf("its answer has %d bytes, the server accepts %d; raise max_payload there", len(content), most)
		content = nil
	}
	if s.ctx.Err() != nil || s.hand(p, content, err) != nil {
		_ = m.Nak() // otherwise the lease ends
		return
	}
	_ = m.Ack() // a lost one costs only time
	s.count(p, err)
}

// hand sends an answer, or why there is none, until it is stored.
func (s *source) hand(p *piece, content []byte, failed error) error {
	m := nats.NewMsg(s.run.of("answer", s.at.ID, tokenOf(p.Key)))
	m.Data = content
	m.Header.Set(workerHeader, s.name)
	m.Header.Set(stampHeader, s.o.Stamp.String())
	if failed != nil {
		m.Header.Set(failHeader, clean(failed.Error()))
	}
	return insist(s.ctx, func(ctx context.Context) error {
		_, err := s.js.PublishMsg(ctx, m)
		return err
	})
}

// count counts an answer, or a failure, after which the worker pauses: the longer, the more come in a row.
func (w *worker) count(p *piece, failed error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if failed == nil {
		w.answers++
		w.bench = 0
		return
	}
	w.failures++
	w.bench = min(longestBench, max(firstBench, 2*w.bench))
	w.until = time.Now().Add(w.bench)
	w.o.Note(fmt.Sprintf("%s failed: %s; this worker pauses for %v", p.Name, clean(failed.Error()), w.bench))
}

// compute answers a piece. It turns a panic into an error of the piece.
func (s *source) compute(p *work.Piece) (content []byte, err error) {
	kind := s.o.Kinds[p.Kind]
	if kind == nil {
		return nil, fmt.Errorf("this worker cannot compute pieces of kind %.40q", p.Kind)
	}
	t := work.Task{Payload: p.Payload}
	t.Input = func(_ context.Context, hash string) ([]byte, error) { return s.input(hash) }
	err = parallel.Guard(func() (err error) { content, err = kind(s.ctx, t); return err })
	return content, err
}

// input returns an input of a run, and keeps it for further pieces.
func (s *source) input(hash string) ([]byte, error) {
	once, _ := s.inputs.LoadOrStore(hash, sync.OnceValues(func() (content []byte, err error) {
		err = insist(s.ctx, func(context.Context) (err error) { // a large one takes longer than a call
			content, err = fetch(s.ctx, s.js, s.run, hash)
			return err
		})
		if err != nil {
			s.inputs.Delete(hash) // the next piece tries again
		}
		return content, err
	}))
	return once.(func() ([]byte, error))()
}

func (w *worker) setActive(p *piece, on bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = time.Now()
	if on {
		w.active[p] = true
	} else {
		delete(w.active, p)
	}
}

// report says to a run what the worker does, and keeps the leases of its pieces.
func (s *source) report() {
	h := Worker{Worker: s.name, Cores: s.o.Cores, Since: s.since, Pieces: []ActivePiece{}}
	s.mu.Lock()
	h.Answers, h.Failures = s.answers, s.failures
	for p := range s.active {
		if p.run == s.run {
			_ = p.m.InProgress() // a lost one costs only time
			h.Pieces = append(h.Pieces, ActivePiece{cut(p.Name, maxName), p.since})
		}
	}
	s.mu.Unlock()
	slices.SortFunc(h.Pieces, func(x, y ActivePiece) int { return x.Since.Compare(y.Since) })
	const mostNamed = 24 // so that a report stays below its limit
	h.Pieces = h.Pieces[:min(len(h.Pieces), mostNamed)]
	h.send(s.conn, s.run, s.at.ID)
}
