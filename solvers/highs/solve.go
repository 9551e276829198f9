package highs

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"strings"
	"sync"
	"time"

	"feltlab/internal/clock"
	"feltlab/model/mip"
)

// grace is how long after its time limit HiGHS may take to return by itself.
const grace = 500 * time.Millisecond

// Solve solves a model in a process of its own. A start that is feasible becomes the first incumbent of a MIP; of a
// start whose integer columns are feasible HiGHS tries to make one; nil is none. Solve returns at most a second after
// the time limit or the end of the context, with the best result so far: it ends the process if HiGHS does not react.
// An infeasible program or a limit is not an error. When the context ends first, Solve returns the best result so far
// and an error that wraps the context's. Other errors are ErrMissing, ErrModel, ErrOptions and ErrFailed.
//
// The time limit is by package clock. HiGHS reads the clock of the machine: if the process was stopped meanwhile, HiGHS
// ends early, and Solve solves again, from the best point, in the time that is left.
func Solve(ctx context.Context, m *mip.Model, start []float64, o Options) (*Result, error) {
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
	r, err := once(limited, m, start, o)
	if r != nil && err != nil && limited.Err() != nil && ctx.Err() == nil {
		r.Status, err = TimeLimit, nil
	}
	return r, err
}

func once(ctx context.Context, m *mip.Model, start []float64, o Options) (*Result, error) {
	caller := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	program, arguments := command()
	cmd := exec.CommandContext(ctx, program, append(arguments, o.arguments()...)...)
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
	sent := send(in, m, start, o)
	r, err := receive(out, m, o.Progress)
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
	return nil, fmt.Errorf("%w: its process ended: %w, %v: %s", ErrFailed, cmp.Or(sent, err), ended, text)
}
