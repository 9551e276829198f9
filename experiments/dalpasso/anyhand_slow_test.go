//go:build slow

package dalpasso

import (
	"testing"

	"feltlab/experiments/experimentstest"
)

// TestComputedPages writes the experiments whose pages count flops again.
func TestComputedPages(t *testing.T) {
	for name, reads := range map[string][]string{
		"any-hand": {"atlas", "atlas-8"}, "table3": nil, "round": nil, "baselines": {"paper"},
	} {
		t.Run(name, func(t *testing.T) { experimentstest.Rewritten(t, Source, name, reads...) })
	}
}
