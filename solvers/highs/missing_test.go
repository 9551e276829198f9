//go:build !cgo || !highs

package highs_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"feltlab/model/mip"
	"feltlab/solvers/highs"
)

func TestMissing(t *testing.T) {
	if highs.Available() || highs.Version() != "" {
		t.Errorf("available %v, version %q", highs.Available(), highs.Version())
	}
	_, err := highs.Apart(context.Background(), &mip.Model{}, nil, highs.Options{})
	if !errors.Is(err, highs.ErrMissing) || !strings.Contains(err.Error(), "scripts/deps.sh") {
		t.Errorf("got %v, want ErrMissing and how to get it", err)
	}
}
