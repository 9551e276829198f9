package published

import (
	"math"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// TestJamSpots holds the ranges to the percentages printed beside them.
func TestJamSpots(t *testing.T) {
	spots := JamSpots()
	must.Equal(t, len(spots), 17)
	for _, s := range spots {
		if len(s.Lines) == 0 || !strings.HasPrefix(s.Address, "http") || strings.Count(s.Stacks, ",") == 0 {
			t.Errorf("%+v", s)
		}
		for _, l := range s.Lines {
			for _, hand := range append(l.Plays, l.Folds...) {
				if _, err := ranges.ParseHand(hand); err != nil {
					t.Errorf("%s: %v", s.Name, err)
				}
			}
			if l.Range == "" {
				continue
			}
			r, err := ranges.Parse(l.Range)
			if err != nil {
				t.Errorf("%s, %s: %v", s.Name, l.Seat, err)
				continue
			}
			combos := 0
			for _, w := range r.Weights() {
				if w > 0 {
					combos++
				}
			}
			percent := 100 * float64(combos) / cards.NumCombos
			if !math.IsNaN(l.Percent) && math.Abs(percent-l.Percent) > 0.06 {
				t.Errorf("%s, %s: %q is %.2f%%, printed %v", s.Name, l.Seat, l.Range, percent, l.Percent)
			}
		}
	}
}
