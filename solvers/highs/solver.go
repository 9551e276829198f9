//go:build cgo && highs

package highs

// #include "bridge.h"
import "C"

import (
	"fmt"
	"unsafe"

	"feltlab/model/mip"
)

// Available reports whether this program was built with HiGHS.
func Available() bool { return true }

// Version returns HiGHS's version, such as "1.10.0"; empty in a build without HiGHS.
func Version() string { return C.GoString(C.felt_version()) }

// solver holds one program inside HiGHS. It is for one goroutine; close frees its memory.
type solver struct {
	highs         *C.felt_highs
	columns, rows int
	integer       bool    // some column is integer
	offset        float64 // the objective of an empty program
}

// newSolver copies a model into HiGHS. It returns ErrModel for a model with a value that is not finite where
// it must be, or that HiGHS would change.
func newSolver(m *mip.Model) (*solver, error) {
	if err := validate(m); err != nil {
		return nil, err
	}
	h := C.felt_new()
	if h == nil {
		return nil, fmt.Errorf("%w to start", ErrFailed)
	}
	s := &solver{highs: h, columns: len(m.Columns), rows: len(m.Rows), offset: m.Offset}
	if err := s.load(m); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *solver) close() { C.felt_free(s.highs) }

func (s *solver) load(m *mip.Model) error {
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

// start sets the starting point of the next solve: a feasible one becomes the first incumbent of
// a MIP. HiGHS tries to repair a point whose integer columns are feasible.
func (s *solver) start(x []float64) error {
	if err := validStart(x, s.columns); err != nil {
		return err
	}
	return check(C.felt_set_solution(s.highs, doubles(x)), "take the start")
}

// bound sets the bounds of a column. The next solve of a linear program goes on from the last basis.
func (s *solver) bound(column int, lower, upper float64) error {
	return check(C.felt_column_bounds(s.highs, C.int(column), C.double(lower), C.double(upper)),
		"change the bounds of a column")
}

func check(status C.int, what string) error {
	if status < 0 {
		return fmt.Errorf("%w to %s", ErrFailed, what)
	}
	return nil
}

func doubles(v []float64) *C.double { return (*C.double)(unsafe.Pointer(unsafe.SliceData(v))) }
func ints(v []int32) *C.int         { return (*C.int)(unsafe.Pointer(unsafe.SliceData(v))) }
