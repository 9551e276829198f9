//go:build cgo && highs

package highs

// #include "bridge.h"
import "C"

import (
	"fmt"
	"sync"
	"unsafe"

	"feltlab/model/mip"
)

// Available reports whether this program was built with HiGHS.
func Available() bool { return true }

// Version returns HiGHS's version, such as "1.10.0"; empty in a build without HiGHS.
func Version() string { return C.GoString(C.felt_version()) }

// Solver holds one program inside HiGHS. Several goroutines may share it, but its calls run one at a
// time. Close frees its memory.
type Solver struct {
	mu            sync.Mutex
	highs         *C.felt_highs // nil once closed
	columns, rows int
	integer       bool    // some column is integer
	offset        float64 // the objective of an empty program
}

// New copies a model into HiGHS. It returns ErrModel for a model with a value that is not finite where
// it must be, or that HiGHS would change.
func New(m *mip.Model) (*Solver, error) {
	if err := validate(m); err != nil {
		return nil, err
	}
	h := C.felt_new()
	if h == nil {
		return nil, fmt.Errorf("%w to start", ErrFailed)
	}
	s := &Solver{highs: h, columns: len(m.Columns), rows: len(m.Rows), offset: m.Offset}
	if err := s.load(m); err != nil {
		C.felt_free(h)
		return nil, err
	}
	return s, nil
}

func (s *Solver) load(m *mip.Model) error {
	cost, lower, upper := make([]float64, s.columns), make([]float64, s.columns), make([]float64, s.columns)
	integer := make([]int32, s.columns)
	for j, c := range m.Columns {
		cost[j], lower[j], upper[j] = c.Cost, c.Lower, c.Upper
		if c.Integer {
			integer[j] = 1
			s.integer = true
		}
	}
	rowLower, rowUpper := make([]float64, s.rows), make([]float64, s.rows)
	for i, r := range m.Rows {
		rowLower[i], rowUpper[i] = r.Lower, r.Upper
	}
	if !s.integer {
		integer = nil // with the array, even all zeros, HiGHS would look for a MIP
	}
	size := C.felt_size{
		columns: C.int(s.columns), rows: C.int(s.rows), nonzeros: C.int(len(m.Index)), offset: C.double(m.Offset),
	}
	return check(C.felt_load(s.highs, size, doubles(cost), doubles(lower), doubles(upper),
		doubles(rowLower), doubles(rowUpper), ints(m.Start), ints(m.Index), doubles(m.Value), ints(integer)),
		"load the model")
}

// Close frees HiGHS's memory, after a running solve. A second Close does nothing.
func (s *Solver) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.highs != nil {
		C.felt_free(s.highs)
		s.highs = nil
	}
	return nil
}

// SetSolution sets the starting point of the next solve: a feasible one becomes the first incumbent of
// a MIP. HiGHS tries to repair a point whose integer columns are feasible.
func (s *Solver) SetSolution(x []float64) error {
	return s.change(validStart(x, s.columns), "take the start", func() C.int {
		return C.felt_set_solution(s.highs, doubles(x))
	})
}

// ChangeColBounds sets the bounds of a column, ±math.Inf where free.
func (s *Solver) ChangeColBounds(column int, lower, upper float64) error {
	err := validIndex("column", column, s.columns)
	if e := validBounds(lower, upper); err == nil && e != nil {
		err = invalid("column %d %v", column, e)
	}
	return s.change(err, "change the bounds of a column", func() C.int {
		return C.felt_column_bounds(s.highs, C.int(column), C.double(lower), C.double(upper))
	})
}

// ChangeColCost sets the cost of a column.
func (s *Solver) ChangeColCost(column int, cost float64) error {
	err := validIndex("column", column, s.columns)
	if err == nil && !finite(cost) {
		err = invalid("column %d has the cost %v", column, cost)
	}
	return s.change(err, "change the cost of a column", func() C.int {
		return C.felt_column_cost(s.highs, C.int(column), C.double(cost))
	})
}

func (s *Solver) change(invalid error, what string, call func() C.int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.highs == nil {
		return ErrClosed
	}
	if invalid != nil {
		return invalid
	}
	return check(call(), what)
}

func check(status C.int, what string) error {
	if status < 0 {
		return fmt.Errorf("%w to %s", ErrFailed, what)
	}
	return nil
}

func doubles(v []float64) *C.double { return (*C.double)(unsafe.Pointer(unsafe.SliceData(v))) }
func ints(v []int32) *C.int         { return (*C.int)(unsafe.Pointer(unsafe.SliceData(v))) }

func validIndex(what string, i, n int) error {
	if i < 0 || i >= n {
		return invalid("there is no %s %d among %d", what, i, n)
	}
	return nil
}
