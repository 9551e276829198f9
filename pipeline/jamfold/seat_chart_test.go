package jamfold

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"feltlab/dataset/table"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

func TestSeatCharts(t *testing.T) {
	lab, _ := small(t, t.TempDir())
	q := smallTable()
	f := must.Get(lab.FirstIn(t.Context(), q))(t)
	c, s := f.Chart(0), f.From[1] // of the small blind's jam
	var names []string
	for i := range c.Charts {
		names = append(names, c.Charts[i].Name())
	}
	if want := "BTN, SB, SB after BTN, BB after BTN, BB after SB, BB after BTN and SB"; strings.Join(names,
		", ") != want {
		t.Errorf("decisions %v, want %s", names, want)
	}
	x := &c.Charts[4]
	node := tournament.Node(2, 1<<1)
	percent := 0.0
	for k, cell := range x.Grid {
		percent += 100 * cell.Probability * stochastic.Prior(cards.Class(k))
		if cell.Difference != s.Play.Jam[node][k]-s.Play.Fold[node][k] || cell.Probability != s.Play.Strategy[node][k] {
			t.Errorf("%s: %+v", x.Name(), cell)
		}
	}
	if math.Abs(percent-x.Percent) > 1e-9 || x.Verb() != "call" || x.Reach != 100*s.Reach*s.Play.Reach[node] {
		t.Errorf("%s: %v%% of hands, %v%% reached, want %v%%", x.Name(), x.Percent, x.Reach, percent)
	}
	if got := f.Chart(100.1); len(got.Charts) != 5 {
		t.Errorf("%d decisions without overcalls, want 5", len(got.Charts))
	}
	want := "3 players, stacks 4.5, 6, 4 big blinds, blinds 0.5/1, the big blind antes 1, prizes 5, 3, " +
		"bounties (proportional) 1, 1, 2"
	if c.Words() != want {
		t.Errorf("%q, want %q", c.Words(), want)
	}
	if !strings.Contains(c.Certified(), "of the prizes by playing otherwise (exact)") {
		t.Error(c.Certified())
	}
	var b bytes.Buffer
	must.Do(t, table.WriteCSV(&b, ChartColumns(c.Unit), ChartRows([]*TableChart{c})))
	if lines := strings.Count(b.String(), "\n"); lines != 1+6*cards.NumClasses || !strings.Contains(b.String(),
		"3,BB,4,BTN SB,") {
		t.Errorf("%d lines of CSV", lines)
	}
}

// TestSeatChartsForced leaves out seats without a choice.
func TestSeatChartsForced(t *testing.T) {
	q := &TableQuestion{Table: tournament.Table{Stacks: []int{1, 9, 1, 9}, SmallBlind: 1, BigBlind: 2}}
	n := 1<<4 - 1
	s := &TableSolution{}
	s.Play.Strategy, s.Play.Reach = stochastic.NewStrategy(&q.Table), make([]float64, n)
	s.Play.Jam, s.Play.Fold = make([][cards.NumClasses]float64, n), make([][cards.NumClasses]float64, n)
	s.Certificate.Upper = make([]float64, 4)
	c := (&FirstIn{Question: q, From: []*Decided{{TableSolution: s}, nil, nil, nil}}).Chart(0)
	for i := range c.Charts {
		if x := &c.Charts[i]; x.Seat == "SB" || !slices.Contains(x.Jammed, "SB") && x.Seat == "BB" {
			t.Errorf("%s has no choice", x.Name())
		}
	}
	if len(c.Charts) == 0 {
		t.Error("nobody has a choice")
	}
}

func TestByDepth(t *testing.T) {
	of := func(names []string, p ...float64) *TableChart {
		c := &TableChart{}
		for _, name := range names {
			x := SeatChart{Seat: name}
			for k := range cards.Class(cards.NumClasses) {
				x.Grid = append(x.Grid, Cell{Hand: k.String(), Probability: p[int(k)%len(p)],
					BigBlinds: p[int(k)%len(p)] - 0.5})
			}
			c.Charts = append(c.Charts, x)
		}
		return c
	}
	both := []string{"BTN", "SB"}
	got := ByDepth([]float64{4, 5, 6}, []*TableChart{of(both, 1, 0), of(both[:1], 1, 1), of(both, 0, 1)})
	if len(got) != 1 || got[0].Seat != "BTN" {
		t.Fatalf("%v", got)
	}
	for k, want := range map[int][][2]float64{0: {{4, 5}}, 1: {{5, 6}}} {
		if !slices.Equal(got[0].Spans[k], want) {
			t.Errorf("class %d: %v, want %v", k, got[0].Spans[k], want)
		}
	}
}
