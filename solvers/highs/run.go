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

// solve runs HiGHS until it ends; Result.Status says how. An infeasible program or a limit is not an error. When the
// context ends first, solve returns the best result so far, once HiGHS has reacted, and an error that wraps the
// context's. Other errors are ErrOptions and ErrFailed.
func (s *solver) solve(ctx context.Context, o Options) (*Result, error) {
	if err := o.validate(); err != nil {
		return nil, err
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
	status := s.run(ctx, o)
	result, err := s.result()
	switch {
	case err != nil:
		return nil, err
	case result.Status.outcome() == failed || (status < 0 && result.Status.outcome() != limited):
		return nil, fmt.Errorf("%w: it ended with the status %q", ErrFailed, result.Status)
	case result.Status == Interrupted:
		err = interruption(ctx)
	}
	result.Gap = relativeGap(result.Objective, result.Bound)
	result.Seconds = time.Since(begin).Seconds()
	return result, err
}

// run runs HiGHS and returns its status. It asks HiGHS to stop when the context ends.
func (s *solver) run(ctx context.Context, o Options) C.int {
	C.felt_stop(s.highs, 0)
	calls := &callbacks{Options: o, latest: nothing, stop: func() { C.felt_stop(s.highs, 1) }}
	handle := cgo.NewHandle(calls)
	defer handle.Delete()
	asked := make(chan struct{})
	unwatch := context.AfterFunc(ctx, func() {
		calls.stop()
		close(asked)
	})
	status := C.felt_run(s.highs, C.uintptr_t(handle))
	if !unwatch() {
		<-asked // a late request would stop the next run
	}
	if calls.panicked != nil {
		panic(calls.panicked)
	}
	return status
}

func (s *solver) result() (*Result, error) {
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
func (s *solver) readSolution(r *Result, duals bool) error {
	r.X = make([]float64, s.columns)
	rowDual := make([]float64, s.rows)
	status := C.felt_get_solution(s.highs, doubles(r.X), doubles(rowDual))
	err := check(status, "give its solution")
	if duals && !s.integer && r.Status == Optimal {
		r.RowDual = rowDual
	}
	return err
}
