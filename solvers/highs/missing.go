//go:build !cgo || !highs

package highs

import (
	"context"

	"feltlab/model/mip"
)

// Available reports whether this program was built with HiGHS.
func Available() bool { return false }

// Version returns HiGHS's version, such as "1.10.0"; empty in a build without HiGHS.
func Version() string { return "" }

// Solver holds one program inside HiGHS. In this build New and every method return ErrMissing.
type Solver struct{}

// New returns ErrMissing.
func New(*mip.Model) (*Solver, error) { return nil, ErrMissing }

// Close returns ErrMissing.
func (*Solver) Close() error { return ErrMissing }

// SetSolution returns ErrMissing.
func (*Solver) SetSolution([]float64) error { return ErrMissing }

// ChangeColBounds returns ErrMissing.
func (*Solver) ChangeColBounds(int, float64, float64) error { return ErrMissing }

// ChangeColCost returns ErrMissing.
func (*Solver) ChangeColCost(int, float64) error { return ErrMissing }

// Solve returns ErrMissing.
func (*Solver) Solve(context.Context, Options) (*Result, error) { return nil, ErrMissing }
