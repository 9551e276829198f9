package highs

import (
	"context"

	"feltlab/model/mip"
)

// Solve solves a model once; see Solver.Solve for what it returns.
func Solve(ctx context.Context, m *mip.Model, o Options) (*Result, error) {
	s, err := New(m)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.Solve(ctx, o)
}
