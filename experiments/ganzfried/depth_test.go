package ganzfried

import (
	"strings"
	"testing"

	"feltlab/experiments/experimentstest"
	"feltlab/model/tournament"
	"feltlab/report/draw"
)

// TestDepthPage puts three states on a page whose distances are worked out by hand.
func TestDepthPage(t *testing.T) {
	s := &depthSummary{Gain: 0.00242, Epsilon: 0.0005}
	for i, state := range depthStates {
		shift := float64(i)
		s.Rows = append(s.Rows,
			depthRow{State: state.name, Steps: stepICM, Values: [tournament.NumSeats]float64{30 - shift, 30, 40}},
			depthRow{State: state.name, Steps: "1", Values: [tournament.NumSeats]float64{32, 29.75, 38.25}},
			depthRow{State: state.name, Steps: stepEquilibrium, Values: [tournament.NumSeats]float64{31, 31, 38}})
	}
	var lines []string
	for _, row := range s.distances().Rows {
		lines = append(lines, strings.Join(row, " "))
	}
	// Equal stacks: ICM is farthest for the big blind, 2; one hand ahead for the small blind, 1.25.
	want := "4500/4500/4500 2.000 1.250; 1500/6000/6000 2.000 1.250; 300/12300/900 3.000 1.250"
	if got := strings.Join(lines, "; "); got != want {
		t.Errorf("distances %s, want %s", got, want)
	}
	chart := s.chart()
	if last := chart.Series[2].Points; len(last) != 2 || last[0] != (draw.Point{X: 0, Y: -3}) ||
		last[1] != (draw.Point{X: 1, Y: 1}) {
		t.Errorf("points %+v", last)
	}
	if chart.Y.Low != -3 || chart.Y.High != 1 {
		t.Errorf("axis from %v to %v", chart.Y.Low, chart.Y.High)
	}
	env, _ := experimentstest.Env(t)
	if err := s.write(env); err != nil {
		t.Fatal(err)
	}
	page := experimentstest.Page(t, env, "depth")
	for _, part := range []string{"more than $0.0005 in a hand", "more than $0.00242 by",
		"| 4500/4500/4500 | ICM |  |"} {
		if !strings.Contains(page, part) {
			t.Errorf("no %q in\n%s", part, page)
		}
	}
	if strings.Contains(page, "%!") {
		t.Errorf("bad format in\n%s", page)
	}
	var text strings.Builder
	if err := pages.ExecuteTemplate(&text, "depth summary", s); err != nil || strings.Count(text.String(), "button jams") != 6 {
		t.Errorf("%v:\n%s", err, text.String())
	}
}
