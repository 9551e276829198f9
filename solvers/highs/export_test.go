package highs

import (
	"context"

	"feltlab/model/mip"
)

// Solve solves a model once, in this process.
func Solve(ctx context.Context, m *mip.Model, o Options) (*Result, error) {
	return together(ctx, m, nil, o)
}

// WithoutChild runs f as in a program that does not call Child.
func WithoutChild(f func()) {
	serves.Store(false)
	defer serves.Store(true)
	f()
}

// Serve is what a child does.
var Serve = serve
