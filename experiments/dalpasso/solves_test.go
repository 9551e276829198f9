package dalpasso

import (
	"context"
	"errors"
	"strings"
	"testing"

	"feltlab/dataset/published"
	"feltlab/report/reproduce"
	"feltlab/report/reproduce/reproducetest"
)

// TestInterrupted expects a cancelled run to leave files alone and to say how to go on.
func TestInterrupted(t *testing.T) {
	env, _ := reproducetest.Env(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := runTable4(ctx, env, published.Table4())
	if !errors.Is(err, reproduce.ErrInterrupted) || !strings.Contains(err.Error(), "0 of 44 solves done; the same command goes on") {
		t.Error(err)
	}
	if files := reproducetest.Files(t, env.Out); len(files) != 0 {
		t.Errorf("%d files", len(files))
	}
}
