package scaleout

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"feltlab/pipeline/work"
)

// Errors of workers.
var (
	// ErrOther marks a run of another program.
	ErrOther = errors.New("scaleout: another program")
	// ErrVanished marks coordinators that do not come back.
	ErrVanished = errors.New("scaleout: the coordinator is gone")
)

// WorkerOptions say for whom a worker works, and how.
type WorkerOptions struct {
	// Connect are connection files, or URLs of NATS clusters.
	Connect []string
	// Cores is the number of pieces at once.
	Cores int
	// Idle is how long the worker waits for work, or for a coordinator that is gone.
	Idle  time.Duration
	Stamp Stamp
	Kinds work.Kinds
	// Note, which may be nil, is told what happens, in a line.
	Note func(line string)
}

// worker is a call of Work.
type worker struct {
	o       WorkerOptions
	name    string
	since   time.Time
	sources []*source
	pantry  pantry
	desk    *desk
	cancel  context.CancelCauseFunc

	mu   sync.Mutex
	held map[*piece]bool
	last time.Time // when a piece was held
}

// piece is one that the worker works on.
type piece struct {
	run   subjects
	name  string
	since time.Time
}

// errIdle ends a worker that has nothing to do.
var errIdle = errors.New("scaleout: idle")

// Work takes pieces and answers them until the context ends, there has been nothing to do for some
// time, or the runs end. Pieces that it has then go back. The error wraps ErrConnect, ErrOther or
// ErrVanished, is the context's, or says that this machine cannot go on.
func Work(ctx context.Context, o WorkerOptions) error {
	name, err := workerName()
	if err != nil {
		return err
	}
	if o.Note == nil {
		o.Note = func(string) {}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := &worker{o: o, name: name, since: time.Now(), held: map[*piece]bool{}, last: time.Now(), cancel: cancel, desk: newDesk()}
	for _, name := range o.Connect {
		s := &source{w: w, name: name}
		switch s.why = s.connect(ctx); {
		case errors.Is(s.why, errAbsent) && o.Idle > 0:
			o.Note(fmt.Sprintf("%s; it has %v to come", strings.TrimPrefix(s.why.Error(), "scaleout: "), o.Idle))
		case s.why != nil:
			return errors.Join(s.why, w.close())
		}
		w.sources = append(w.sources, s)
	}
	var group, slots sync.WaitGroup
	rest, stop := context.WithCancel(context.WithoutCancel(ctx)) // outlasts the slots, which give pieces back
	for _, s := range w.sources {
		group.Go(func() { s.keep(rest) })
	}
	group.Go(func() { w.watch(ctx) })
	for i := range o.Cores {
		slots.Go(func() { w.slot(ctx, i) })
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

// workerName tells workers apart, and people where they are.
func workerName() (string, error) {
	host, err := os.Hostname()
	if err != nil {
		return "", err
	}
	raw := make([]byte, 3)
	if _, err := rand.Read(raw); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s-%d-%s", host, os.Getpid(), hex.EncodeToString(raw)), nil
}

func (w *worker) close() (err error) {
	for _, s := range w.sources {
		err = errors.Join(err, s.close())
	}
	return err
}

// watch ends the worker when there is nothing to do or to hope for.
func (w *worker) watch(ctx context.Context) {
	const every = 100 * time.Millisecond
	linked := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(every):
		}
		over, joined, why := true, false, error(nil)
		for _, s := range w.sources {
			link, ended := s.state()
			over = over && ended
			joined = joined || link != nil
			why = cmp.Or(why, s.absence())
		}
		w.mu.Lock()
		if len(w.held) > 0 {
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
			w.cancel(fmt.Errorf("%w for %v, at %s: start it again with the same command, and then its workers", ErrVanished, w.o.Idle, w.sources[0].name))
		}
	}
}

// slot does one piece after the other.
func (w *worker) slot(ctx context.Context, number int) {
	wait := brief
	for turn := number; ctx.Err() == nil; turn++ {
		j, s := w.choose(turn)
		if j == nil {
			pause(ctx, modestTime)
			continue
		}
		m, err := next(ctx, j.queue, min(wait, w.patience()))
		switch {
		case err == nil:
			w.do(ctx, s, j, m)
			wait = brief
		case w.help(ctx, s, j):
			wait = brief
		default:
			wait = min(2*wait, patience)
		}
	}
}

// help helps with a piece that somebody else has.
func (w *worker) help(ctx context.Context, s *source, j *joined) bool {
	l, _ := s.state()
	if l == nil || ctx.Err() != nil {
		return false
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(j.over, cancel)()
	return help(ctx, l.conn, j.hello.Run, j.queue, w.o.Kinds, w.name, func(o *offer) func() {
		h := &piece{j.hello.Run, "a part of " + clean(o.Piece.Name), time.Now()}
		w.hold(h, true)
		return func() { w.hold(h, false) }
	})
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// choose returns one of the runs, by turns.
func (w *worker) choose(turn int) (*joined, *source) {
	for i := range w.sources {
		s := w.sources[(turn+i)%len(w.sources)]
		link, _ := s.state()
		if link == nil {
			continue
		}
		if runs := link.runs(); len(runs) > 0 {
			return runs[turn/len(w.sources)%len(runs)], s
		}
	}
	return nil, nil
}

// patience is how long a slot waits for a piece of one run before it asks another.
func (w *worker) patience() time.Duration {
	runs := 0
	for _, s := range w.sources {
		if link, _ := s.state(); link != nil {
			runs += len(link.runs())
		}
	}
	if runs > 1 {
		return patience / 30
	}
	return patience
}

// do answers a piece, or gives it back.
func (w *worker) do(ctx context.Context, s *source, j *joined, m jetstream.Msg) {
	reply := m.Reply()
	if modest(m, w.name) {
		s.tell(reply, fmt.Sprintf(`-NAK {"delay": %d}`, modestTime.Nanoseconds()))
		return
	}
	var p work.Piece
	if err := json.Unmarshal(m.Data(), &p); err != nil {
		s.tell(reply, "+TERM")
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(j.over, cancel)()
	h := &piece{j.hello.Run, p.Name, time.Now()}
	w.hold(h, true)
	defer w.hold(h, false)
	go func() {
		for ctx.Err() == nil {
			pause(ctx, time.Duration(j.hello.Lease)/3)
			if ctx.Err() == nil {
				s.tell(reply, "+WPI")
			}
		}
	}()
	content, err := w.compute(ctx, s, j, m, &p)
	switch {
	case ctx.Err() != nil:
		s.tell(reply, "-NAK")
		return
	case err != nil && work.Full(err):
		s.tell(reply, "-NAK")
		w.cancel(fmt.Errorf("this machine takes no more: %w; free some space, or name another folder by --cache; its pieces went back", err))
		return
	}
	out := nats.NewMsg(j.hello.Run.answer(p.Key))
	out.Header.Set(workerHeader, w.name)
	out.Header.Set(stampHeader, w.o.Stamp.String())
	if meta, metaErr := m.Metadata(); metaErr == nil {
		out.Header.Set(pieceHeader, strconv.FormatUint(meta.Sequence.Stream, 10))
	}
	if most := s.mostBytes(); err == nil && len(content) > most {
		err = fmt.Errorf("its answer has %d bytes, and the server takes %d: raise max_payload there", len(content), most)
	}
	if out.Data = content; err != nil {
		out.Data = nil
		out.Header.Set(failHeader, clean(err.Error()))
		w.o.Note(fmt.Sprintf("%s failed: %s", p.Name, clean(err.Error())))
	}
	if s.answer(ctx, out) {
		s.tell(reply, "+ACK")
	}
}

// compute answers a piece. A panic is an error of the piece.
func (w *worker) compute(ctx context.Context, s *source, j *joined, m jetstream.Msg, p *work.Piece) (content []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	if meta, err := m.Metadata(); err == nil && meta.NumDelivered > mostDeliveries {
		return nil, fmt.Errorf("it was given out %d times and never answered", meta.NumDelivered)
	}
	kind := w.o.Kinds[p.Kind]
	if kind == nil {
		return nil, fmt.Errorf("this worker has no kind %.40q", p.Kind)
	}
	return kind(ctx, work.Task{
		Payload: p.Payload,
		Input: func(ctx context.Context, hash string) ([]byte, error) {
			return w.pantry.get(hash, func() ([]byte, error) { return fetch(ctx, j.inputs, j.hello.Run, hash) })
		},
		Share: func(p *work.Piece, answer func([]byte) []byte) func() { return w.desk.share(j.hello.Run, p, answer) },
	})
}

func (w *worker) hold(p *piece, holds bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = time.Now()
	if holds {
		w.held[p] = true
	} else {
		delete(w.held, p)
	}
}

// beat is what the worker says of itself to a run.
func (w *worker) beat(run subjects) ([]byte, error) {
	b := Beat{Worker: w.name, Cores: w.o.Cores, Since: w.since, Pieces: []Held{}}
	w.mu.Lock()
	for p := range w.held {
		if p.run == run {
			b.Pieces = append(b.Pieces, Held{p.name, p.since})
		}
	}
	w.mu.Unlock()
	slices.SortFunc(b.Pieces, func(x, y Held) int { return x.Since.Compare(y.Since) })
	return json.Marshal(b)
}
