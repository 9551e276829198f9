package scaleout

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

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

	streak int // failures since the last accepted answer
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
	// mostReports is the number of reports that wait for the coordinator, and maxReport the size of one, in bytes.
	mostReports, maxReport = 1 << 14, 4 << 10
	// maxFailureLog is the number of failures that are kept.
	maxFailureLog = 100
)

// change changes the record of a worker. The caller must hold the coordinator's lock.
func (c *Coordinator) change(who *member, name string, change func(w *Worker)) {
	w := who.workers[name]
	if w == nil {
		if len(who.workers) >= mostNames {
			maps.DeleteFunc(who.workers, func(_ string, w *Worker) bool { return time.Since(w.Heard) > silentAfter })
		}
		if len(who.workers) >= mostNames {
			return
		}
		w = &Worker{Heartbeat: Heartbeat{Worker: who.id + "/" + name, Pieces: []ActivePiece{}}}
		who.workers[name] = w
	}
	change(w)
}

// fail keeps a failure. The caller must hold the coordinator's lock.
func (c *Coordinator) fail(worker, piece, reason string) {
	c.failures = append(c.failures, Failure{piece, worker, clean(reason), time.Now()})
	c.failures = c.failures[max(0, len(c.failures)-maxFailureLog):]
}

// A worker that fails pauses for firstBench. The pause doubles, up to longestBench, with each further failure.
const firstBench, longestBench = time.Second, time.Minute

func benchTime(streak int) time.Duration {
	return min(longestBench, firstBench<<min(max(0, streak-1), 10))
}

// benching tells a worker to pause.
type benching struct {
	Seconds float64 `json:"seconds"`
	Reason  string  `json:"reason"`
}

// bench records that a worker failed at a piece, and asks it to pause. No credential suffers.
func (c *Coordinator) bench(who *member, worker, piece, reason string) {
	streak := 1
	c.mu.Lock()
	c.fail(who.id+"/"+worker, piece, reason)
	c.change(who, worker, func(w *Worker) {
		w.Failures++
		w.streak++
		streak = w.streak
	})
	c.mu.Unlock()
	pause := benchTime(streak)
	if text, err := json.Marshal(benching{pause.Seconds(), reason}); err == nil {
		_ = c.conn.Publish(c.run.of("bench", who.id, tokenOf(worker)), text) // a lost one costs only time
	}
	c.said.Do(func() {
		c.o.Note(fmt.Sprintf("worker %s/%s pauses for %v: %s: %s", who.id, worker, pause, piece, reason))
	})
}

// hearReports takes what workers say of themselves, and learns the credentials at a cluster.
func (c *Coordinator) hearReports() error {
	heard, err := c.conn.Subscribe(c.run.of("report", "*", "*"), c.hearReport)
	if err != nil {
		return err
	}
	return heard.SetPendingLimits(mostReports, mostReports*maxReport)
}

func (c *Coordinator) hearReport(m *nats.Msg) {
	id := lastToken(strings.TrimSuffix(m.Subject, "."+lastToken(m.Subject)))
	var h Heartbeat
	if len(m.Data) > maxReport || json.Unmarshal(m.Data, &h) != nil || h.Worker == "" {
		return
	}
	h.Worker = name(h.Worker)
	for i := range h.Pieces {
		h.Pieces[i].Name = name(h.Pieces[i].Name)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	who := c.members[id]
	if who == nil && c.server == nil && len(c.members) < mostMembers && token.MatchString(id) {
		who = c.join(id, "")
	}
	if who == nil || who.dropped {
		return
	}
	c.change(who, h.Worker, func(w *Worker) {
		h.Worker = w.Worker
		w.Heartbeat, w.Heard = h, time.Now()
	})
}

// sendStatus says how the run is. Above the size of a message it leaves the pieces of workers out.
func (c *Coordinator) sendStatus(ctx context.Context) {
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
	const mostShown, mostText = 1 << 12, 1 << 19
	s.Workers = s.Workers[:min(len(s.Workers), mostShown)]
	text, err := json.Marshal(s)
	if len(text) > mostText {
		for i := range s.Workers {
			s.Workers[i].Pieces = []ActivePiece{}
		}
		text, err = json.Marshal(s)
	}
	limited, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	if err == nil {
		_, _ = c.bucket.Put(limited, statusKey, text) // the next one comes soon
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
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, err
	}
	for _, r := range runsAt(ctx, js, c.Run) {
		text, err := word(ctx, js, r, statusKey)
		var s Status
		if err == nil && json.Unmarshal(text, &s) == nil && s.Run == string(r) {
			all = append(all, s)
		}
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
