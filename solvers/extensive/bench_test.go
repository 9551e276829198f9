package extensive

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
		options ResponseOptions
	}{
		{"all", ResponseOptions{}},
		{"parallel", ResponseOptions{Workers: 2, anySize: true}},
		{"without isomorphism", ResponseOptions{Workers: 1, AllDeals: true}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := BestResponse(b.Context(), g, strategy.Uniform{}, bench.options); err != nil {
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
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			if _, err := Subtree(b.Context(), g, strategy.Uniform{}, s, 0, nil,
				ResponseOptions{Workers: 1}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
