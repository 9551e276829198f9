package extensive

import (
	"testing"

	"feltlab/model/game"
)

// BenchmarkLeduc is the time to an equilibrium of Leduc within 1e-4 of the game's value.
func BenchmarkCFRLeduc(b *testing.B) {
	g := game.Leduc()
	for _, bench := range []struct {
		name       string
		predictive bool
	}{{"CFR+", false}, {"PCFR+", true}} {
		b.Run(bench.name, func(b *testing.B) {
			o := CFROptions{Buckets: buckets(b, g, "real", "real"), Iterations: 1_000_000, Gap: 1e-4 * 0.0856,
				Predictive: bench.predictive}
			for b.Loop() {
				r, err := SolveCFR(b.Context(), g, o)
				if err != nil || r.Gap > o.Gap {
					b.Fatal(r.Gap, err)
				}
				b.ReportMetric(float64(r.Iterations), "iterations")
			}
		})
	}
}
