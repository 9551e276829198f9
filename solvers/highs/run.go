//go:build cgo && highs

package highs

// #include "bridge.h"
import "C"

import (
	"context"
	"fmt"
	"math"
	"runtime/cgo"
	"time"
)

// stopWait is how long a cancelled Solve waits for HiGHS, which checks for a stop request neither in
// presolve nor in the linear programs of a MIP.
const stopWait = 200 * time.Millisecond

// sameObjective is the relative difference up to which the final point counts as the last reported
// incumbent.
const sameObjective = 1e-9

// Solve runs HiGHS until it ends; Result.Status says how. An infeasible program or a limit is not an error.
// When the context ends first, Solve returns the best result so far and an error that wraps the context's;
// if HiGHS does not react, the Solver is closed too. Other errors are ErrOptions, ErrClosed and ErrFailed.
func (s *Solver) Solve(ctx context.Context, o Options) (*Result, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.highs == nil {
		return nil, ErrClosed
	}
	if ctx.Err() != nil {
		return nil, interruption(ctx)
	}
	limit := math.Inf(1)
	if o.TimeLimit > 0 {
		limit = o.TimeLimit.Seconds()
	}
	options := C.felt_options(s.highs, C.double(limit), C.int(o.Seed))
	if err := check(options, "take the options"); err != nil {
		return nil, err
	}

	begin := time.Now()
	result, err := s.run(ctx, o)
	if result != nil {
		result.Gap = relativeGap(result.Objective, result.Bound)
		result.Seconds = time.Since(begin).Seconds()
	}
	return result, err
}

// run runs HiGHS on another goroutine and waits for it, or for stopWait after the context's end.
func (s *Solver) run(ctx context.Context, o Options) (*Result, error) {
	h := s.highs
	C.felt_stop(h, 0)
	calls := &callbacks{Options: o, latest: nothing, stop: func() { C.felt_stop(h, 1) }}
	handle := cgo.NewHandle(calls)
	ended, keep := make(chan C.int, 1), make(chan bool, 1)
	go func() {
		ended <- C.felt_run(h, C.uintptr_t(handle))
		handle.Delete()
		if !<-keep {
			C.felt_free(h)
		}
	}()

	var status C.int
	select {
	case status = <-ended:
	case <-ctx.Done():
		calls.stop()
		select {
		case status = <-ended:
		case <-time.After(stopWait):
			s.highs = nil
			keep <- false
			return calls.abandon(), interruption(ctx)
		}
	}
	keep <- true
	calls.finish()

	result, err := s.result()
	if err == nil && s.integer && result.X != nil &&
		result.Objective < calls.latest.Objective-sameObjective*math.Abs(result.Objective) {
		// HiGHS does not report the solutions that it finds at the end of some restarts.
		calls.improve(result.Objective, result.X)
		calls.finish()
	}
	switch {
	case err != nil:
		return nil, err
	case result.Status.Failed() || (status < 0 && !result.Status.Limited()):
		return nil, fmt.Errorf("%w: it ended with the status %q", ErrFailed, result.Status)
	case result.Status == Interrupted:
		return result, interruption(ctx)
	}
	return result, nil
}

func (s *Solver) result() (*Result, error) {
	var out C.felt_outcome
	C.felt_get_outcome(s.highs, &out)
	r := &Result{
		Status:     Status(out.model_status),
		Objective:  math.Inf(1),
		Bound:      math.Inf(-1),
		Nodes:      max(0, int64(out.nodes)),
		Iterations: max(0, int64(out.simplex_iterations)),
	}
	if out.has_primal != 0 && r.Status != Unbounded && r.Status != UnboundedOrInfeasible {
		if err := s.readSolution(r, out.has_dual != 0); err != nil {
			return nil, err
		}
		r.Objective = float64(out.objective)
	}
	if s.integer {
		r.Bound = float64(out.mip_bound)
	}
	switch r.Status {
	case Optimal:
		if !s.integer {
			r.Bound = r.Objective
		}
	case ModelEmpty:
		r.Objective, r.Bound = s.offset, s.offset
	case Infeasible:
		r.Objective, r.Bound = math.Inf(1), math.Inf(1)
	case Unbounded:
		r.Objective, r.Bound = math.Inf(-1), math.Inf(-1)
	}
	return r, nil
}

// readSolution fills X, and the dual values when a linear program is optimal.
func (s *Solver) readSolution(r *Result, duals bool) error {
	r.X = make([]float64, s.columns)
	colDual, rowValue, rowDual := make([]float64, s.columns), make([]float64, s.rows), make([]float64, s.rows)
	status := C.felt_get_solution(s.highs, doubles(r.X), doubles(colDual), doubles(rowValue), doubles(rowDual))
	err := check(status, "give its solution")
	if duals && !s.integer && r.Status == Optimal {
		r.ColDual, r.RowDual = colDual, rowDual
	}
	return err
}
