//go:build slow

package jamfold

import (
	"bytes"
	"encoding/csv"
	"maps"
	"slices"
	"strconv"
	"testing"

	"feltlab/dataset/published"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// TestPublishedChart compares the largest stacks of the chart of HoldemResources, up to 20 big blinds, with the largest
// with which a hand is played at least half of the time.
func TestPublishedChart(t *testing.T) {
	duels := stochastic.NewPairs(countedPairs(), tournament.RemovalExact)
	c := newChart(190)
	for i := range c.BigBlinds {
		c.BigBlinds[i] = float64(11+i) / 10
		must.Get(c.solve(t.Context(), duels, i, 0))(t)
	}
	type cell struct {
		hand           string
		call           bool
		printed, chart float64
	}
	differ := map[cell]bool{}
	for call, half := range map[bool]*[cards.NumClasses]Play{false: &c.Jam, true: &c.Call} {
		for hand, printed := range printedLargest(t, map[bool]string{false: "jam", true: "call"}[call]) {
			largest := 0.0
			for i, p := range half[must.Get(cards.ParseClass(hand))(t)].Probability {
				if p >= 0.5 {
					largest = c.BigBlinds[i]
				}
			}
			if largest != printed {
				differ[cell{hand, call, printed, largest}] = true
			}
		}
	}
	want := map[cell]bool{{"Q4o", false, 7.9, 8.3}: true, {"K7o", true, 12.4, 12.3}: true}
	if !maps.Equal(differ, want) {
		t.Errorf("different %v, want %v", differ, want)
	}
	// The footnotes of the chart: stacks with which hands are jammed, up to the first, and between the others.
	gaps := map[string][3]float64{"63s": {2.3, 5.1, 7.1}, "53s": {2.4, 3.8, 12.9}, "43s": {2.2, 4.9, 10}}
	for hand, gap := range gaps {
		k := must.Get(cards.ParseClass(hand))(t)
		want := [][2]float64{{1.1, gap[0]}, {gap[1], gap[2]}}
		if got := c.Spans(c.Jam[k]); !slices.Equal(got, want) {
			t.Errorf("%s is jammed with %v, want %v", hand, got, want)
		}
	}
}

// printedLargest returns the printed largest stacks in big blinds of a seat, by hand; 20 stands for 20 or more.
func printedLargest(t *testing.T, seat string) map[string]float64 {
	t.Helper()
	text := must.Get(published.File("holdemresources-headsup.csv"))(t)
	largest := map[string]float64{}
	for _, row := range must.Get(csv.NewReader(bytes.NewReader(text)).ReadAll())(t) {
		if row[0] == seat {
			largest[row[1]] = must.Get(strconv.ParseFloat(row[2], 64))(t)
		}
	}
	if len(largest) != cards.NumClasses {
		t.Fatalf("%d hands", len(largest))
	}
	return largest
}
