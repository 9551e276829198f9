package highs

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"feltlab/model/mip"
)

// HiGHS looks at its clock, and for a request to stop, in many places but not in all: parts of its
// presolve, of probing and of the first linear program of a MIP go on for as long as they take. A
// thread cannot be ended, a process can.

const (
	// childVariable is set in the environment of a process that is to solve for another.
	childVariable = "FELTLAB_HIGHS_CHILD"
	// grace is how long after its time limit HiGHS may take to come back by itself.
	grace = 500 * time.Millisecond
)

// serves says that this program calls Child.
var serves atomic.Bool

// request is what a child is asked. A zero Deadline is none.
type request struct {
	Model    *mip.Model
	Start    []float64
	Deadline time.Time
	Options  Options // without functions, of which gob takes no notice
	Log      bool    // whether to report lines of the log
}

// report is what a child says, one of the fields at a time; the last has Result or Error.
type report struct {
	Line     string
	X        []float64 // of an improving solution worth Objective
	Worth    float64
	Progress *Progress
	Result   *Result
	Error    string
}

// Apart solves a model once, from a starting point if there is one, in a process of its own, which
// is ended where HiGHS does not look up: so it returns at most a second after the time limit or the
// end of the context, with what was found until then, and nothing goes on behind it. In a program
// that does not call Child it solves in this process, with the same limits, but HiGHS may go on
// behind it for a while.
//
// Its errors are those of Solver.Solve.
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
	begin, limited, cancel := time.Now(), ctx, context.CancelFunc(func() {})
	if o.TimeLimit > 0 {
		limited, cancel = context.WithTimeout(ctx, o.TimeLimit+grace)
	}
	defer cancel()
	solve := together
	if serves.Load() {
		solve = apart
	}
	r, err := solve(limited, m, start, o)
	if r == nil || err == nil {
		return r, err
	}
	if limited.Err() != nil && ctx.Err() == nil {
		r.Status, err = TimeLimit, nil
	}
	r.Gap, r.Seconds = relativeGap(r.Objective, r.Bound), time.Since(begin).Seconds()
	return r, err
}

// together solves in this process.
func together(ctx context.Context, m *mip.Model, start []float64, o Options) (*Result, error) {
	s, err := New(m)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if start != nil {
		if err := s.SetSolution(start); err != nil {
			return nil, err
		}
	}
	return s.Solve(ctx, o)
}

// apart solves in a process of its own, which ends with the context.
func apart(ctx context.Context, m *mip.Model, start []float64, o Options) (*Result, error) {
	program, err := os.Executable()
	if err != nil {
		return together(ctx, m, start, o)
	}
	q := request{Model: m, Start: start, Options: o, Log: o.Log != nil}
	if o.TimeLimit > 0 {
		q.Deadline = time.Now().Add(o.TimeLimit)
	}
	caller := ctx
	ctx, cancel := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, program)
	cmd.Env = append(os.Environ(), childVariable+"=1")
	var said bytes.Buffer
	cmd.Stderr = &said
	in, err := cmd.StdinPipe()
	if err != nil {
		cancel()
		return nil, fmt.Errorf("%w: %w", ErrFailed, err)
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		cancel()
		return together(caller, m, start, o)
	}
	var ended error
	finish := sync.OnceFunc(func() {
		cancel()
		ended = cmd.Wait()
	})
	defer finish() // also where a function of the options panics
	r, err := converse(in, out, q, o)
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
	return nil, fmt.Errorf("%w: its process: %w, %v: %s", ErrFailed, err, ended, strings.TrimSpace(said.String()))
}

// converse sends a request to a child and passes on what it reports. With an error comes what was
// known when the child ended.
func converse(in io.Writer, out io.Reader, q request, o Options) (*Result, error) {
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
			if o.Progress != nil {
				o.Progress(known)
			}
		case p.X != nil:
			known.Objective, x = p.Worth, p.X
			if o.Improving != nil {
				o.Improving(known.Objective, append([]float64(nil), x...))
			}
		default:
			o.Log(p.Line)
		}
	}
}

// Child makes Apart work in this program, whose main calls it before anything else. In a process
// that Apart has started it does not return: it solves what it is asked and ends the process.
func Child() {
	if os.Getenv(childVariable) == "" {
		serves.Store(true)
		return
	}
	os.Unsetenv(childVariable)
	signal.Ignore(os.Interrupt, syscall.SIGTERM) // the parent decides, also on Ctrl-C
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// serve answers one request. The process ends with the one that asks.
func serve(in io.Reader, out io.Writer) error {
	var q request
	if err := gob.NewDecoder(in).Decode(&q); err != nil {
		return err
	}
	go func() {
		io.Copy(io.Discard, in) // until the parent closes it, or is no more
		os.Exit(1)
	}()
	encoder := gob.NewEncoder(out)
	var failed error // to tell the parent something
	tell := func(p report) { failed = errors.Join(failed, encoder.Encode(p)) }
	o := q.Options
	if !q.Deadline.IsZero() {
		o.TimeLimit = max(time.Until(q.Deadline), time.Millisecond)
	}
	if q.Log {
		o.Log = func(line string) { tell(report{Line: line}) }
	}
	o.Improving = func(objective float64, x []float64) { tell(report{X: x, Worth: objective}) }
	o.Progress = func(p Progress) { tell(report{Progress: &p}) }
	r, err := together(context.Background(), q.Model, q.Start, o)
	last := report{Result: r}
	if err != nil {
		last = report{Error: err.Error()}
	}
	tell(last)
	return failed
}
