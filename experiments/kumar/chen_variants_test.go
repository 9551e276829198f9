package kumar

import (
	"testing"

	"feltlab/model/cards"
	"feltlab/model/ranges"
)

func TestVariants(t *testing.T) {
	all := variants()
	want := 1
	for _, c := range choices {
		want *= len(c.options)
	}
	seen := map[variant]bool{}
	for _, r := range all {
		seen[r] = true
	}
	if len(all) != want || len(seen) != want {
		t.Fatalf("%d variants, %d different, want %d", len(all), len(seen), want)
	}
	for k := range cards.Class(cards.NumClasses) {
		if got := (variant{}).halves(k); got != 2*ranges.ChenScore(k) {
			t.Errorf("%v: %d halves as stated, want %d points", k, got, ranges.ChenScore(k))
		}
		if got := (variant{}).weight(k); got != 2*uint64(ranges.ChenWeight(k)) {
			t.Errorf("%v: weight %d, want %d", k, got, 2*ranges.ChenWeight(k))
		}
	}
	for _, c := range []struct {
		r      variant
		hand   string
		halves int
	}{
		{differenceVariant, "AKs", 22},
		{variant{aceRule: 1}, "A2s", 24},
		{variant{halvesRule: 1}, "A9s", 14},
		{variant{halvesRule: 2}, "97s", 13},
		{variant{halvesRule: 3}, "72o", -4},
		{variant{pairRule: 1}, "22", 4},
		{variant{bonusRule: 2}, "98s", 14},
		{variant{bonusRule: 3}, "66", 14},
		{variant{gapRule: 1, bonusRule: 1}, "97s", 12},
	} {
		t.Run(c.hand, func(t *testing.T) {
			class, err := cards.ParseClass(c.hand)
			if err != nil {
				t.Fatal(err)
			}
			if got := c.r.halves(class); got != c.halves {
				t.Errorf("%s, %v: %d halves, want %d", c.hand, c.r, got, c.halves)
			}
		})
	}
}
