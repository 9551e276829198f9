package report

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
)

// The states of a fit.
const (
	fitWaits     = "waiting"
	fitRuns      = "running"
	fitDone      = "done"
	fitFailed    = "failed"
	fitCancelled = "cancelled"
)

const (
	// mostWaiting is the largest number of waiting fits, mostKept that of finished fits in the list.
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
	ctx     context.Context
	solve   func(context.Context, question.Question, fit.Options) (*question.Answer, error)
	changed func() // called after every change, without the lock

	mu      sync.Mutex
	last    int
	jobs    []*job // oldest first
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
	copied := *j
	go q.changed()
	return copied, nil
}

func (q *queue) run() {
	for {
		q.mu.Lock()
		at := slices.IndexFunc(q.jobs, func(j *job) bool { return j.State == fitWaits })
		if at < 0 || q.ctx.Err() != nil {
			q.running = false
			q.mu.Unlock()
			return
		}
		j := q.jobs[at]
		ctx, stop := context.WithCancel(q.ctx)
		j.State, j.stop = fitRuns, stop
		q.mu.Unlock()
		q.changed()
		result, err := q.solve(ctx, j.task, fit.Options{Progress: func(p fit.Progress) {
			q.mu.Lock()
			j.Error, j.Bound = question.Number(p.Incumbent), question.Number(p.Bound)
			q.mu.Unlock()
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
		q.mu.Unlock()
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
			go q.changed()
			return true
		case j.State == fitRuns:
			j.stop()
			return true
		}
	}
	return false
}

func (q *queue) list() []job {
	q.mu.Lock()
	defer q.mu.Unlock()
	all := []job{}
	for _, j := range slices.Backward(q.jobs) {
		all = append(all, *j)
	}
	return all
}
