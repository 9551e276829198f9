package work

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"

	"golang.org/x/sync/errgroup"

	"feltlab/internal/parallel"
	"feltlab/pipeline/store"
)

// ErrAnswer marks an answer that is not believed; the message says why.
var ErrAnswer = errors.New("work: not believed")

// Piece is a piece of work as a worker gets it.
type Piece struct {
	Kind    string `json:"kind"`
	Key     string `json:"key"`  // the same for the same question, at any time
	Name    string `json:"name"` // for people
	Payload []byte `json:"payload"`
}

// Job is a piece of work as a stage has it.
type Job struct {
	// Here does the work in this process.
	Here func(ctx context.Context) error
	// Key and Name are those of the piece; no Key means that the job is done here.
	Key, Name string
	// Piece makes the piece, when it is about to go out.
	Piece func() (*Piece, error)
	// Accept checks a worker's answer and keeps it. It is called from several goroutines, but for
	// each job once at a time.
	Accept func(ctx context.Context, a Answer) error
}

// Answer is what a worker says.
type Answer struct {
	Worker string // the name that it gave itself
	Bytes  []byte
}

// Pool works jobs off.
type Pool interface {
	// Run returns when all jobs are done, or with the first error. That is the context's after a
	// cancellation, and a *SetAside where all but some are done.
	Run(ctx context.Context, jobs []Job) error
	// Offer makes an input of pieces known, a file that many need, and returns the name by which
	// workers ask for it: its hash.
	Offer(ctx context.Context, content []byte) (hash string, err error)
	// Share is that of jobs that are done here.
	Share(p *Piece, answer func(request []byte) (reply []byte)) (end func())
}

// Share makes known a piece that is under way and in which workers that have nothing else to do can
// help. They send requests, which are answered, from several goroutines, until end. Nothing that a
// helper says is to be believed.
type Share func(p *Piece, answer func(request []byte) (reply []byte)) (end func())

// Here is a pool of so many goroutines in this process; below 1 one a processor.
type Here int

// Run works jobs off in their order.
func (n Here) Run(ctx context.Context, jobs []Job) error {
	group, inner := errgroup.WithContext(ctx) // what is under way when one fails ends as well
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

// Offer does nothing: jobs that are done here ask for nothing.
func (Here) Offer(context.Context, []byte) (string, error) { return "", nil }

// Share does nothing: who is here has a job, or there is none.
func (Here) Share(*Piece, func([]byte) []byte) func() { return func() {} }

// Or returns a pool, or n goroutines here if there is none.
func Or(p Pool, n int) Pool {
	if p == nil {
		return Here(n)
	}
	return p
}

// SetAside says which pieces failed too often; all others are done.
type SetAside struct{ Pieces []Failed }

// Failed is a piece that was set aside, and what its last worker said.
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
	return fmt.Sprintf("%d pieces failed three times and were set aside: %s", len(s.Pieces), strings.Join(names, "; "))
}

// Full reports whether an error is about a disk that takes no more: then whose disk it is cannot go
// on, whatever the piece.
func Full(err error) bool {
	for _, full := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, store.ErrRoot} {
		if errors.Is(err, full) {
			return true
		}
	}
	return false
}

// Task is a piece under way in a worker.
type Task struct {
	Payload []byte
	// Input returns an input by its hash, which it has checked.
	Input func(ctx context.Context, hash string) ([]byte, error)
	// Share lets others help.
	Share Share
	// Ask, of a piece that another shares, sends it a request.
	Ask func(ctx context.Context, request []byte) (reply []byte, err error)
}

// Kinds answer pieces in a worker, by kind.
type Kinds map[string]func(ctx context.Context, t Task) ([]byte, error)
