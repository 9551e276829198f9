package jamfold

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"feltlab/dataset/table"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// askedTable reads a table of a question, as a player types it.
func askedTable(t *testing.T, text TableText, fix ...string) *TableQuestion {
	t.Helper()
	q := &TableQuestion{Deals: 1}
	must.Do(t, text.Read(&q.Table))
	q.Target = TableTarget(&q.Table)
	for _, f := range fix {
		must.Do(t, q.FixText(f))
	}
	return q
}

// TestDecideLikeOthers: without the cards of the cutoff, who folds, the button plays as at a table of three with the
// cutoff's stack elsewhere, however seldom play comes to the button.
func TestDecideLikeOthers(t *testing.T) { decideLikeOthers(t, "12bb") }

func decideLikeOthers(t *testing.T, cutoffs ...string) {
	lab, _ := small(t, t.TempDir())
	for _, cutoff := range cutoffs {
		q := askedTable(t, TableText{Stacks: cutoff + ",9bb,8bb,7bb", Prizes: "50,30,20", Ante: "bb"})
		q.Product = true
		got := must.Get(lab.Decide(t.Context(), q, tournament.Decision{Seat: 1}))(t)
		want := must.Get(lab.Table(t.Context(), askedTable(t, TableText{Stacks: "9bb,8bb,7bb", Others: cutoff,
			Prizes: "50,30,20", Ante: "bb"})))(t)
		jams, wanted := 100*stochastic.Share(&got.Play.Strategy[1]), 100*stochastic.Share(&want.Play.Strategy[0])
		if math.Abs(jams-wanted) > 0.3 {
			t.Errorf("cutoff of %s: the button jams %.1f%%, want %.1f%%", cutoff, jams, wanted)
		}
		for k := range cards.NumClasses {
			if by := math.Abs(got.Play.Jam[1][k] - want.Play.Jam[0][k]); by > 0.02 {
				t.Errorf("cutoff of %s: a jam of %v is worth %v, want %v", cutoff, cards.Class(k), got.Play.Jam[1][k],
					want.Play.Jam[0][k])
			}
		}
		if got.Certificate.Deals != 0 || got.Certificate.Gain() > 0.001 || got.Before[0].Hands != handsRandom {
			t.Errorf("cutoff of %s: %+v, before %+v", cutoff, got.Certificate, got.Before)
		}
		if a := got.Answer(ranges.Hand{Text: "AA"}); len(a.Given) != 0 {
			t.Errorf("cutoff of %s: the answer has given ranges %+v", cutoff, a.Given)
		}
	}
}

// TestDecideBubbles asks what play seldom or never comes to. Each answer has values that were computed from the
// decision on, the values of all seats add up, and no hand is played against a value larger than the
// certificate. It asks at three decisions of one table and at one of each other; the slow tests ask at all.
func TestDecideBubbles(t *testing.T) { decideBubbles(t, false) }

func decideBubbles(t *testing.T, all bool) {
	lab, _ := small(t, t.TempDir())
	satellite := TableText{Stacks: "3x8bb", Prizes: "1,1"}
	tables := []struct {
		text TableText
		fix  []string
		unit float64 // sum of the prizes
	}{
		{satellite, nil, 2}, {TableText{Stacks: "20bb,4bb,3bb", Prizes: "1,1"}, nil, 2},
		{TableText{Stacks: "25bb,9bb,8bb", Prizes: "70,30", Ante: "bb"}, nil, 100},
		{TableText{Stacks: "3x8bb"}, []string{"BTN=ATC"}, 0},
	}
	for i, x := range tables {
		for k, at := range []tournament.Decision{{Seat: 0}, {Seat: 1}, {Seat: 1, Jammed: 1}, {Seat: 2, Jammed: 2},
			{Seat: 2, Jammed: 3}} {
			if !all && (i == 0 && k%2 > 0 || i > 0 && k != i+1) {
				continue
			}
			q := askedTable(t, x.text, x.fix...)
			d, err := lab.Decide(t.Context(), q, at)
			if err != nil {
				t.Fatalf("%+v, %+v: %v", x.text, at, err)
			}
			checkDecided(t, d, x.text, x.unit)
		}
	}
}

func checkDecided(t *testing.T, d *Decided, text TableText, prizes float64) {
	t.Helper()
	a := d.Answer(must.Get(ranges.ParseHand("AA"))(t))
	node, gain := d.Question.From.Node(), d.Certificate.Gain()
	total := 0.0
	for _, v := range d.Certificate.Values {
		total += v
	}
	if prizes > 0 && math.Abs(total-prizes) > 1e-6*prizes {
		t.Errorf("%+v, %s after %v: the values add up to %v", text, a.Seat, a.Jammed, total)
	}
	if a.Jam == 0 || a.Fold == 0 || a.Reach < 0 || a.Reach > 100 || math.Abs(d.Play.Reach[node]-1) > 1e-9 {
		t.Errorf("%+v, %s after %v: jam %v, fold %v, reach %v and %v", text, a.Seat, a.Jammed, a.Jam, a.Fold, a.Reach,
			d.Play.Reach[node])
	}
	if a.Action == "fold" != (a.Difference < 0) || a.Difference == 0 {
		t.Errorf("%+v: %s: %s, by %v", text, a.Seat, a.Action, a.Difference)
	}
	for k, cell := range a.Grid {
		if loss := (1-cell.Probability)*max(cell.Difference, 0) + cell.Probability*max(-cell.Difference,
			0); !a.RangeGiven && loss*stochastic.Prior(cards.Class(k)) > gain+1e-9 {
			t.Errorf("%+v, %s after %v: %s is played against %v, the certificate is %v", text, a.Seat, a.Jammed,
				cell.Hand, loss, gain)
		}
	}
}

// TestDecideAfterJams: a seat that never jams holds the tenth of hands that lose least, and a range that was given
// holds.
func TestDecideAfterJams(t *testing.T) {
	lab, _ := small(t, t.TempDir())
	q := askedTable(t, TableText{Stacks: "3x8bb"}, "BTN=QQ+", "SB after BTN=22+")
	d := must.Get(lab.Decide(t.Context(), q, tournament.Decision{Seat: 2, Jammed: 3}))(t)
	if want := "BTN jams 1.4% of hands, as given; SB jams 5.9% of hands, as given"; BeforeNote(d.Before) != want {
		t.Errorf("%q, want %q", BeforeNote(d.Before), want)
	}
	// few hands beat such ranges
	if calls := 100 * stochastic.Share(&d.Play.Strategy[d.Question.From.Node()]); calls > 5 {
		t.Errorf("the big blind calls %.1f%% of hands", calls)
	}
	q = askedTable(t, TableText{Stacks: "3x8bb"}, "BTN=")
	if _, err := lab.Decide(t.Context(), q, tournament.Decision{Seat: 1, Jammed: 1}); !errors.Is(err, ErrDecision) {
		t.Errorf("a jam of a range without hands: %v", err)
	}
	s := &TableSolution{}
	s.Play.Strategy = stochastic.NewStrategy(&q.Table)
	s.Play.Reach = []float64{1, 1, 1, 1, 1, 1, 1}
	s.Play.Jam, s.Play.Fold = make([][cards.NumClasses]float64, 7), make([][cards.NumClasses]float64, 7)
	for k := range s.Play.Jam[0] {
		s.Play.Jam[0][k] = -float64(k)
	}
	q.Ranges = nil
	b, x, err := s.before(q, tournament.Decision{}, true)
	if err != nil || b.Hands != handsTenth || math.Abs(b.Percent-10) > 1e-9 || x[0] != 1 || x[cards.NumClasses-1] != 0 {
		t.Errorf("%+v, %v, %v", b, x, err)
	}
}

// TestUnsolved: a decision to which no branch comes is marked everywhere, without a number.
func TestUnsolved(t *testing.T) {
	lab, _ := small(t, t.TempDir())
	q := askedTable(t, TableText{Stacks: "3x8bb"}, "BTN=AA")
	f := must.Get(lab.FirstIn(t.Context(), q))(t)
	c := f.Chart(2)
	marked := 0
	for i := range c.Charts {
		x := &c.Charts[i]
		text := must.Get(json.Marshal(x))(t)
		if never := len(x.Jammed) > 0 && x.Jammed[0] == "BTN"; never != (x.Unsolved != "") ||
			never == strings.Contains(string(text), "hands_percent") || never == strings.Contains(string(text),
			"grid") {
			t.Errorf("%s: %s", x.Name(), text)
		}
		if x.Unsolved != "" {
			marked++
		}
	}
	var b bytes.Buffer
	must.Do(t, table.WriteCSV(&b, ChartColumns(c.Unit), ChartRows([]*TableChart{c})))
	if n := strings.Count(b.String(), ",,,,play comes"); marked != 2 || n != marked*cards.NumClasses {
		t.Errorf("%d marked decisions, %d marked rows", marked, n)
	}
	if got := ByDepth([]float64{8}, []*TableChart{c}); len(got) != len(c.Charts)-marked {
		t.Errorf("%d decisions by depth", len(got))
	}
}

// TestHandsWithoutDeals: a hand that no deal has at a decision has no number in the grid and in JSON.
func TestHandsWithoutDeals(t *testing.T) {
	lab, _ := small(t, t.TempDir())
	q := askedTable(t, TableText{Stacks: "3x8bb"}, "BTN=AA", "SB after BTN=AA")
	d := must.Get(lab.Decide(t.Context(), q, tournament.Decision{Seat: 2, Jammed: 3}))(t)
	a, none := d.Answer(ranges.Hand{Class: 14, Text: "KK"}), 0 // the second of the diagonal
	for k, cell := range a.Grid {
		text := must.Get(json.Marshal(cell))(t)
		var back Cell
		must.Do(t, json.Unmarshal(text, &back))
		if without := !d.Holds(cards.Class(k)); without != math.IsNaN(cell.Probability) ||
			without != (string(text) == `{"hand":"`+cell.Hand+`"}`) || fmt.Sprint(back) != fmt.Sprint(cell) {
			t.Errorf("%+v is %s and %+v again", cell, text, back)
		}
		if math.IsNaN(cell.Difference) {
			none++
		}
	}
	if a.Percent > 1 { // the Ax hands are no 14.9%
		t.Errorf("calls %v%% of hands", a.Percent)
	}
	if none < 1 || none == cards.NumClasses || !math.IsNaN(a.Grid[0].Difference) {
		t.Errorf("%d hands without deals, AA: %+v", none, a.Grid[0])
	}
}

// TestDecideSeatsAllIn: a branch of a seat that its posts put all-in begins at the next decision.
func TestDecideSeatsAllIn(t *testing.T) {
	lab, _ := small(t, t.TempDir())
	q := &TableQuestion{Table: tournament.Table{Stacks: []int{9, 1, 9}, SmallBlind: 1, BigBlind: 2, Ante: 1}, Deals: 1}
	f := must.Get(lab.FirstIn(t.Context(), q))(t)
	if d := f.From[1]; d != nil && d.Question.From != (tournament.Decision{Seat: 2, Jammed: 2}) {
		t.Errorf("from %+v", d.Question.From)
	}
	f.Chart(0)
}
