package extensive

import (
	"testing"

	"feltlab/internal/must"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// BenchmarkLeduc is a best response from both seats.
func BenchmarkLeduc(b *testing.B) {
	g := game.Leduc()
	for _, bench := range []struct {
		name    string
		options ResponseOptions
	}{
		{"all", ResponseOptions{}},
		{"parallel", ResponseOptions{Workers: 2, anySize: true}},
		{"without isomorphism", ResponseOptions{Workers: 1, AllDeals: true}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				must.Get(BestResponse(b.Context(), g, strategy.Uniform{}, bench.options))(b)
			}
		})
	}
}

// BenchmarkRiver is a river subtree of limit hold'em in double precision, one seat.
func BenchmarkRiver(b *testing.B) {
	g := game.LimitHoldem()
	s := play(b, g, "/cc/cc/cc/", "2c7cQcQd9h")
	for b.Loop() {
		must.Get(Subtree(b.Context(), g, strategy.Uniform{}, s, 0, nil, ResponseOptions{Workers: 1}))(b)
	}
}

// BenchmarkCFRLeduc is the time to an equilibrium of Leduc within 1e-4 of the game's value.
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
