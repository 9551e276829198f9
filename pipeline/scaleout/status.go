package scaleout

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"feltlab/dataset/table"
	"feltlab/internal/disk"
)

// ActivePiece is a piece that a worker computes.
type ActivePiece struct {
	Name  string    `json:"name"`  // the piece
	Since time.Time `json:"since"` // when the worker began
}

// Worker is a worker's report of itself, sent every heartbeatTime. Nobody can check it.
type Worker struct {
	Worker   string        `json:"worker"`   // name of the worker
	Cores    int           `json:"cores"`    // cores that it computes with
	Since    time.Time     `json:"since"`    // when it joined
	Pieces   []ActivePiece `json:"pieces"`   // pieces that it works on
	Heard    time.Time     `json:"heard"`    // when the server got the report
	Answers  int           `json:"answers"`  // answers that it has sent
	Failures int           `json:"failures"` // pieces that it failed at
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

// Hello is what a coordinator says of its run.
type Hello struct {
	ID    string  `json:"id"` // of the coordinator's process
	Run   run     `json:"run"`
	Title string  `json:"title"`
	Stamp Stamp   `json:"stamp"`
	Lease float64 `json:"lease_seconds"`
	Ended bool    `json:"ended"`          // all is done
	Why   string  `json:"stop,omitempty"` // why the coordinator has stopped
}

const (
	// presence is how long a coordinator's word holds: after it another one may continue its run at a cluster.
	presence = 30 * time.Second
	// heartbeatTime is the time between two heartbeats.
	heartbeatTime = 2 * time.Second
	// silentAfter is the time without a heartbeat after which a worker counts as silent.
	silentAfter = 5 * heartbeatTime
	// maxReport is the size of a report, in bytes, and mostReports that of all.
	maxReport, mostReports = 4 << 10, 16 << 20
	// maxFailureLog is the number of failures that are kept.
	maxFailureLog = 100
)

func (c *Coordinator) idFile() string { return filepath.Join(c.state(), "id") }

// greet says that this process coordinates the run, unless another does, or why it stops.
func (c *Coordinator) greet(ctx context.Context, why string) error {
	if c.server == nil {
		e, err := c.bucket.Get(ctx, helloKey)
		if err != nil && !errors.Is(err, jetstream.ErrKeyNotFound) {
			return err
		}
		var h Hello
		// The lock of the folder shows that another coordinator in it is gone.
		ours, _ := disk.ReadFile(c.idFile(), 1<<10)
		if err == nil && json.Unmarshal(e.Value(), &h) == nil && h.ID != c.id && h.ID != string(ours) &&
			h.Why == "" && !h.Ended {
			return fmt.Errorf("%w, %q, at %s; if it was killed, start this one again in %v", ErrRun, c.o.Title,
				c.o.Listen, presence)
		}
	}
	return c.say(ctx, helloKey, Hello{c.id, c.run, c.o.Title, c.o.Stamp, c.o.Lease.Seconds(), c.ended, why})
}

func (c *Coordinator) say(ctx context.Context, key string, what any) error {
	text, err := json.Marshal(what)
	if err == nil {
		_, err = c.bucket.Put(ctx, key, text)
	}
	return err
}

// listed lists the runs at a server: the run of a connection file, or all at a cluster.
func listed(ctx context.Context, js jetstream.JetStream, of run) (all []run) {
	if of != "" {
		return []run{of}
	}
	names := js.KeyValueStoreNames(ctx)
	for bucket := range names.Name() {
		name, ours := strings.CutPrefix(bucket, root+"_")
		if r, isRun := strings.CutSuffix(name, "_run"); ours && isRun {
			all = append(all, run(r))
		}
	}
	slices.Sort(all)
	return all
}

// hear reads what the coordinator of a run says under a key. For a run whose bucket is gone, the error is
// jetstream.ErrBucketNotFound.
func hear(ctx context.Context, js jetstream.JetStream, r run, key string, what any) error {
	bucket, err := js.KeyValue(ctx, r.bucket())
	if err != nil {
		return err
	}
	e, err := bucket.Get(ctx, key)
	if err != nil {
		return err
	}
	return json.Unmarshal(e.Value(), what)
}

// fail keeps a failure. The caller must hold the coordinator's lock.
func (c *Coordinator) fail(worker, piece, reason string) {
	c.failures = append(c.failures, Failure{piece, worker, clean(reason), time.Now()})
	c.failures = c.failures[max(0, len(c.failures)-maxFailureLog):]
}

func (c *Coordinator) sendStatus(ctx context.Context) {
	c.mu.Lock()
	s := Status{Run: string(c.run), Title: c.o.Title, Late: c.late, Failures: slices.Clone(c.failures)}
	if b := c.batch; b != nil {
		s.Open, s.Total = len(b.open), len(b.all)
	}
	own := c.own
	c.mu.Unlock()
	_ = c.say(ctx, statusKey, s) // the next one comes soon
	if own.Answers+own.Failures > 0 {
		own.send(c.conn, c.run, coordinatorID)
	}
}

func (w *Worker) send(conn *nats.Conn, run run, id string) {
	if text, err := json.Marshal(w); err == nil {
		_ = conn.Publish(run.report(id, tokenOf(w.Worker)), text) // it errs without a connection
	}
}

func workersOf(ctx context.Context, js jetstream.JetStream, r run) (all []Worker, err error) {
	subjects, err := subjectsIn(ctx, js, "KV_"+r.reports())
	if err != nil {
		return nil, err
	}
	bucket, err := js.KeyValue(ctx, r.reports())
	if err != nil {
		return nil, err
	}
	var group errgroup.Group
	group.SetLimit(1 << 6)
	var mu sync.Mutex
	for subject := range subjects {
		group.Go(func() error {
			e, err := bucket.Get(ctx, strings.TrimPrefix(subject, "$KV."+r.reports()+"."))
			if err != nil {
				return nil // its time is over
			}
			var w Worker
			if json.Unmarshal(e.Value(), &w) != nil || w.Worker == "" {
				return nil // nonsense
			}
			w.Heard = e.Created()
			if w.Worker = cut(w.Worker, maxName); senderOf(subject) != coordinatorID {
				w.Worker = senderOf(subject) + "/" + w.Worker
			}
			for i := range w.Pieces {
				w.Pieces[i].Name = cut(w.Pieces[i].Name, maxName)
			}
			mu.Lock()
			defer mu.Unlock()
			all = append(all, w)
			return nil
		})
	}
	err = group.Wait()
	slices.SortFunc(all, func(a, b Worker) int { return cmp.Compare(a.Worker, b.Worker) })
	return all, err
}

// Ask returns the status of the run of a connection file, or of all runs at a cluster by its URL. The
// error wraps ErrConnect.
func Ask(ctx context.Context, source string) (all []Status, err error) {
	c, js, err := reach(source)
	if err != nil {
		return nil, err
	}
	defer js.Conn().Close()
	for _, r := range listed(ctx, js, c.Run) {
		var s Status
		if hear(ctx, js, r, statusKey, &s) != nil {
			continue // its coordinator is away
		}
		if s.Workers, err = workersOf(ctx, js, r); err != nil {
			return nil, err
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
		pieces := x.Pieces
		switch {
		case x.Worker != coordinatorName && now.Sub(x.Heard) > silentAfter:
			pieces = []ActivePiece{{"silent", x.Heard}}
		case len(pieces) == 0:
			pieces = []ActivePiece{{Name: "-"}}
		}
		t.Add(x.Worker, strconv.Itoa(x.Cores), strconv.Itoa(x.Answers), strconv.Itoa(x.Failures), pieces[0].Name,
			age(now, pieces[0].Since))
		for _, p := range pieces[1:] {
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
