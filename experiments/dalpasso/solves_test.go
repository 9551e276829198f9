package dalpasso

import (
	"context"
	"errors"
	"strings"
	"testing"

	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/experiments/experimentstest"
)

// TestInterrupted expects a cancelled run to leave files alone and to say how to go on.
func TestInterrupted(t *testing.T) {
	env, _ := experimentstest.Env(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := runTable4(ctx, env, published.Table4())
	if !errors.Is(err, experiments.ErrInterrupted) || !strings.Contains(err.Error(), "0 of 44 solves done; the same command resumes") {
		t.Error(err)
	}
	if files := experimentstest.Files(t, env.Out); len(files) != 0 {
		t.Errorf("%d files", len(files))
	}
}
