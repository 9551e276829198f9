//go:build slow

package sources

import (
	"testing"

	"feltlab/experiments/experimentstest"
)

// TestComputed computes all strengths and holds every file to the committed one.
func TestComputed(t *testing.T) { experimentstest.Rewritten(t, Source, "strength") }
