package work

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
)

// TestHere computes jobs in this process, in their order on one goroutine, and stops at an error.
func TestHere(t *testing.T) {
	var done []int
	var jobs []Job
	for i := range 5 {
		jobs = append(jobs, Job{Here: func(context.Context) error {
			if done = append(done, i); i == 3 {
				return syscall.ENOSPC
			}
			return nil
		}})
	}
	err := Or(nil, 1).Run(t.Context(), jobs)
	if !errors.Is(err, syscall.ENOSPC) || !Full(err) || fmt.Sprint(done) != "[0 1 2 3]" {
		t.Errorf("%v, done %v", err, done)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Here(2).Run(ctx, jobs); !errors.Is(err, context.Canceled) || Full(err) {
		t.Error(err)
	}
}

// TestSetAside names the first pieces.
func TestSetAside(t *testing.T) {
	s := &SetAside{}
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		s.Pieces = append(s.Pieces, Failed{name, "w", "no"})
	}
	if got := s.Error(); !strings.HasPrefix(got, "5 pieces failed, in this process too") ||
		!strings.HasSuffix(got, ": a (w: no); b (w: no); c (w: no); and 2 more") {
		t.Error(got)
	}
}
