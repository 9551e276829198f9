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
	s, err := highs.New(&mip.Model{})
	_, err2 := highs.Apart(context.Background(), &mip.Model{}, nil, highs.Options{})
	for _, err := range []error{err, err2, s.Close(), s.SetSolution(nil), s.ChangeColBounds(0, 0, 0), s.ChangeColCost(0, 0)} {
		if !errors.Is(err, highs.ErrMissing) || !strings.Contains(err.Error(), "scripts/deps.sh") {
			t.Errorf("got %v, want ErrMissing and how to get it", err)
		}
	}
}
