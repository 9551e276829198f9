package highs

import (
	"bytes"
	"cmp"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"feltlab/internal/clock"
	"feltlab/model/mip"
)

// HiGHS checks its clock and stop requests in many places, but not in parts of presolve, of probing and
// of the first linear program of a MIP. A thread cannot be ended from outside, a process can.

const (
	childVariable = "FELTLAB_HIGHS_CHILD"  // set in the environment of a child process
	grace         = 500 * time.Millisecond // how long after its time limit HiGHS may take to return by itself
)

var serves atomic.Bool

// request is the message to a child.
type request struct {
	Model   *mip.Model
	Start   []float64
	Options Options // gob leaves out the functions
}

// report is a message of a child with one of its fields; the last has Result or Error.
type report struct {
	X         []float64 // an improving solution and its objective
	Objective float64
	Progress  *Progress
	Result    *Result
	Error     string
}

// Apart solves a model once, from a starting point unless it is nil, in a child process that it ends if
// HiGHS does not react: it returns at most a second after the time limit or the end of the context, with
// the best result so far. In a program that does not call Child it solves in this process, and HiGHS may
// return late. An infeasible program or a limit is not an error. When the context ends first, Apart returns the best
// result so far and an error that wraps the context's. Other errors are ErrMissing, ErrModel, ErrOptions and ErrFailed.
//
// The time limit is by package clock. HiGHS reads the clock of the machine: if the process was stopped meanwhile, HiGHS
// ends early, and Apart solves again, from the best point, in the time that is left.
func Apart(ctx context.Context, m *mip.Model, start []float64, o Options) (*Result, error) {
	if !Available() {
		return nil, ErrMissing
	}
	if err := errors.Join(validate(m), o.validate()); err != nil {
		return nil, err
	}
	if start != nil {
		if err := validStart(start, len(m.Columns)); err != nil {
			return nil, err
		}
	}
	if ctx.Err() != nil {
		return nil, interruption(ctx)
	}
	begin, limit := clock.Now(), o.TimeLimit
	bound := math.Inf(-1) // of the solves before
	for {
		r, err := inTime(ctx, m, start, o)
		if r == nil {
			return nil, err
		}
		r.Bound, r.Seconds = max(r.Bound, bound), clock.Since(begin).Seconds()
		if r.Gap = relativeGap(r.Objective, r.Bound); err != nil {
			return r, err
		}
		o.TimeLimit = limit - clock.Since(begin)
		if r.Status != TimeLimit || o.TimeLimit < grace/10 {
			return r, nil
		}
		if bound = r.Bound; r.X != nil {
			start = r.X
		}
	}
}

// inTime solves within the time limit, if there is one, and ends the solve if HiGHS does not react.
func inTime(ctx context.Context, m *mip.Model, start []float64, o Options) (*Result, error) {
	limited, cancel := ctx, context.CancelFunc(func() {})
	if o.TimeLimit > 0 {
		limited, cancel = clock.WithTimeout(ctx, o.TimeLimit+grace)
	}
	defer cancel()
	solve := together
	if serves.Load() {
		solve = apart
	}
	r, err := solve(limited, m, start, o)
	if r != nil && err != nil && limited.Err() != nil && ctx.Err() == nil {
		r.Status, err = TimeLimit, nil
	}
	return r, err
}

func apart(ctx context.Context, m *mip.Model, start []float64, o Options) (*Result, error) {
	caller := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFailed, err)
	}
	cmd := exec.CommandContext(ctx, program)
	cmd.Env = append(os.Environ(), childVariable+"=1")
	var output bytes.Buffer
	cmd.Stderr = &output
	in, err := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err = cmp.Or(err, err2); err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: cannot start its process: %w", ErrFailed, err)
	}
	var ended error
	finish := sync.OnceFunc(func() {
		cancel()
		ended = cmd.Wait()
	})
	defer finish() // also if a function of the options panics
	r, err := converse(in, out, request{m, start, o}, o.Progress)
	interrupted := ctx.Err() != nil
	finish()
	switch {
	case err == nil:
		return r, nil
	case interrupted:
		return r, interruption(caller)
	case errors.Is(err, ErrFailed):
		return nil, err
	}
	text := strings.TrimSpace(output.String())
	return nil, fmt.Errorf("%w: its process ended: %w, %v: %s", ErrFailed, err, ended, text)
}

// converse sends a request to a child and passes on its reports. With an error it returns the last known state.
func converse(in io.Writer, out io.Reader, q request, progress func(Progress)) (*Result, error) {
	known, x := nothing, []float64(nil)
	if err := gob.NewEncoder(in).Encode(q); err != nil {
		return known.result(Interrupted, x), err
	}
	for d := gob.NewDecoder(out); ; {
		var p report
		if err := d.Decode(&p); err != nil {
			return known.result(Interrupted, x), err
		}
		switch {
		case p.Error != "":
			return nil, fmt.Errorf("%w%s", ErrFailed, strings.TrimPrefix(p.Error, ErrFailed.Error()))
		case p.Result != nil:
			return p.Result, nil
		case p.Progress != nil:
			known = *p.Progress
			if progress != nil {
				progress(known)
			}
		default:
			known.Objective, x = p.Objective, p.X
		}
	}
}

// Child lets Apart start child processes of this program; main calls it first. In a child it does not
// return: it solves the request and ends the process.
func Child() {
	if os.Getenv(childVariable) == "" {
		serves.Store(true)
		return
	}
	clock.Now()
	os.Unsetenv(childVariable)
	signal.Ignore(os.Interrupt, syscall.SIGTERM) // the parent decides, also on Ctrl-C
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// serve answers one request. The process ends if its parent does.
func serve(in io.Reader, out io.Writer) error {
	var q request
	if err := gob.NewDecoder(in).Decode(&q); err != nil {
		return err
	}
	go func() {
		io.Copy(io.Discard, in) // until the parent closes it or ends
		os.Exit(1)
	}()
	encoder := gob.NewEncoder(out)
	var failed error // of messages to the parent
	tell := func(p report) { failed = errors.Join(failed, encoder.Encode(p)) }
	o := q.Options
	if o.TimeLimit > 0 { // it began with the process
		o.TimeLimit = max(o.TimeLimit-clock.Now(), time.Millisecond)
	}
	o.improving = func(objective float64, x []float64) { tell(report{X: x, Objective: objective}) }
	o.Progress = func(p Progress) { tell(report{Progress: &p}) }
	r, err := together(context.Background(), q.Model, q.Start, o)
	last := report{Result: r}
	if err != nil {
		last = report{Error: err.Error()}
	}
	tell(last)
	return failed
}
