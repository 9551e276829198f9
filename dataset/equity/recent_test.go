package equity

import (
	"errors"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// TestRecent asks twice for one count, and then for others: the cache keeps as many as it may.
func TestRecent(t *testing.T) {
	k := recentCounts[int]{most: 2}
	counted := 0
	ask := func(hand cards.Combo, r *ranges.Range) []int {
		list := must.Get(k.of(background, hand, r, func() ([]int, error) {
			counted++
			return []int{counted}, nil
		}))(t)
		return list
	}
	h, r := hand(t, "Th9h"), parse(t, "RML")
	ask(h, r)[0] = 7 // the caller's
	for i, want := range []int{1, 2, 3, 3, 4, 2} {
		hands := []cards.Combo{h, h, hand(t, "Th8h"), hand(t, "Th8h"), h, h}
		against := []*ranges.Range{r, parse(t, "RS"), r, r, r, parse(t, "RS")}
		if i == 5 {
			want = 5 // the count before the last two was dropped
		}
		must.Equal(t, ask(hands[i], against[i])[0], want, i)
	}
	failed := errors.New("it failed")
	if _, err := k.of(background, hand(t, "7c2d"), r, func() ([]int, error) { return nil, failed }); err != failed {
		t.Error(err)
	}
}
