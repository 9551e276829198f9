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
	o       WorkerOptions
	name    string
	since   time.Time
	sources []*source
	ctx     context.Context
	cancel  context.CancelCauseFunc
	answers chan answer

	mu     sync.Mutex
	active map[*piece]bool
	inputs sync.Map  // functions that fetch an input once, by its hash
	last   time.Time // when a piece was active
	until  time.Time // the end of its pause
}

// answer is an answer, or an error, on its way to the server.
type answer struct {
	j       *joined
	p       *piece
	content []byte
	err     error
}

// piece is a piece of a run that the worker has.
type piece struct {
	work.Piece
	run   run
	m     *nats.Msg // which it acknowledges at the end
	since time.Time
	done  bool // its answer is stored
}

var errIdle = errors.New("idle")

// answersPerCore is the number of answers that a worker has on their way to the server, for each core.
const answersPerCore = 2

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
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := &worker{
		o: o, name: fmt.Sprintf("%s-%d-%.6s", host, os.Getpid(), rand.Text()),
		since: time.Now(), last: time.Now(), ctx: ctx, cancel: cancel, active: map[*piece]bool{},
		answers: make(chan answer),
	}
	defer w.close()
	for _, name := range o.Connect {
		s := &source{w: w, name: name}
		switch s.err = s.connect(ctx); {
		case errors.Is(s.err, errNotRunning) && o.Idle > 0:
			o.Note(fmt.Sprintf("%v; waiting %v for it", s.err, o.Idle))
		case s.err != nil:
			return s.err
		}
		w.sources = append(w.sources, s)
	}
	w.last = time.Now() // the search for coordinators took its time
	var group, slots sync.WaitGroup
	rest, stop := context.WithCancel(context.WithoutCancel(ctx)) // ends after the slots, which return their pieces
	for _, s := range w.sources {
		group.Go(func() { s.maintain(rest) })
	}
	group.Go(func() { w.watch(ctx) })
	for i := range o.Cores {
		slots.Go(func() { w.slot(ctx, i) })
	}
	for range answersPerCore * o.Cores {
		group.Go(func() {
			for a := range w.answers {
				w.finish(a)
			}
		})
	}
	slots.Wait()
	close(w.answers)
	stop()
	group.Wait()
	if err := context.Cause(ctx); !errors.Is(err, errIdle) {
		return err
	}
	return nil
}

func (w *worker) close() {
	w.settle("")
	for _, s := range w.sources {
		s.close()
	}
}

// watch ends the worker when its runs end, when it is idle for too long, or without a connection.
func (w *worker) watch(ctx context.Context) {
	const every = 100 * time.Millisecond
	linked := time.Now()
	repeat(ctx, every, func() {
		over, joined, why := true, false, error(nil)
		for _, s := range w.sources {
			link, _, ended := s.state()
			over = over && ended
			joined = joined || link != nil
			s.mu.Lock()
			why = cmp.Or(why, s.err)
			s.mu.Unlock()
		}
		w.mu.Lock()
		if len(w.active) > 0 {
			w.last = time.Now()
		}
		idle := time.Since(w.last) > w.o.Idle
		w.mu.Unlock()
		switch {
		case over:
			w.o.Note("the run has ended")
			w.cancel(errIdle)
		case joined:
			linked = time.Now()
			if idle {
				w.o.Note(fmt.Sprintf("nothing to do for %v", w.o.Idle))
				w.cancel(errIdle)
			}
		case time.Since(linked) > w.o.Idle && why != nil:
			w.cancel(why)
		case time.Since(linked) > w.o.Idle:
			w.cancel(fmt.Errorf("%w for %v, at %s; restart it with the same command, then restart its workers",
				ErrVanished, w.o.Idle, w.sources[0].name))
		}
	})
}

// longestWait is how long a worker waits for a piece before it asks again, and turnWait if it works for several runs.
const longestWait, turnWait = 5 * time.Second, 300 * time.Millisecond

// slot computes one piece after the other, of the runs in turn.
func (w *worker) slot(ctx context.Context, number int) {
	pullers := map[*joined]*puller{}
	for turn := number; ctx.Err() == nil; turn++ {
		w.mu.Lock()
		rest := time.Until(w.until)
		w.mu.Unlock()
		runs := w.runs()
		if rest > 0 || len(runs) == 0 {
			pause(ctx, max(rest, backoffTime))
			continue
		}
		wait := longestWait
		if len(runs) > 1 {
			wait = turnWait
		}
		j := runs[turn%len(runs)]
		l, _, _ := j.source.state()
		if l == nil {
			pause(ctx, backoffTime)
			continue
		}
		if p := pullers[j]; p == nil || p.conn != l.conn {
			p, err := newPuller(l.conn, j.run)
			if err != nil {
				continue // the connection is lost
			}
			pullers[j] = p
		}
		if m := pullers[j].next(j.ctx, wait, w.settle(j.run)); m != nil {
			w.process(j, m)
		}
	}
}

// runs lists the runs of all sources, from which the slots take pieces in turn.
func (w *worker) runs() (all []*joined) {
	for _, s := range w.sources {
		if link, runs, _ := s.state(); link != nil {
			all = append(all, runs...)
		}
	}
	return all
}

// pause keeps the worker from further pieces for a while.
func (w *worker) pause(d time.Duration, why string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if until := time.Now().Add(d); until.After(w.until) {
		w.until = until
		w.o.Note(fmt.Sprintf("pauses for %v: %s", d, clean(why)))
	}
}

// process computes a piece, and hands the answer in while the slot goes on.
func (w *worker) process(j *joined, m *nats.Msg) {
	p := &piece{run: j.run, m: m, since: time.Now()}
	if json.Unmarshal(m.Data, &p.Piece) != nil || m.Subject != p.run.of("work", tokenOf(p.Key)) {
		_ = m.Respond(ack) // no coordinator wrote it; it writes the piece again
		return
	}
	w.setActive(p, true)
	content, err := w.compute(j, &p.Piece)
	full := err != nil && work.Full(err)
	if j.ctx.Err() != nil || full {
		w.setActive(p, false)
		_ = m.Respond(nak) // otherwise the lease ends
		if full {
			w.cancel(fmt.Errorf("this machine cannot store more: %w; free some space, or name another folder "+
				"with --cache; the pieces went back to the queue", err))
		}
		return
	}
	w.answers <- answer{j, p, content, err}
	if err != nil { // the coordinator asks for longer pauses
		w.o.Note(fmt.Sprintf("%s failed: %s", p.Name, clean(err.Error())))
		w.pause(firstBench, err.Error())
	}
}

// finish stores an answer before it lets the piece go.
func (w *worker) finish(a answer) {
	stored, err := w.hand(a)
	if tooLarge(err) {
		a.err = fmt.Errorf("its answer has %d bytes, the server accepts fewer; raise max_payload there: %w",
			len(a.content), err)
		stored, _ = w.hand(a)
	}
	if !stored {
		w.setActive(a.p, false)
		_ = a.p.m.Respond(nak)
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	a.p.done = true
}

// hand sends an answer until it is stored, or another one is there.
func (w *worker) hand(a answer) (stored bool, err error) {
	m := nats.NewMsg("")
	m.Header.Set(workerHeader, w.name)
	m.Header.Set(stampHeader, w.o.Stamp.String())
	if m.Data = a.content; a.err != nil {
		m.Data = nil
		m.Header.Set(failHeader, clean(a.err.Error()))
	}
	for ; a.j.ctx.Err() == nil; pause(a.j.ctx, backoffTime) {
		l, _, _ := a.j.source.state()
		if l == nil {
			continue
		}
		m.Subject = a.j.run.of("answer", l.ID, tokenOf(a.p.Key))
		limited, cancel := context.WithTimeout(a.j.ctx, callTime)
		_, err := l.js.PublishMsg(limited, m)
		cancel()
		if err == nil || isThere(err) {
			return true, nil
		}
		if tooLarge(err) {
			return false, err
		}
	}
	return false, a.j.ctx.Err()
}

// settle acknowledges the pieces whose answers are stored, except one of a run, which it returns: a request for a piece
// acknowledges that. What is lost costs only time.
func (w *worker) settle(of run) (last *nats.Msg) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for p := range w.active {
		switch {
		case !p.done:
			continue
		case p.run == of && last == nil:
			last = p.m
		default:
			_ = p.m.Respond(ack)
		}
		delete(w.active, p)
		w.last = time.Now()
	}
	return last
}

// compute answers a piece. It turns a panic into an error of the piece.
func (w *worker) compute(j *joined, p *work.Piece) (content []byte, err error) {
	kind := w.o.Kinds[p.Kind]
	if kind == nil {
		return nil, fmt.Errorf("this worker cannot compute pieces of kind %.40q", p.Kind)
	}
	t := work.Task{Payload: p.Payload}
	t.Input = func(_ context.Context, hash string) ([]byte, error) { return w.input(j, hash) }
	err = parallel.Guard(func() (err error) { content, err = kind(j.ctx, t); return err })
	return content, err
}

// input returns an input of a run, and keeps it for further pieces.
func (w *worker) input(j *joined, hash string) ([]byte, error) {
	once, _ := w.inputs.LoadOrStore(hash, sync.OnceValues(func() (content []byte, err error) {
		err = insist(j.ctx, func(context.Context) (err error) { // a large one takes longer than a call
			l, _, _ := j.source.state()
			if l == nil {
				return nats.ErrConnectionClosed
			}
			content, err = fetch(j.ctx, l.js, j.run, hash)
			return err
		})
		if err != nil {
			w.inputs.Delete(hash) // the next piece tries again
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

// beat reports to a run, and keeps the leases of its pieces.
func (w *worker) beat(l *link, run run) {
	b := Heartbeat{Worker: w.name, Cores: w.o.Cores, Since: w.since, Pieces: []ActivePiece{}}
	w.mu.Lock()
	for p := range w.active {
		if p.run == run && !p.done {
			b.Pieces = append(b.Pieces, ActivePiece{name(p.Name), p.since})
			_ = p.m.Respond(progress) // a lost one costs only time
		}
	}
	w.mu.Unlock()
	slices.SortFunc(b.Pieces, func(x, y ActivePiece) int { return x.Since.Compare(y.Since) })
	const mostNamed = 24 // so that a report stays below its limit
	b.Pieces = b.Pieces[:min(len(b.Pieces), mostNamed)]
	if text, err := json.Marshal(b); err == nil {
		_ = l.conn.Publish(run.of("report", l.ID, tokenOf(w.name)), text) // it errs without a connection
	}
}
