package work

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"feltlab/internal/parallel"
	"feltlab/pipeline/store"
)

// Errors of Accept. The message says why.
var (
	// ErrAnswer is returned for a refused answer.
	ErrAnswer = errors.New("refused")
	// ErrLied is returned for a refused answer that only a wrong computation or a lie explains: nothing of its
	// sender counts any more.
	ErrLied = fmt.Errorf("%w: it is false", ErrAnswer)
	// ErrNone is returned for an answer that says that nothing was found, and by a worker's function instead of
	// such an answer. Nothing shows it, so the piece is computed in this process.
	ErrNone = errors.New("a worker found no answer")
)

// Piece is a piece of work as it is sent to a worker.
type Piece struct {
	Kind    string `json:"kind"`
	Key     string `json:"key"`  // equal for equal questions, in every run
	Name    string `json:"name"` // for people
	Payload []byte `json:"payload"`
}

// Job is a piece of work on the side of its stage.
type Job struct {
	// Here computes the answer in this process, and keeps it.
	Here func(ctx context.Context) error
	// Key and Name are those of the piece. A job without a key is computed in this process.
	Key, Name string
	// Limit is the longest time from the start of the piece at a worker to its answer; 0 means DefaultLimit.
	Limit time.Duration
	// Piece makes the piece when it goes out.
	Piece func() (*Piece, error)
	// Accept checks a worker's answer and keeps it. Several goroutines call it, but only one at a time for each job.
	Accept func(ctx context.Context, a Answer) error
}

// DefaultLimit is the longest time that a piece may take at a worker.
const DefaultLimit = time.Hour

// Answer is a worker's answer to a piece.
type Answer struct {
	Worker string // the worker's credential, which nobody else has
	Bytes  []byte
}

// Pool computes jobs.
type Pool interface {
	// Run returns when all jobs are done, or with the first error: the context's error after a
	// cancellation, a *SetAside if some pieces failed and all others are done.
	Run(ctx context.Context, jobs []Job) error
	// Offer stores an input that many pieces need, and returns its hash, by which workers fetch it.
	Offer(ctx context.Context, content []byte) (hash string, err error)
}

// Here is a pool of goroutines in this process; below 1 means one per CPU.
type Here int

// Run computes jobs in their order.
func (n Here) Run(ctx context.Context, jobs []Job) error {
	group, inner := errgroup.WithContext(ctx) // an error stops the running jobs
	group.SetLimit(parallel.Workers(int(n)))
	for _, job := range jobs {
		group.Go(func() error {
			if err := inner.Err(); err != nil {
				return err
			}
			return job.Here(inner)
		})
	}
	return group.Wait()
}

// Offer does nothing: jobs in this process fetch no inputs.
func (Here) Offer(context.Context, []byte) (string, error) { return "", nil }

// Or returns a pool, or n goroutines in this process if it is nil.
func Or(p Pool, n int) Pool {
	if p == nil {
		return Here(n)
	}
	return p
}

// SetAside lists the pieces that failed too often. All others are done.
type SetAside struct{ Pieces []Failed }

// Failed is a piece that was set aside, with the error of its last worker.
type Failed struct{ Name, Worker, Reason string }

// Error names some of the pieces.
func (s *SetAside) Error() string {
	const most = 3
	var names []string
	for _, f := range s.Pieces[:min(len(s.Pieces), most)] {
		names = append(names, fmt.Sprintf("%s (%s: %s)", f.Name, f.Worker, f.Reason))
	}
	if more := len(s.Pieces) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return fmt.Sprintf("%d pieces failed, in this process too, and were set aside: %s",
		len(s.Pieces), strings.Join(names, "; "))
}

// Full reports whether an error means that this machine's disk is full or read-only, so that no piece
// can be computed here.
func Full(err error) bool {
	for _, full := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, store.ErrRoot} {
		if errors.Is(err, full) {
			return true
		}
	}
	return false
}

// Task is a piece that a worker computes.
type Task struct {
	Payload []byte
	// Input returns an input by its hash and checks it.
	Input func(ctx context.Context, hash string) ([]byte, error)
}

// Kinds are the functions with which a worker answers pieces, by kind.
type Kinds map[string]func(ctx context.Context, t Task) ([]byte, error)
