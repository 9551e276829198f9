package handout

import (
	"bytes"
	"strings"
	"testing"

	"feltlab/model/cards"
	"feltlab/pipeline/jamfold"
)

// chartOf makes up a chart whose seats jam the first hands.
func chartOf(decisions int) *jamfold.TableChart {
	c := &jamfold.TableChart{
		Seats: []string{"BTN", "SB", "BB"}, StacksChips: []int{8, 8, 8}, SmallBlind: 1, BigBlind: 2, Unit: "chips", Least: 2,
	}
	for i := range decisions {
		x := jamfold.SeatChart{Seat: "BTN", Percent: float64(i), Range: "AA", Reach: 50}
		if i > 0 {
			x.Seat, x.Jammed = "BB", []string{"BTN"}
		}
		for k := range cards.Class(cards.NumClasses) {
			p := 0.0
			if int(k) <= i {
				p = 1
			}
			x.Grid = append(x.Grid, jamfold.ChartCell{Hand: k.String(), Probability: p, Difference: p - 0.1, BigBlinds: (p - 0.1) / 2})
		}
		c.Charts = append(c.Charts, x)
	}
	return c
}

func TestWriteCharts(t *testing.T) {
	var b bytes.Buffer
	if err := WriteCharts(&b, []*jamfold.TableChart{chartOf(2), chartOf(30)}); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for text, want := range map[string]int{
		"<section": 2, `class="small"`: 1, `class="chart"`: 32, "AKs": 2, ">BB after BTN<": 30, `class="l10 pair">AA`: 2,
		"No player gains": 2, "3 players, 4 big blinds each, blinds 0.5/1, for chips": 4,
	} {
		if got := strings.Count(page, text); got != want {
			t.Errorf("%q is there %d times, want %d", text, got, want)
		}
	}
}

// TestColumnsFor holds pages to their height.
func TestColumnsFor(t *testing.T) {
	for n := 1; n <= 90; n++ {
		c := columnsFor(n)
		if rows := (n + c - 1) / c; c < n && rows*(chartsWide/c-gridGap+gridText) > chartsHigh {
			t.Errorf("%d grids in %d columns are too high", n, c)
		}
	}
	if columnsFor(20) != 5 || columnsFor(44) != 8 {
		t.Errorf("%d and %d columns, want 5 and 8", columnsFor(20), columnsFor(44))
	}
}
