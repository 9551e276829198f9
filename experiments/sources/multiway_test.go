package sources

import (
	"math"
	"strings"
	"testing"

	"feltlab/dataset/published"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/pipeline/jamfold"
	"feltlab/pipeline/question"
)

// TestReasons holds the reasons to the tables.
func TestReasons(t *testing.T) {
	text := must.Get(files.ReadFile("multiway.yaml"))(t)
	names := map[string]bool{}
	for _, p := range published.JamSpots() {
		names[p.Name] = true
		if !strings.Contains(string(text), "\n  \""+p.Name+"\": |-\n") {
			t.Errorf("no reason for %q", p.Name)
		}
		if _, err := questionOf(&p); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
	}
	must.Equal(t, strings.Count(string(text), "\": |-\n"), len(names))
}

func TestDecide(t *testing.T) {
	c := &jamfold.SeatChart{Seat: "SB", Percent: 50}
	for k := range cards.Class(cards.NumClasses) {
		cell := jamfold.Cell{Hand: k.String(), Probability: 1, BigBlinds: 2}
		if k.String() == "72o" {
			cell.Probability, cell.BigBlinds = 0.25, -0.5
		}
		c.Grid = append(c.Grid, cell)
	}
	d := must.Get(decide(&published.JamLine{Seat: "SB", Percent: math.NaN(), Range: "ATC, !AA", Plays: []string{"72o"},
		Folds: []string{"72o", "AA"}}, c))(t)
	share := func(combos float64) float64 { return 100 * combos / cards.NumCombos }
	for what, pair := range map[string][2]float64{
		"printed":    {float64(d.Printed), share(1320)},
		"differ":     {float64(d.Differ), share(6) + share(12)*0.75},
		"loses":      {float64(d.Loses), share(6)*2 + share(12)*0.5},
		"ours loses": {float64(d.OursLoses), share(12) * 0.25 * 0.5},
		"named":      {float64(d.Named), 3},
		"wrong":      {float64(len(d.Wrong)), 2}, // 72o is not played, AA is
	} {
		must.Near(t, pair[0], pair[1], 1e-9, what)
	}
	alone, err := decide(&published.JamLine{Seat: "SB", Percent: 80}, c)
	if err != nil || !alone.Loses.Missing() || alone.Printed != 80 || alone.Ours != 50 {
		t.Errorf("%v: %+v", err, alone)
	}
}

// TestPage makes the page from made-up numbers.
func TestMultiway(t *testing.T) {
	none := question.Number(math.NaN())
	s := &summary{}
	for i, p := range published.JamSpots() {
		x := spot{JamSpot: p, Title: p.Name, Source: p.Address, Words: "words", Certified: "certified", Limit: 0.001}
		for range p.Lines {
			x.Decisions = append(x.Decisions, decision{Seat: "SB", Printed: 50, Ours: 52, Product: 53, Differ: 4,
				Loses: 0.25, OursLoses: 0.01})
		}
		if i == 0 {
			x.Bunched = &jamfold.Bunching{Deals: 4, Counted: true, Range: 2.5}
			x.Decisions[0].Named, x.Decisions[0].Wrong = 2, []string{"AA (ours 0%, -1.000 bb)"}
			x.Decisions[1].Printed, x.Decisions[1].Loses, x.Decisions[1].Differ = none, none, none
		}
		s.Spots = append(s.Spots, x)
	}
	_, page, out := made(t, "multiway", map[string]any{"compared": func() *summary { return s }})
	hold(t, page,
		"| [9 players, 10 bb, no ante](#9-players-10-bb-no-ante) | 8 | 2.0 | 0.25 | 0.000% of a big blind | 0.100% |",
		"[github.com](https://github.com/deanshub/",
		"Ours agrees about 1 of 2 hands that the page names; not about SB AA",
		"| SB |  |  | 52.0 | 53.0 |", "| 9 players, 10 bb, no ante | SB | 53.0 | 52.0 | 2.5 |")
	hold(t, out, "printed     ?%, ours  52.0%")
}
