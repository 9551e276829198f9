package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/report"
)

// The parts that a page shows sum to the NashConv, in every division.
func TestLossPage(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.html")
	var r report.Response
	answers(t, "bestresponse --game leduc --opponent uniform --page "+page, &r)
	l := r.Losses
	sums := map[string]float64{"nashconv": l.NashConv, "seats": l.Seats[0] + l.Seats[1]}
	for _, round := range l.Rounds {
		sums["rounds"] += round[0] + round[1]
	}
	for _, h := range l.Hands {
		sums["hands"] += (h.Values[0] + h.Values[1]) / 6 // as likely as any other
	}
	for i, h := range l.Histories {
		sums["histories"] += h.Loss
		if i > 0 && h.Loss > l.Histories[i-1].Loss {
			t.Errorf("%s loses more than %s before it", h.History, l.Histories[i-1].History)
		}
	}
	for what, sum := range sums {
		if math.Abs(sum-r.NashConv) > 1e-6 {
			t.Errorf("%s sum to %v, want %v", what, sum, r.NashConv)
		}
	}
	if len(l.Histories) != 36 || len(l.Hands) != 6 {
		t.Errorf("%d histories, %d hands", len(l.Histories), len(l.Hands))
	}
	text := must.Get(os.ReadFile(page))(t)
	for _, want := range []string{
		"<h1>Where uniform loses in leduc</h1>", "<td>half of both (exploitability)</td><td>2.3736</td>",
		"In the first round seat 1 bets; seat 2 acts (/r), in 50% of all hands. It folds 33%, calls 33%, raises " +
			"33%; best would be: folds 0%",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// Seats are counted from 1 in JSON and in words. Nothing is said of histories to which a strategy never gets.
func TestLossSeats(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.html")
	var r report.Response
	answers(t, "bestresponse --game kuhn --opponent always-fold --page "+page, &r)
	seats, never := map[string]int{"/": 1, "/c": 2, "/r": 2, "/cr": 1}, 0
	for _, h := range r.Losses.Histories {
		if h.Seat != seats[h.History] {
			t.Errorf("seat %d acts at %s", h.Seat, h.History)
		}
		if reached := len(h.Actions) > 0; reached != (h.Reach > 0) {
			t.Errorf("%+v", h)
		} else if !reached {
			never++
		}
	}
	text, err := os.ReadFile(page)
	if err != nil || never == 0 || !strings.Contains(string(text), "seat 2 acts (/c)") ||
		strings.Contains(string(text), "(/cr)") {
		t.Errorf("%d histories never reached: %v in\n%s", never, err, text)
	}
}

// Jam or fold has heat maps.
func TestLossGrids(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.html")
	says(t, "bestresponse --game jamfold --opponent always-raise --page "+path)
	text := must.Get(os.ReadFile(path))(t)
	if grids := strings.Count(string(text), "<svg"); grids != 2 || !strings.Contains(string(text),
		"At the start; small blind acts (/), in 100% of all hands. It folds 0%, jams 100%") {
		t.Errorf("%d grids in\n%.2000s", grids, text)
	}
}

func TestLossPageUsage(t *testing.T) {
	refuses(t, "bestresponse --game kuhn --opponent uniform --page", map[string]string{
		"page.pdf": "ends in .html", "/no/such/folder/page.html": "cannot write"})
}
