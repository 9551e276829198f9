package experiments

import (
	"testing"

	"feltlab/model/cards"
	"feltlab/model/chen"
)

func TestReadings(t *testing.T) {
	all := readings()
	want := 1
	for _, c := range choices {
		want *= len(c.options)
	}
	seen := map[reading]bool{}
	for _, r := range all {
		seen[r] = true
	}
	if len(all) != want || len(seen) != want {
		t.Fatalf("%d readings, %d different, want %d", len(all), len(seen), want)
	}
	for k := range cards.Class(cards.NumClasses) {
		if got := (reading{}).halves(k); got != 2*chen.Score(k) {
			t.Errorf("%v: %d halves as stated, want %d points", k, got, chen.Score(k))
		}
		if got := (reading{}).weight(k); got != 2*uint64(chen.Weight(k)) {
			t.Errorf("%v: weight %d, want %d", k, got, 2*chen.Weight(k))
		}
	}
	for _, c := range []struct {
		r      reading
		hand   string
		halves int
	}{
		{differenceReading, "AKs", 22},
		{reading{aceRule: 1}, "A2s", 24},
		{reading{halvesRule: 1}, "A9s", 14},
		{reading{halvesRule: 2}, "97s", 13},
		{reading{halvesRule: 3}, "72o", -4},
		{reading{pairRule: 1}, "22", 4},
		{reading{bonusRule: 2}, "98s", 14},
		{reading{bonusRule: 3}, "66", 14},
		{reading{gapRule: 1, bonusRule: 1}, "97s", 12},
	} {
		class, err := cards.ParseClass(c.hand)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.r.halves(class); got != c.halves {
			t.Errorf("%s, %v: %d halves, want %d", c.hand, c.r, got, c.halves)
		}
	}
}
