package scaleout

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/nats-io/nats.go"
)

// Held is a piece that a worker works on.
type Held struct {
	Name  string    `json:"name"`  // the piece
	Since time.Time `json:"since"` // when the worker began
}

// Beat is what a worker says of itself every few seconds.
type Beat struct {
	Worker string    `json:"worker"` // name of the worker
	Cores  int       `json:"cores"`  // cores that it computes with
	Since  time.Time `json:"since"`  // when it joined
	Pieces []Held    `json:"pieces"` // pieces that it works on
}

// Worker is a worker as the coordinator sees it. Everything in Beat is the worker's word.
type Worker struct {
	Beat
	Heard    time.Time `json:"heard"`    // when it last reported
	Answers  int       `json:"answers"`  // answers that counted
	Failures int       `json:"failures"` // pieces that it failed at
}

// Trouble is a piece that a worker failed at.
type Trouble struct {
	Piece  string    `json:"piece"`  // the piece
	Worker string    `json:"worker"` // the worker that failed at it
	Reason string    `json:"reason"` // what went wrong
	Time   time.Time `json:"time"`   // when
}

// Status is what a coordinator says of its run.
type Status struct {
	Run      string    `json:"run"`      // name of the run
	Title    string    `json:"title"`    // what it computes
	Open     int       `json:"open"`     // pieces without an answer
	Total    int       `json:"total"`    // pieces of the present batch
	Late     int       `json:"late"`     // answers that came too late
	Workers  []Worker  `json:"workers"`  // the workers
	Troubles []Trouble `json:"failures"` // the latest failures
}

const (
	// beatTime is how often workers say that they are alive.
	beatTime = 2 * time.Second
	// silence is after what time without a word a worker counts as gone.
	silence = 5 * beatTime
	// mostWorkers and mostTroubles bound what the coordinator remembers.
	mostWorkers, mostTroubles = 1 << 16, 100
)

// roster is what the coordinator knows of its workers. Its methods take the coordinator's lock.
type roster struct {
	workers  map[string]*Worker
	troubles []Trouble
	lateOnes int
}

// worker returns a worker's place; nil if there are too many.
func (r *roster) worker(name string) *Worker {
	w := r.workers[name]
	if w == nil && len(r.workers) < mostWorkers {
		if r.workers == nil {
			r.workers = map[string]*Worker{}
		}
		w = &Worker{Beat: Beat{Worker: name}}
		r.workers[name] = w
	}
	return w
}

func (r *roster) done(c *Coordinator, worker string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if w := r.worker(worker); w != nil {
		w.Answers++
		w.Heard = time.Now()
	}
}

func (r *roster) late(c *Coordinator) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r.lateOnes++
}

func (r *roster) failed(c *Coordinator, worker, piece, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if w := r.worker(worker); w != nil {
		w.Failures++
	}
	r.troubles = append(r.troubles, Trouble{piece, worker, reason, time.Now()})
	r.troubles = r.troubles[max(0, len(r.troubles)-mostTroubles):]
}

// hear takes a worker's word that it is alive.
func (c *Coordinator) hear(m *nats.Msg) {
	const mostBeat = 1 << 16
	var b Beat
	if len(m.Data) > mostBeat || json.Unmarshal(m.Data, &b) != nil {
		return
	}
	b.Worker = clean(b.Worker)
	for i := range b.Pieces {
		b.Pieces[i].Name = clean(b.Pieces[i].Name)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if w := c.roster.worker(b.Worker); w != nil {
		w.Beat, w.Heard = b, time.Now()
	}
}

// status is what the coordinator says when asked.
func (c *Coordinator) status() []byte {
	c.mu.Lock()
	s := Status{Run: string(c.run), Title: c.o.Title, Late: c.roster.lateOnes, Troubles: slices.Clone(c.roster.troubles)}
	for _, w := range c.roster.workers {
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
		return cmp.Or(b.Heard.Compare(a.Heard.Add(silence)), cmp.Compare(a.Worker, b.Worker))
	})
	text, err := json.Marshal(s)
	if err != nil {
		return nil
	}
	return text
}

// Ask asks the coordinators of a connection file, or of a cluster by its URL, how far they are. The
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
		return nil, fmt.Errorf("%w: no coordinator answers at %s: is one running?", ErrConnect, c.source)
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
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "worker\tcores\tanswers\tfailures\tworks on\tfor")
	for _, x := range s.Workers {
		first, since := "-", ""
		if len(x.Pieces) > 0 {
			first, since = x.Pieces[0].Name, age(now, x.Pieces[0].Since)
		}
		if x.Worker != own && now.Sub(x.Heard) > silence {
			first, since = "silent", age(now, x.Heard)
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%s\t%s\n", x.Worker, x.Cores, x.Answers, x.Failures, first, since)
		if now.Sub(x.Heard) > silence {
			continue
		}
		for _, p := range x.Pieces[min(1, len(x.Pieces)):] {
			fmt.Fprintf(t, "\t\t\t\t%s\t%s\n", p.Name, age(now, p.Since))
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, f := range s.Troubles {
		fmt.Fprintf(w, "failed: %s at %s: %s (%s ago)\n", f.Piece, f.Worker, f.Reason, age(now, f.Time))
	}
	return nil
}

func age(now, then time.Time) string {
	return max(0, now.Sub(then)).Round(time.Second).String()
}
