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
	"strconv"
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
	inputs  inputCache
	cancel  context.CancelCauseFunc
	unsent  chan struct{} // a place for each answer on its way

	mu     sync.Mutex
	active map[*piece]bool
	last   time.Time // when a piece was active
}

type piece struct {
	run   subjects
	key   string
	name  string
	since time.Time
}

var errIdle = errors.New("idle")

// answersPerCore is the number of answers that a worker keeps until they are judged, for each core.
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
		since: time.Now(), last: time.Now(), cancel: cancel,
		active: map[*piece]bool{}, unsent: make(chan struct{}, answersPerCore*o.Cores),
	}
	for _, name := range o.Connect {
		s := &source{w: w, name: name}
		switch s.err = s.connect(ctx); {
		case errors.Is(s.err, errNotRunning) && o.Idle > 0:
			o.Note(fmt.Sprintf("%v; waiting %v for it", s.err, o.Idle))
		case s.err != nil:
			return errors.Join(s.err, w.close())
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
		slots.Go(func() { w.slot(ctx, &slots, i) })
	}
	slots.Wait()
	stop()
	group.Wait()
	err = context.Cause(ctx)
	if errors.Is(err, errIdle) {
		err = nil
	}
	return errors.Join(err, w.close())
}

func (w *worker) close() (err error) {
	for _, s := range w.sources {
		err = errors.Join(err, s.close())
	}
	return err
}

// watch ends the worker when its runs end, when it is idle for too long, or without a connection.
func (w *worker) watch(ctx context.Context) {
	const every = 100 * time.Millisecond
	linked := time.Now()
	repeat(ctx, every, func() {
		over, joined, why := true, false, error(nil)
		for _, s := range w.sources {
			link, ended := s.state()
			over = over && ended
			joined = joined || link != nil
			why = cmp.Or(why, s.firstError())
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

func (w *worker) slot(ctx context.Context, answers *sync.WaitGroup, number int) {
	wait := minWait
	for turn := number; ctx.Err() == nil; turn++ {
		runs := w.runs()
		if len(runs) == 0 {
			pause(ctx, backoffTime)
			continue
		}
		longest := maxWait
		if len(runs) > 1 {
			longest = maxWait / 30
		}
		j := runs[turn%len(runs)]
		p, err := j.next(ctx, min(wait, longest))
		switch {
		case err != nil:
			pause(ctx, backoffTime)
		case p != nil:
			w.process(ctx, answers, j, p)
			wait = minWait
		default:
			wait = min(2*wait, maxWait)
		}
	}
}

// replyTime is how long a worker waits for the reply to a request for a piece, beyond the wait that it asks for.
const replyTime = 3 * time.Second

// next asks for a piece and waits for one; nil if there is none.
func (j *joined) next(ctx context.Context, wait time.Duration) (*work.Piece, error) {
	m := nats.NewMsg("")
	m.Header.Set(waitHeader, strconv.FormatInt(wait.Milliseconds(), 10))
	text, err := j.ask(ctx, "take", m, wait+replyTime)
	if err != nil || len(text) == 0 {
		return nil, err
	}
	p := &work.Piece{}
	return p, json.Unmarshal(text, p)
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// runs lists the runs of all sources, from which the slots take pieces in turn.
func (w *worker) runs() (all []*joined) {
	for _, s := range w.sources {
		if link, _ := s.state(); link != nil {
			all = append(all, link.runs()...)
		}
	}
	return all
}

// process computes a piece and hands the answer in while the slot goes on. A piece that it does not answer goes back
// when the worker leaves.
func (w *worker) process(ctx context.Context, answers *sync.WaitGroup, j *joined, p *work.Piece) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(j.over, cancel)
	end := func() { stop(); cancel() }
	h := &piece{j.hello.Run, p.Key, p.Name, time.Now()}
	w.setActive(h, true)
	content, err := w.compute(ctx, j, p)
	full := err != nil && work.Full(err)
	if ctx.Err() != nil || full {
		w.setActive(h, false)
		end()
		if full {
			w.cancel(fmt.Errorf("this machine cannot store more: %w; free some space, or name another folder "+
				"with --cache; the pieces went back to the queue", err))
		}
		return
	}
	out := nats.NewMsg("")
	out.Header.Set(keyHeader, p.Key)
	out.Header.Set(stampHeader, w.o.Stamp.String())
	if most := j.source.maxAnswer(); err == nil && len(content) > most {
		err = fmt.Errorf("its answer has %d bytes, the server accepts %d; raise max_payload there", len(content), most)
	}
	if out.Data = content; err != nil {
		out.Data = nil
		out.Header.Set(failHeader, clean(err.Error()))
		w.o.Note(fmt.Sprintf("%s failed: %s", p.Name, clean(err.Error())))
	}
	w.unsent <- struct{}{}
	answers.Go(func() {
		j.answer(ctx, out)
		<-w.unsent
		w.setActive(h, false)
		end()
	})
}

// compute answers a piece. It turns a panic into an error of the piece.
func (w *worker) compute(ctx context.Context, j *joined, p *work.Piece) (content []byte, err error) {
	kind := w.o.Kinds[p.Kind]
	if kind == nil {
		return nil, fmt.Errorf("this worker cannot compute pieces of kind %.40q", p.Kind)
	}
	t := work.Task{Payload: p.Payload}
	t.Input = func(ctx context.Context, hash string) ([]byte, error) {
		return w.inputs.get(hash, func() ([]byte, error) {
			return fetch(hash, func(part []byte) ([]byte, error) {
				m := nats.NewMsg("")
				m.Data = part
				return j.ask(ctx, "input", m, connectTime)
			})
		})
	}
	err = parallel.Guard(func() (err error) { content, err = kind(ctx, t); return err })
	return content, err
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

func (w *worker) heartbeat(run subjects) ([]byte, error) {
	b := beat{Heartbeat: Heartbeat{Worker: w.name, Cores: w.o.Cores, Since: w.since, Pieces: []ActivePiece{}}}
	w.mu.Lock()
	for p := range w.active {
		if p.run == run {
			b.Pieces, b.Keys = append(b.Pieces, ActivePiece{p.name, p.since}), append(b.Keys, p.key)
		}
	}
	w.mu.Unlock()
	slices.SortFunc(b.Pieces, func(x, y ActivePiece) int { return x.Since.Compare(y.Since) })
	const mostNamed = 128 // so that a heartbeat stays small
	b.Pieces = b.Pieces[:min(len(b.Pieces), mostNamed)]
	return json.Marshal(b)
}
