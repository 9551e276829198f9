//go:build slow

package jamfold

import (
	"maps"
	"slices"
	"testing"

	"feltlab/dataset/published"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// TestPublishedChart compares the largest stacks of the chart of HoldemResources, up to 20 big blinds, with the largest
// with which a hand is played at least half of the time.
func TestPublishedChart(t *testing.T) {
	duels := stochastic.NewPairs(pairsOf(t), tournament.RemovalExact)
	c := newChart(190)
	for i := range c.BigBlinds {
		c.BigBlinds[i] = float64(11+i) / 10
		if _, err := c.solve(t.Context(), duels, i, 0); err != nil {
			t.Fatal(err)
		}
	}
	type cell struct {
		hand           string
		call           bool
		printed, chart float64
	}
	differ := map[cell]bool{}
	for call, half := range map[bool]*[cards.NumClasses]Play{false: &c.Jam, true: &c.Call} {
		for k, printed := range published.HeadsUpLargest(call) {
			largest := 0.0
			for i, p := range half[k].Probability {
				if p >= 0.5 {
					largest = c.BigBlinds[i]
				}
			}
			if largest != printed {
				differ[cell{cards.Class(k).String(), call, printed, largest}] = true
			}
		}
	}
	want := map[cell]bool{{"Q4o", false, 7.9, 8.3}: true, {"K7o", true, 12.4, 12.3}: true}
	if !maps.Equal(differ, want) {
		t.Errorf("different %v, want %v", differ, want)
	}
	for hand, gap := range published.HeadsUpGaps() {
		k, err := cards.ParseClass(hand)
		if err != nil {
			t.Fatal(err)
		}
		want := [][2]float64{{1.1, gap[0]}, {gap[1], gap[2]}}
		if got := c.Spans(c.Jam[k]); !slices.Equal(got, want) {
			t.Errorf("%s is jammed with %v, want %v", hand, got, want)
		}
	}
}
