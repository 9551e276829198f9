package scaleout

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"

	"feltlab/dataset/table"
)

// ActivePiece is a piece that a worker computes.
type ActivePiece struct {
	Name  string    `json:"name"`  // the piece
	Since time.Time `json:"since"` // when the worker began
}

// Heartbeat is a worker's report of itself, sent every heartbeatTime.
type Heartbeat struct {
	Worker string        `json:"worker"` // name of the worker
	Cores  int           `json:"cores"`  // cores that it computes with
	Since  time.Time     `json:"since"`  // when it joined
	Pieces []ActivePiece `json:"pieces"` // pieces that it works on
}

// Worker is a worker as the coordinator sees it. The coordinator cannot check the heartbeat.
type Worker struct {
	Heartbeat
	Heard    time.Time `json:"heard"`    // when it last reported
	Answers  int       `json:"answers"`  // answers that counted
	Failures int       `json:"failures"` // pieces that it failed at

	size int // bytes of the heartbeat
}

// Failure is a worker's failure at a piece.
type Failure struct {
	Piece  string    `json:"piece"`  // the piece
	Worker string    `json:"worker"` // the worker that failed at it
	Reason string    `json:"reason"` // what went wrong
	Time   time.Time `json:"time"`   // time of the failure
}

// Status is the state of a run.
type Status struct {
	Run      string    `json:"run"`      // name of the run
	Title    string    `json:"title"`    // what it computes
	Open     int       `json:"open"`     // pieces without an answer
	Total    int       `json:"total"`    // pieces of the present batch
	Late     int       `json:"late"`     // answers that came too late
	Workers  []Worker  `json:"workers"`  // the workers
	Failures []Failure `json:"failures"` // the latest failures
}

const (
	// heartbeatTime is the time between two heartbeats.
	heartbeatTime = 2 * time.Second
	// silentAfter is the time without a heartbeat after which a worker counts as silent.
	silentAfter = 5 * heartbeatTime
	// maxFailureLog is the number of failures that are kept.
	maxFailureLog = 100
)

// beat is a heartbeat as it is sent.
type beat struct {
	Heartbeat
	Keys []string `json:"keys"` // of the pieces whose leases it renews
}

// change changes the record of a worker. The caller must hold the coordinator's lock.
func (c *Coordinator) change(who *member, name string, change func(w *Worker)) {
	w := who.workers[name]
	if w == nil {
		if len(who.workers) >= mostNames {
			who.forget()
		}
		if len(who.workers) >= mostNames {
			return
		}
		w = &Worker{Heartbeat: Heartbeat{Worker: who.id + "/" + name, Pieces: []ActivePiece{}}}
		who.workers[name] = w
	}
	change(w)
}

// forget removes the silent workers of a credential.
func (who *member) forget() {
	for name, w := range who.workers {
		if time.Since(w.Heard) > silentAfter {
			who.beats -= w.size
			delete(who.workers, name)
		}
	}
}

// fail keeps a failure. The caller must hold the coordinator's lock.
func (c *Coordinator) fail(worker, piece, reason string) {
	c.failures = append(c.failures, Failure{piece, worker, clean(reason), time.Now()})
	c.failures = c.failures[max(0, len(c.failures)-maxFailureLog):]
}

// hear takes a heartbeat, which renews the leases of the worker's pieces.
func (c *Coordinator) hear(who *member, m *nats.Msg) {
	var b beat
	if json.Unmarshal(m.Data, &b) != nil {
		return
	}
	h := holder{who, name(b.Worker)}
	b.Worker = who.id + "/" + h.worker
	for i := range b.Pieces {
		b.Pieces[i].Name = name(b.Pieces[i].Name)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, key := range b.Keys {
		c.batch.renew(key, h)
	}
	c.change(who, h.worker, func(w *Worker) {
		if who.beats+len(m.Data)-w.size > mostBeats {
			return
		}
		who.beats += len(m.Data) - w.size
		w.Heartbeat, w.Heard, w.size = b.Heartbeat, time.Now(), len(m.Data)
	})
}

// sendStatus answers a request for the status. Above the size of a message it leaves the pieces of workers out.
func (c *Coordinator) sendStatus(who *member, m *nats.Msg) {
	c.mu.Lock()
	s := Status{Run: string(c.run), Title: c.o.Title, Late: c.late, Failures: slices.Clone(c.failures)}
	if c.own.Answers+c.own.Failures > 0 {
		s.Workers = append(s.Workers, c.own)
	}
	for _, from := range c.members {
		for _, w := range from.workers {
			s.Workers = append(s.Workers, *w)
		}
	}
	if b := c.batch; b != nil {
		s.Open, s.Total = len(b.open)+b.left, b.total
	}
	c.mu.Unlock()
	slices.SortFunc(s.Workers, func(a, b Worker) int {
		return cmp.Or(b.Heard.Compare(a.Heard.Add(silentAfter)), cmp.Compare(a.Worker, b.Worker))
	})
	const mostShown = 1 << 14
	s.Workers = s.Workers[:min(len(s.Workers), mostShown)]
	text, err := json.Marshal(s)
	if len(text) > MaxMessage {
		for i := range s.Workers {
			s.Workers[i].Pieces = []ActivePiece{}
		}
		text, err = json.Marshal(s)
	}
	if err == nil {
		respond(m, who.id, text)
	}
}

// Ask returns the status of the run of a connection file, or of all runs at a cluster by its URL. The
// error wraps ErrConnect.
func Ask(ctx context.Context, source string) (all []Status, err error) {
	c, err := resolve(source)
	if err != nil {
		return nil, err
	}
	conn, err := c.dial()
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	runs, err := hellos(ctx, conn, c.Run)
	if err != nil {
		return nil, c.explain(err)
	}
	for _, h := range runs {
		m, err := conn.RequestWithContext(ctx, h.Run.from(c.ID, "status"), nil)
		if err != nil {
			return nil, c.explain(err)
		}
		var s Status
		if err := json.Unmarshal(m.Data, &s); err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrConnect, c.source, err)
		}
		all = append(all, s)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%w: no coordinator answers at %s; is one running?", ErrConnect, c.source)
	}
	return all, nil
}

// Text writes a status for a person.
func (s *Status) Text(w io.Writer, now time.Time) error {
	fmt.Fprintf(w, "%s: %d of %d pieces open", s.Title, s.Open, s.Total)
	if s.Late > 0 {
		fmt.Fprintf(w, ", %d late answers dropped", s.Late)
	}
	fmt.Fprintln(w)
	t := table.NewSheet("worker", "cores", "answers", "failures", "works on", "for")
	for _, x := range s.Workers {
		first, since := "-", ""
		if len(x.Pieces) > 0 {
			first, since = x.Pieces[0].Name, age(now, x.Pieces[0].Since)
		}
		if x.Worker != coordinatorName && now.Sub(x.Heard) > silentAfter {
			first, since = "silent", age(now, x.Heard)
		}
		t.Add(x.Worker, strconv.Itoa(x.Cores), strconv.Itoa(x.Answers), strconv.Itoa(x.Failures), first, since)
		if now.Sub(x.Heard) > silentAfter {
			continue
		}
		for _, p := range x.Pieces[min(1, len(x.Pieces)):] {
			t.Add("", "", "", "", p.Name, age(now, p.Since))
		}
	}
	if err := t.Print(w, ""); err != nil {
		return err
	}
	for _, f := range s.Failures {
		fmt.Fprintf(w, "failed: %s at %s: %s (%s ago)\n", f.Piece, f.Worker, f.Reason, age(now, f.Time))
	}
	return nil
}

func age(now, then time.Time) string {
	if then.IsZero() {
		return "-"
	}
	return max(0, now.Sub(then)).Round(time.Second).String()
}
