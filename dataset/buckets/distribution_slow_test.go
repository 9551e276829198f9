//go:build slow

package buckets

import (
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
)

// Before the flop the distributions have the known mean.
func TestAllClasses(t *testing.T) {
	all := must.Get(DistributionOfClasses(t.Context(), 0))(t)
	for name, want := range map[string]float64{"AA": 0.8520, "72o": 0.3458} {
		t.Run(name, func(t *testing.T) {
			class := must.Get(cards.ParseClass(name))(t)
			got, square := all.moments(class)
			if d := got - want; d < -5e-5 || d > 5e-5 {
				t.Errorf("%s has a strength of %.5f, want %.4f", name, got, want)
			}
			if square <= got*got || square >= got {
				t.Errorf("%s has a mean square of %v", name, square)
			}
			total := 0.0
			for _, share := range all.Shares(class) {
				total += share
			}
			if total < 1-1e-12 || total > 1+1e-12 {
				t.Errorf("%s: shares sum to %v", name, total)
			}
		})
	}
}

// moments returns E[HS] and E[HS^2] of a class.
func (c *ByClass) moments(class cards.Class) (mean, square float64) {
	total := 0.0
	for v, n := range &c[class] {
		hs := float64(v) / MostStrength
		total += float64(n)
		mean += float64(n) * hs
		square += float64(n) * hs * hs
	}
	return mean / total, square / total
}

// On the turn too a dump has the bucket of a single call, for 10,000 random hands and boards.
func TestDumpTurn(t *testing.T) { checkDump(t, lookup(t, "strength-200"), 2, 10_000, 13_960_050) }
