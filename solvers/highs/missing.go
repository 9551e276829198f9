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

// solver holds one program inside HiGHS. In this build there is none.
type solver struct{}

func newSolver(*mip.Model) (*solver, error) { return nil, ErrMissing }

func (*solver) close() {}

func (*solver) start([]float64) error { return ErrMissing }

func (*solver) bound(int, float64, float64) error { return ErrMissing }

func (*solver) solve(context.Context, Options) (*Result, error) { return nil, ErrMissing }
