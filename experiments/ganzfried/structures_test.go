package ganzfried

import (
	"math"
	"strings"
	"testing"

	"feltlab/experiments/experimentstest"
	"feltlab/model/tournament"
)

// TestStructuresPage puts a structure that settled and one that did not on a page.
func TestStructuresPage(t *testing.T) {
	frequencies := map[string]float64{}
	for i, at := range situations {
		frequencies[at.Name(tournament.NumSeats)] = float64(i+1) / 10
	}
	s := &structureSummary{Rounds: 7, Rows: []structureRow{
		{Structure: "steady", Frequencies: frequencies, Short: 25.5, ShortICM: 24, Gain: 0.002, Settled: true, Round: 5,
			Moved: 0.001},
	}}
	env, _ := experimentstest.Env(t)
	if err := s.write(env); err != nil {
		t.Fatal(err)
	}
	if page := experimentstest.Page(t, env, "structures"); strings.Contains(page, "not settled") ||
		strings.Contains(page, "did not settle") || strings.Contains(page, "damped") {
		t.Errorf("a settled structure alone:\n%s", page)
	}
	s.Rows = append(s.Rows, structureRow{Structure: "wild", Frequencies: frequencies, Gain: 0.25, Round: 3, Moved: 1.5,
		Leader: 49.9876, Damping: 0.25})
	if err := s.write(env); err != nil {
		t.Fatal(err)
	}
	page := experimentstest.Page(t, env, "structures")
	for _, part := range []string{
		"| steady | 0.1000 | 0.2000 |", "| wild (not settled) | 0.1000 |", "| steady | 25.500 | 24.000 |",
		"| steady | 0.00200 | 0.00000 | yes | 5 | 0.0010 |", "| wild | 0.25000 | 0.00000 | no | 3 | 1.5000 |",
		"Values of *wild* did not settle: in each of 7 rounds some value moved " +
			"by $1.500", "round 3, in which", "is $49.988)", "Values of *wild* are damped: from round 51 on a " +
			"state keeps 25%",
	} {
		if !strings.Contains(page, part) {
			t.Errorf("no %q in\n%s", part, page)
		}
	}
	if strings.Contains(page, "%!") || strings.Contains(page, "of *steady*") {
		t.Errorf("bad page:\n%s", page)
	}
	all := s.table()
	for _, row := range all.Rows {
		if len(row) != len(all.Header) {
			t.Errorf("%d cells under %d headers", len(row), len(all.Header))
		}
	}
	// Two structures stand beside each other, around the situation.
	left, right := s.chart().Series[0].Points[2], s.chart().Series[1].Points[2]
	if math.Abs(left.X+right.X-6) > 1e-12 || left.X >= right.X || math.Abs(left.Y-30) > 1e-9 {
		t.Errorf("points %+v and %+v", left, right)
	}
	var text strings.Builder
	if err := pages.ExecuteTemplate(&text, "structures summary", s); err != nil ||
		strings.Count(text.String(), "not settled, values moved by $1.500 in round 3") != 1 {
		t.Errorf("%v:\n%s", err, text.String())
	}
}
