//go:build slow

package postflop

import "testing"

func TestSequenceForms(t *testing.T) { testSequenceForm(t, 100, 0, 2) }
