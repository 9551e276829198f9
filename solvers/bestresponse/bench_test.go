package bestresponse

import (
	"testing"

	"feltlab/model/game"
	"feltlab/model/strategy"
)

// BenchmarkLeduc is a best response from both seats.
func BenchmarkLeduc(b *testing.B) {
	g := game.Leduc()
	for _, bench := range []struct {
		name    string
		options Options
	}{
		{"all", Options{}},
		{"parallel", Options{Workers: 2, anySize: true}},
		{"without public tree", Options{Workers: 1, NoPublicTree: true}},
		{"without terminals", Options{Workers: 1, NoFastTerminals: true}},
		{"without isomorphism", Options{Workers: 1, NoIsomorphism: true}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Solve(b.Context(), g, strategy.Uniform{}, bench.options); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkRiver is a river subtree of limit hold'em in double precision, one seat.
func BenchmarkRiver(b *testing.B) {
	g := game.LimitHoldem()
	s := play(b, g, "/cc/cc/cc/", "2c7cQcQd9h")
	for _, bench := range []struct {
		name    string
		options Options
	}{
		{"all", Options{Workers: 1, NoIsomorphism: true}},
		{"without terminals", Options{Workers: 1, NoIsomorphism: true, NoFastTerminals: true}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Subtree(b.Context(), g, strategy.Uniform{}, s, 0, nil, bench.options); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
