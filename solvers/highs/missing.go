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

func together(context.Context, *mip.Model, []float64, Options) (*Result, error) {
	return nil, ErrMissing
}
