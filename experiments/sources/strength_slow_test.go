//go:build slow

package sources

import (
	"testing"
)

// TestComputed computes all strengths and holds every file to the committed one.
func TestComputed(t *testing.T) { rewritten(t, Source, "strength", "") }
