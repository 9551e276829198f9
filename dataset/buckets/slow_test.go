//go:build slow

package buckets

import (
	"math/rand/v2"
	"testing"

	"feltlab/model/cards"
	"feltlab/model/strategy"
)

// Exact percentiles give strength-200's buckets but where those round, and shares of the deals that
// are equal but for equally strong hands.
func TestPercentilesOfAllBoards(t *testing.T) {
	rounded, exact := lookup(t, "strength-200"), built(t, "percentile-hs:200", 0, 0)
	rng := rand.New(rand.NewPCG(seed, 8))
	want, got := make([]int32, cards.NumCombos), make([]int32, cards.NumCombos)
	for street, n := range boardCards {
		hands, differ := 0, 0
		for range 500 {
			board := boardOf(rng.Perm(cards.NumCards)[:n])
			rounded.Of(street, board, want)
			exact.Of(street, board, got)
			for h := range want {
				if d := want[h] - got[h]; d != 0 {
					if differ++; d < -1 || d > 1 {
						t.Fatalf("%v on %v: bucket %d, of strength-200 %d", cards.Combo(h), board.Cards(), got[h], want[h])
					}
				}
				if got[h] != strategy.Blocked {
					hands++
				}
			}
		}
		// A percentile in 65,536ths is off by half of that on average, a bucket is 328 of them wide.
		if float64(differ) > 0.005*float64(hands) || hands == 0 {
			t.Errorf("street %d: %d of %d hands are in another bucket", street, differ, hands)
		}
	}
}
