package handout_test

import (
	"fmt"
	"math"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/pipeline/handout"
)

func spot(t testing.TB, hand, flop string) (cards.Combo, [3]cards.Card) {
	t.Helper()
	h := must.Get(cards.ParseCombo(hand))(t)
	f := must.Get(cards.ParseFlop(flop))(t)
	return h, f
}

// TestTextbook counts the outs that books print.
func TestTextbook(t *testing.T) {
	for _, c := range []struct {
		hand, flop string
		want       int
		draw       bool
	}{
		{"Ah5h", "Kh9h2c", 15, true}, // flush draw, and pairing either card: 9 + 3 + 3
		{"JcTd", "9h8s2c", 14, true}, // open-ended and two overcards to pair: 8 + 6
		{"AhKd", "Qs7h2d", 6, true},  // two overcards
		{"AhKd", "QsJh2d", 10, true}, // and an inside straight
		{"AhKd", "As7h2d", 5, false}, // top pair: two aces, three kings
		{"8h8d", "Ks7h2d", 2, false}, // a pocket pair; a second seven pairs everyone
		{"8h8d", "8s7h2d", 7, false}, // a set: one eight, three sevens, three deuces
		{"8h7d", "8s7h2d", 4, false}, // two pair
		{"AhAd", "7s7h2d", 4, false}, // two aces; two sevens make sevens full of ours
		{"AhKd", "7s7h2d", 6, true},  // aces and kings; a deuce is everyone's two pair
		{"AhKd", "7s7h7d", 6, true},  // a full house with an ace or king, not with the last seven
		{"6h5h", "7h8h9h", 0, false}, // a straight flush: a higher one is no other category
		{"AhKh", "QhJhTh", 0, false}, // nothing is better
		{"KsTs", "4h4d4c", 6, true},
	} {
		t.Run(c.hand+" on "+c.flop, func(t *testing.T) {
			h, f := spot(t, c.hand, c.flop)
			got := handout.Outs(h, f)
			if got.Len() != c.want || handout.Draw(h, f) != c.draw {
				t.Errorf("%s on %s: %d outs %v, draw %v, want %d, %v", c.hand, c.flop, got.Len(), got,
					handout.Draw(h, f), c.want, c.draw)
			}
		})
	}
}

func TestHitByRiver(t *testing.T) {
	for n := range 48 {
		hit := 0
		for i := range 47 {
			for j := range i {
				if i < n || j < n {
					hit++
				}
			}
		}
		if want := float64(hit) / (47 * 46 / 2); math.Abs(handout.HitByRiver(n)-want) > 1e-12 {
			t.Errorf("%d outs: %v, want %v", n, handout.HitByRiver(n), want)
		}
	}
	if handout.RuleOfFourEstimate(9) != 0.36 || handout.RuleOfFourEstimate(30) != 1 {
		t.Errorf("rule: %v, %v", handout.RuleOfFourEstimate(9), handout.RuleOfFourEstimate(30))
	}
}

func ExampleOuts() {
	hand, _ := cards.ParseCombo("JhTh")
	flop, _ := cards.ParseFlop("9h8h2c")
	n := handout.Outs(hand, flop).Len()
	fmt.Printf("%d outs, rule of four %.0f%%, chance to hit %.1f%%\n", n, 100*handout.RuleOfFourEstimate(n),
		100*handout.HitByRiver(n))
	// Output:
	// 21 outs, rule of four 84%, chance to hit 69.9%
}
