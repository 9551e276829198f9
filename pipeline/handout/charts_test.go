package handout

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/pipeline/jamfold"
)

// chartOf makes up a chart whose seats jam the first hands.
func chartOf(decisions int) *jamfold.TableChart {
	c := &jamfold.TableChart{
		TableInputs: jamfold.TableInputs{
			Seats: []string{"BTN", "SB", "BB"}, StacksChips: []int{8, 8, 8}, SmallBlind: 1, BigBlind: 2, Unit: "chips",
		},
		Least: 2,
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
			x.Grid = append(x.Grid, jamfold.Cell{Hand: k.String(), Probability: p, Difference: p - 0.1,
				BigBlinds: (p - 0.1) / 2})
		}
		c.Charts = append(c.Charts, x)
	}
	return c
}

func TestWriteCharts(t *testing.T) {
	var b bytes.Buffer
	must.Do(t, WriteCharts(&b, []*jamfold.TableChart{chartOf(2), chartOf(30)}))
	page := b.String()
	for text, want := range map[string]int{
		"<section": 2, `class="small"`: 1, `class="chart"`: 32, "AKs": 2, ">BB after BTN<": 30,
		`class="l10 pair">AA`: 2,
		"No player gains":     2, "3 players, 4 big blinds each, blinds 0.5/1, for chips": 4,
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

func TestChartDeck(t *testing.T) {
	charts := []*jamfold.TableChart{chartOf(2)}
	deck, err := ChartDeck(charts, 1000, Close{0.4, 1}, 1)
	if err != nil || len(deck) != 3 { // AA to jam, AA and AKs to call
		t.Fatalf("%v: %d cards", err, len(deck))
	}
	var fronts []string
	for _, c := range deck {
		fronts = append(fronts, c.Front)
		if !strings.HasPrefix(c.Back, "<b>jam</b>, better by 0.450 big blinds") &&
			!strings.HasPrefix(c.Back, "<b>call</b>, better by 0.450 big blinds") {
			t.Error(c.Back)
		}
	}
	all := strings.Join(fronts, "\n")
	for _, want := range []string{
		"All others before fold. <b>BTN</b> holds <big><b>AA</b></big>: jam or fold?",
		"BTN jams, the others fold. <b>BB</b> holds <big><b>AKs</b></big>: call or fold?",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
	again, err := ChartDeck(charts, 2, Close{0.4, 1}, 1)
	if err != nil || len(again) != 2 || again[0].Front != deck[0].Front {
		t.Errorf("%v: the same seed gives other cards", err)
	}
	if _, err := ChartDeck(charts, 5, Close{2, 3}, 1); !errors.Is(err, ErrDeck) {
		t.Errorf("no close decision: %v", err)
	}
	folds, err := ChartDeck(charts, 1000, Close{0, 0.1}, 1)
	if err != nil || !strings.HasPrefix(folds[0].Back, "<b>fold</b>") {
		t.Errorf("%v: %v", err, folds)
	}
}

// TestUnsolvedChart marks a decision that is not solved, without a number or a card.
func TestUnsolvedChart(t *testing.T) {
	c := chartOf(2)
	c.Charts[1] = jamfold.SeatChart{Seat: "BB", Jammed: []string{"BTN"}, Unsolved: "play hardly comes to it"}
	for range cards.NumClasses {
		c.Charts[1].Grid = append(c.Charts[1].Grid, jamfold.Cell{Hand: "AA", Probability: math.NaN(),
			BigBlinds: math.NaN()})
	}
	var b bytes.Buffer
	must.Do(t, WriteCharts(&b, []*jamfold.TableChart{c}))
	page := b.String()
	if strings.Count(page, "<span>not solved</span>") != 1 ||
		!strings.Contains(page, "<p>play hardly comes to it</p>") ||
		strings.Contains(page, "NaN") || strings.Count(page, `class="l0`) != 2*cards.NumClasses-1 {
		t.Error(page)
	}
	deck, err := ChartDeck([]*jamfold.TableChart{c}, 1000, Close{0, 10}, 1)
	if err != nil || len(deck) != cards.NumClasses {
		t.Errorf("%v: %d cards", err, len(deck))
	}
}
