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
	// maxWorkers and maxFailureLog bound the memory of the registry.
	maxWorkers, maxFailureLog = 1 << 16, 100
)

type registry struct {
	workers  map[string]*Worker
	failures []Failure
	dropped  int
}

// change changes the record of a worker. The caller must hold the coordinator's lock.
func (r *registry) change(name string, change func(w *Worker)) {
	w := r.workers[name]
	if w == nil && len(r.workers) >= maxWorkers {
		return
	}
	if w == nil {
		w = &Worker{Heartbeat: Heartbeat{Worker: name}}
		r.workers[name] = w
	}
	change(w)
}

func (c *Coordinator) done(worker string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.registry.change(worker, func(w *Worker) { w.Answers, w.Heard = w.Answers+1, time.Now() })
}

func (c *Coordinator) late() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.registry.dropped++
}

func (c *Coordinator) failed(worker, piece, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := &c.registry
	r.change(worker, func(w *Worker) { w.Failures++ })
	r.failures = append(r.failures, Failure{piece, worker, reason, time.Now()})
	r.failures = r.failures[max(0, len(r.failures)-maxFailureLog):]
}

func (c *Coordinator) hear(m *nats.Msg) {
	const maxHeartbeat = 1 << 16
	var b Heartbeat
	if len(m.Data) > maxHeartbeat || json.Unmarshal(m.Data, &b) != nil {
		return
	}
	b.Worker = clean(b.Worker)
	for i := range b.Pieces {
		b.Pieces[i].Name = clean(b.Pieces[i].Name)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.registry.change(b.Worker, func(w *Worker) { w.Heartbeat, w.Heard = b, time.Now() })
}

func (c *Coordinator) status() []byte {
	c.mu.Lock()
	s := Status{Run: string(c.run), Title: c.o.Title, Late: c.registry.dropped,
		Failures: slices.Clone(c.registry.failures)}
	for _, w := range c.registry.workers {
		s.Workers = append(s.Workers, *w)
	}
	b := c.batch
	c.mu.Unlock()
	if b != nil {
		b.mu.Lock()
		s.Open, s.Total = len(b.open)+b.left, b.total
		b.mu.Unlock()
	}
	slices.SortFunc(s.Workers, func(a, b Worker) int {
		return cmp.Or(b.Heard.Compare(a.Heard.Add(silentAfter)), cmp.Compare(a.Worker, b.Worker))
	})
	text, err := json.Marshal(s)
	if err != nil {
		return nil
	}
	return text
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
		m, err := conn.RequestWithContext(ctx, h.Run.of("status"), nil)
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
	return max(0, now.Sub(then)).Round(time.Second).String()
}
