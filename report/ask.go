package report

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"feltlab/dataset/matrix"
	"feltlab/dataset/strength"
	"feltlab/internal/clock"
	"feltlab/pipeline/config"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
)

const (
	askBytes   = 4096
	equityTime = time.Minute
	flopsTime  = time.Hour
)

var errAsk = errors.New("bad question")

type equityQuestion struct {
	Hand  string `json:"hand"`
	Range string `json:"range"` // of each opponent, with / between them
	Board string `json:"board"`
	Dead  string `json:"dead"`
}

func (s *Server) equity(q *equityQuestion) (compute, error) {
	spot, err := strength.ParseSpot(q.Board, q.Dead, append([]string{q.Hand}, strings.Split(q.Range, "/")...)...)
	return func(ctx context.Context) (any, error) {
		start := time.Now()
		shared, err := spot.Exact(ctx, 0, nil)
		if ctx.Err() != nil {
			return nil, fmt.Errorf("%w: it takes more than %v; feltlab equity samples deals", errAsk, equityTime)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: equity: %w", errAsk, err)
		}
		answer := spot.Answer()
		answer.Shares(shared, false, nil, time.Since(start))
		return answer, nil
	}, err
}

type flopsQuestion struct {
	Hand  string `json:"hand"`
	Range string `json:"range"`
	// Stored asks for flops only if they are in the cache; null answers that they are not.
	Stored bool `json:"stored"`
}

// flops has the flops of a hand against a range, as the block flops has them.
func (s *Server) flops(q *flopsQuestion) (compute, error) {
	subject, err := question.ParseTyped(q.Hand, q.Range)
	return func(ctx context.Context) (any, error) {
		if s.options.Instances == nil {
			return nil, errors.New("this server counts no flops")
		}
		s.mu.Lock()
		in := *s.input
		s.mu.Unlock()
		in.matrices = new(memo[question.Subject, *matrix.Rows])
		about := []question.Subject{subject.Canonical()}
		if q.Stored && !in.stored(about[0].RowsSpec()) {
			return nil, nil
		}
		flops, err := in.handFlops(ctx, about, about[0].Against().Range.SuitSymmetric())
		if err != nil {
			return nil, err
		}
		rounds, err := in.rounds(ctx, about, false)
		if len(rounds) > 0 {
			flops.Rounds = columnsOf(rounds)
		}
		return flops, err
	}, err
}

type compute func(context.Context) (any, error)

// oneAtATime handles questions of a type that are answered within some time, one after the other: the slot has a value
// while one is. An answer ends with its request.
func oneAtATime[Q any](slot chan struct{}, limit time.Duration, read func(*Q) (compute, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		asked := new(Q)
		if !readQuestion(w, r, asked) {
			return
		}
		compute, err := read(asked)
		if err != nil {
			answer(w, 0, nil, fmt.Errorf("%w: %w", errAsk, err))
			return
		}
		ctx, cancel := clock.WithTimeout(r.Context(), limit)
		defer cancel()
		select {
		case slot <- struct{}{}:
			defer func() { <-slot }()
		case <-ctx.Done():
			return
		}
		if value, err := compute(ctx); r.Context().Err() == nil {
			answer(w, http.StatusOK, value, err)
		}
	}
}

// fitQuestion is a question as the page shows it.
type fitQuestion struct {
	Hand     string  `json:"hand"`
	Range    string  `json:"range"`
	Loss     string  `json:"loss"` // average or max
	Features int     `json:"features"`
	Seconds  float64 `json:"seconds"` // at most
}

const mostTime = time.Hour

// oneFit returns the one question that a page asks, and how the page shows it.
func oneFit(ask *question.Ask) (shown fitQuestion, q question.Question, err error) {
	all, impossible, err := ask.Questions()
	switch {
	case err != nil:
	case len(impossible) > 0:
		err = impossible[0]
	case len(all) != 1:
		err = errors.New("want one hand, range and number of features")
	case all[0].TimeLimit > mostTime:
		err = fmt.Errorf("seconds: %v: want at most %v", all[0].TimeLimit.Seconds(), mostTime.Seconds())
	}
	if err != nil {
		return shown, q, err
	}
	q = all[0]
	return fitQuestion{q.HandText(), q.RangeText(), ask.Loss, q.Program.N, q.TimeLimit.Seconds()}, q, nil
}

// bodyTime is how long the body of a request may take to arrive; it has at most askBytes.
var bodyTime = 10 * time.Second

// takeBody reads the body of a request. If it is too long or too slow, takeBody answers with the error and returns
// false; the connection then ends.
func takeBody(w http.ResponseWriter, r *http.Request) bool {
	if r.ContentLength == 0 {
		return true
	}
	wire := http.NewResponseController(w)
	wire.SetReadDeadline(time.Now().Add(bodyTime))
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, askBytes))
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		http.Error(w, fmt.Sprintf("a question has at most %d bytes", askBytes), http.StatusRequestEntityTooLarge)
	case err != nil:
		w.Header().Set("Connection", "close")
		http.Error(w, fmt.Sprintf("a question must arrive within %v", bodyTime), http.StatusRequestTimeout)
	default:
		wire.SetReadDeadline(time.Time{}) // answers may take longer
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	return err == nil
}

// readQuestion reads a question as JSON. If the question is bad, it answers with the error and returns false.
func readQuestion(w http.ResponseWriter, r *http.Request, asked any) bool {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		http.Error(w, "want application/json", http.StatusUnsupportedMediaType)
		return false
	}
	in := json.NewDecoder(r.Body)
	in.DisallowUnknownFields()
	var err error
	if ask, ok := asked.(*question.Ask); ok {
		err = config.Request(in, ask)
	} else {
		err = in.Decode(asked)
	}
	if err != nil {
		answer(w, 0, nil, fmt.Errorf("%w: %w", errAsk, err))
	}
	return err == nil
}

// answer writes a value as JSON, or an error.
func answer(w http.ResponseWriter, status int, value any, err error) {
	switch {
	case errors.Is(err, errAsk):
		http.Error(w, err.Error(), http.StatusBadRequest)
	case errors.Is(err, errBusy):
		http.Error(w, err.Error(), http.StatusTooManyRequests)
	case err != nil:
		http.Error(w, err.Error(), http.StatusInternalServerError)
	default:
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(value)
	}
}

func (s *Server) serveFit(w http.ResponseWriter, r *http.Request) {
	ask := question.NewAsk()
	if !readQuestion(w, r, &ask) {
		return
	}
	shown, q, err := oneFit(&ask)
	if err != nil {
		answer(w, 0, nil, fmt.Errorf("%w: %w", errAsk, err))
		return
	}
	f, err := s.fits.add(shown, q)
	answer(w, http.StatusAccepted, f, err)
}

func (s *Server) serveFits(w http.ResponseWriter, _ *http.Request) {
	fits, _ := s.fits.list()
	answer(w, http.StatusOK, fits, nil)
}

func (s *Server) serveCancel(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil || !s.fits.cancel(id) {
		http.Error(w, "no waiting or running fit has this number", http.StatusNotFound)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// The states of a fit.
const (
	fitWaits     = "waiting"
	fitRuns      = "running"
	fitDone      = "done"
	fitFailed    = "failed"
	fitCancelled = "cancelled"
)

const (
	// mostWaiting is the largest number of waiting fits, mostKept the number of finished fits in the list.
	mostWaiting = 20
	mostKept    = 50
)

// errBusy is wrapped by the error for a full queue.
var errBusy = errors.New("too many fits wait")

type job struct {
	ID int `json:"id"`
	fitQuestion
	State string `json:"state"`
	// Error and Bound are the known values while it runs, fractions of 1; null at first.
	Error  question.Number  `json:"error"`
	Bound  question.Number  `json:"bound"`
	Result *question.Answer `json:"result,omitempty"`
	Failed string           `json:"failed,omitempty"` // the error

	task question.Question
	stop context.CancelFunc // stops the running fit
}

type queue struct {
	ctx   context.Context
	solve func(context.Context, question.Question, fit.Options) (*question.Answer, error)

	mu      sync.Mutex
	last    int
	jobs    []*job        // oldest first
	news    chan struct{} // closed at the next change
	running bool
	ended   sync.WaitGroup
}

func (q *queue) add(asked fitQuestion, t question.Question) (job, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.solve == nil {
		return job{}, errors.New("this server runs no fits")
	}
	waiting, kept := 0, 0
	for _, j := range q.jobs {
		if j.State == fitWaits {
			waiting++
		}
	}
	if waiting >= mostWaiting {
		return job{}, fmt.Errorf("%w: %d", errBusy, waiting)
	}
	q.jobs = slices.DeleteFunc(q.jobs, func(j *job) bool {
		kept++
		return kept <= len(q.jobs)-mostKept && j.State != fitWaits && j.State != fitRuns
	})
	q.last++
	none := question.Number(math.NaN())
	j := &job{ID: q.last, fitQuestion: asked, State: fitWaits, Error: none, Bound: none, task: t}
	q.jobs = append(q.jobs, j)
	if !q.running {
		q.running = true
		q.ended.Go(q.run)
	}
	q.changed()
	return *j, nil
}

// changed tells all who wait for a change; the caller has the lock.
func (q *queue) changed() {
	close(q.news)
	q.news = make(chan struct{})
}

func (q *queue) run() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		at := slices.IndexFunc(q.jobs, func(j *job) bool { return j.State == fitWaits })
		if at < 0 || q.ctx.Err() != nil {
			q.running = false
			return
		}
		j := q.jobs[at]
		ctx, stop := context.WithCancel(q.ctx)
		j.State, j.stop = fitRuns, stop
		q.changed()
		q.mu.Unlock()
		result, err := q.solve(ctx, j.task, fit.Options{Progress: func(p fit.Progress) {
			q.mu.Lock()
			defer q.mu.Unlock()
			j.Error, j.Bound = question.Number(p.Incumbent), question.Number(p.Bound)
			q.changed()
		}})
		q.mu.Lock()
		j.Result = result
		switch {
		case ctx.Err() != nil:
			j.State = fitCancelled
		case err != nil:
			j.State, j.Failed = fitFailed, err.Error()
		default:
			j.State = fitDone
		}
		stop()
		q.changed()
	}
}

func (q *queue) cancel(id int) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, j := range q.jobs {
		switch {
		case j.ID != id:
		case j.State == fitWaits:
			j.State = fitCancelled
			q.changed()
			return true
		case j.State == fitRuns:
			j.stop()
			return true
		}
	}
	return false
}

// list returns all fits, the newest first, and a channel that is closed when one changes.
func (q *queue) list() ([]job, <-chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	all := []job{}
	for _, j := range slices.Backward(q.jobs) {
		all = append(all, *j)
	}
	return all, q.news
}
