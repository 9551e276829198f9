//go:build cgo && highs

package highs

// #include "bridge.h"
import "C"

import (
	"context"
	"fmt"
	"math"
	"runtime/cgo"
	"slices"
	"time"
	"unsafe"

	"feltlab/model/mip"
)

// Available reports whether this program was built with HiGHS.
func Available() bool { return true }

// Version returns HiGHS's version, such as "1.10.0"; empty in a build without HiGHS.
func Version() string { return C.GoString(C.felt_version()) }

// together solves a valid model in this process, from a starting point unless it is nil: a feasible one becomes the
// first incumbent of a MIP, and HiGHS tries to repair a point whose integer columns are feasible. When the context ends
// first, it returns the best result so far, once HiGHS has reacted.
func together(ctx context.Context, m *mip.Model, start []float64, o Options) (*Result, error) {
	if ctx.Err() != nil {
		return nil, interruption(ctx)
	}
	h := C.felt_new()
	if h == nil {
		return nil, fmt.Errorf("%w to start", ErrFailed)
	}
	defer C.felt_free(h)
	if err := load(h, m); err != nil {
		return nil, err
	}
	if start != nil {
		if err := check(C.felt_set_solution(h, doubles(start)), "take the start"); err != nil {
			return nil, err
		}
	}
	limit := math.Inf(1)
	if o.TimeLimit > 0 {
		limit = o.TimeLimit.Seconds()
	}
	if err := check(C.felt_options(h, C.double(limit), C.int(o.Seed)), "take the options"); err != nil {
		return nil, err
	}
	begin := time.Now()
	status := run(ctx, h, o)
	r, err := resultOf(h, m)
	switch {
	case err != nil:
		return nil, err
	case r.Status.outcome() == failed || (status < 0 && r.Status.outcome() != limited):
		return nil, fmt.Errorf("%w: it ended with the status %q", ErrFailed, r.Status)
	case r.Status == Interrupted:
		err = interruption(ctx)
	}
	r.Gap, r.Seconds = relativeGap(r.Objective, r.Bound), time.Since(begin).Seconds()
	return r, err
}

func isInteger(c mip.Column) bool { return c.Integer }

func load(h *C.felt_highs, m *mip.Model) error {
	var cost, lower, upper, rowLower, rowUpper []float64
	integer := make([]int32, len(m.Columns))
	for j, c := range m.Columns {
		cost, lower, upper = append(cost, c.Cost), append(lower, c.Lower), append(upper, c.Upper)
		if c.Integer {
			integer[j] = 1
		}
	}
	for _, r := range m.Rows {
		rowLower, rowUpper = append(rowLower, r.Lower), append(rowUpper, r.Upper)
	}
	if !slices.ContainsFunc(m.Columns, isInteger) {
		integer = nil // with the array, even all zeros, HiGHS would look for a MIP
	}
	size := C.felt_size{
		columns: C.int(len(m.Columns)), rows: C.int(len(m.Rows)), nonzeros: C.int(len(m.Index)),
		offset: C.double(m.Offset),
	}
	return check(C.felt_load(h, size, doubles(cost), doubles(lower), doubles(upper),
		doubles(rowLower), doubles(rowUpper), ints(m.Start), ints(m.Index), doubles(m.Value), ints(integer)),
		"load the model")
}

// run runs HiGHS and returns its status. It asks HiGHS to stop when the context ends.
func run(ctx context.Context, h *C.felt_highs, o Options) C.int {
	calls := &callbacks{Options: o, latest: nothing, stop: func() { C.felt_stop(h) }}
	handle := cgo.NewHandle(calls)
	defer handle.Delete()
	asked := make(chan struct{})
	unwatch := context.AfterFunc(ctx, func() {
		calls.stop()
		close(asked)
	})
	status := C.felt_run(h, C.uintptr_t(handle))
	if !unwatch() {
		<-asked // it must not stop what is freed
	}
	if calls.panicked != nil {
		panic(calls.panicked)
	}
	return status
}

func resultOf(h *C.felt_highs, m *mip.Model) (*Result, error) {
	var out C.felt_outcome
	C.felt_get_outcome(h, &out)
	r := &Result{
		Status:    Status(out.model_status),
		Objective: math.Inf(1),
		Bound:     math.Inf(-1),
		Nodes:     max(0, int64(out.nodes)),
	}
	if out.has_primal != 0 && r.Status != Unbounded && r.Status != UnboundedOrInfeasible {
		r.X = make([]float64, len(m.Columns))
		if err := check(C.felt_get_solution(h, doubles(r.X)), "give its solution"); err != nil {
			return nil, err
		}
		r.Objective = float64(out.objective)
	}
	if slices.ContainsFunc(m.Columns, isInteger) {
		r.Bound = float64(out.mip_bound)
	} else if r.Status == Optimal {
		r.Bound = r.Objective
	}
	switch r.Status {
	case ModelEmpty:
		r.Objective, r.Bound = m.Offset, m.Offset
	case Infeasible:
		r.Objective, r.Bound = math.Inf(1), math.Inf(1)
	case Unbounded:
		r.Objective, r.Bound = math.Inf(-1), math.Inf(-1)
	}
	return r, nil
}

func check(status C.int, what string) error {
	if status < 0 {
		return fmt.Errorf("%w to %s", ErrFailed, what)
	}
	return nil
}

func doubles(v []float64) *C.double { return (*C.double)(unsafe.Pointer(unsafe.SliceData(v))) }
func ints(v []int32) *C.int         { return (*C.int)(unsafe.Pointer(unsafe.SliceData(v))) }
