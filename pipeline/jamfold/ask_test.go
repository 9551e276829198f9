package jamfold

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/model/tournament"
	"feltlab/solvers/expost"
	"feltlab/solvers/jamfold/stochastic"
)

// smallTable is a question that the toy rollout answers in a moment.
func smallTable() *TableQuestion {
	return &TableQuestion{
		Table: tournament.Table{
			Stacks: []int{9, 12, 8}, SmallBlind: 1, BigBlind: 2, Ante: 2, BigBlindAnte: true,
			Prizes: []float64{5, 3}, Heads: []float64{1, 1, 2}, Bounty: tournament.BountyProportional,
		},
		Target: 0.001, Deals: 1000,
	}
}

func TestTable(t *testing.T) {
	lab, _ := small(t, t.TempDir())
	q := smallTable()
	s := must.Get(lab.Table(t.Context(), q))(t)
	again, err := lab.Table(t.Context(), q)
	if diff := cmp.Diff(s, again); err != nil || diff != "" {
		t.Errorf("from the store: %v %s", err, diff)
	}
	hand := must.Get(ranges.ParseHand("AA"))(t)
	at := tournament.Decision{Seat: 2, Jammed: 1}
	must.Do(t, q.CheckDecision(at))
	d := must.Get(lab.Decide(t.Context(), q, at))(t)
	a := d.Answer(hand)
	if a.Action != "call" || a.Seat != "BB" || len(a.Jammed) != 1 || a.Jammed[0] != "BTN" || a.Unit != "dollars" {
		t.Errorf("%+v", a)
	}
	if len(a.Grid) != cards.NumClasses || a.Grid[0].Difference != a.Difference || a.Pool != 12 {
		t.Errorf("%+v", a)
	}
	if worth := a.Difference / a.BigBlinds; !(worth > 0.3 && worth < 2) { // 12 dollars are 29 chips
		t.Errorf("a big blind is worth %v", worth)
	}
}

func TestTableInterrupted(t *testing.T) {
	lab, _ := small(t, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s, err := lab.Table(ctx, smallTable()); s != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("before the first iteration: %v, %v", s, err)
	}
}

func TestCheckDecision(t *testing.T) {
	q := &TableQuestion{Table: tournament.Table{Stacks: []int{1, 9, 1, 9}, SmallBlind: 1, BigBlind: 2}}
	for _, c := range []struct {
		at tournament.Decision
		ok bool
	}{
		{tournament.Decision{Seat: 0}, true},
		{tournament.Decision{Seat: 1}, true},
		{tournament.Decision{Seat: 1, Jammed: 1}, true},
		{tournament.Decision{Seat: 2}, false},                   // all-in with the blind
		{tournament.Decision{Seat: 3}, false},                   // the small blind is in
		{tournament.Decision{Seat: 3, Jammed: 1<<2 | 1}, false}, // nothing to call
		{tournament.Decision{Seat: 3, Jammed: 1<<2 | 2}, true},
		{tournament.Decision{Seat: 1, Jammed: 1 << 2}, false},
	} {
		if err := q.CheckDecision(c.at); (err == nil) != c.ok || err != nil && !errors.Is(err, ErrDecision) {
			t.Errorf("%+v: %v, want it to be right: %v", c.at, err, c.ok)
		}
	}
}

func TestRangeOfClasses(t *testing.T) {
	r := must.Get(ranges.Parse("AA, KK:0.5, AKs"))(t)
	shares, total := RangeOfClasses(r), 0.0
	for k, p := range shares {
		total += p * stochastic.Prior(cards.Class(k))
	}
	if want := (6 + 3 + 4.0) / cards.NumCombos; math.Abs(total-want) > 1e-12 || shares[0] != 1 {
		t.Errorf("%v of all hands, want %v", total, want)
	}
}

// TestTitle: the title has the decimals in which the error shows, at most three.
func TestTitle(t *testing.T) {
	for off, want := range map[float64]string{0: "1.235", 1e-9: "1.235", 0.2: "1.23", 3: "1.2", 10: "1", 400: "1"} {
		a := AskAnswer{Hand: "AA", Action: "jam", Difference: 12.3456, BigBlinds: 1.23456, Error: off}
		if got := a.Title(); got != "AA: jam, by "+want+" bb" {
			t.Errorf("%v: %s, want %s", off, got, want)
		}
	}
}

func TestNote(t *testing.T) {
	for _, c := range []struct {
		a    AskAnswer
		want string
	}{
		{AskAnswer{Action: "jam", Probability: 0.7}, ""},
		{AskAnswer{Action: "fold", Probability: 0.5}, ""},
		{AskAnswer{Action: "fold", Probability: 1, Seat: "SB", RangeGiven: true},
			"SB folds it 0% of the time in the range that was given"},
		{AskAnswer{Action: "call", Probability: 0.25, Seat: "BB"},
			"BB calls it 25% of the time in the play that was found"},
	} {
		if got := c.a.Note(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.a, got, c.want)
		}
	}
}

func TestMissed(t *testing.T) {
	for _, c := range []struct {
		stop         string
		gain         float64
		begin, holds string
	}{
		{expost.StopTarget, 0.05, "", ""},
		{expost.StopExact, 0.05, "", ""},
		{expost.StopExact, 0.06, "that is above the 0.05% asked for, ", "did not reach"},
		{expost.StopFloor, 0.06, "that is above the 0.05% asked for, ", "at least 0.055%"},
		{expost.StopDeals, 0.06, "that is above the 0.05% asked for: ", "--deals"},
		{expost.StopTime, 0.06, "that is above the 0.05% asked for: ", "--time"},
	} {
		got := Missed(&expost.TableCertificate{Stop: c.stop, Lower: []float64{0.0011}}, 2, c.gain, 0.05)
		if !strings.HasPrefix(got, c.begin) || !strings.Contains(got, c.holds) || (got == "") != (c.begin == "") {
			t.Errorf("%s, %v: %q", c.stop, c.gain, got)
		}
	}
}

func TestAtMostPercent(t *testing.T) {
	for percent, want := range map[float64]string{
		0: "0.000", 0.04731: "0.048", 0.048: "0.048", 0.0012: "0.0012", 0.00121: "0.0013", 3e-12: "0.0000001",
		12.3456: "12.346",
	} {
		if got := AtMostPercent(percent); got != want {
			t.Errorf("%v: %s, want %s", percent, got, want)
		}
	}
}

// TestFewMix: where two and three players often come, a hand plays only the better action if it is clearly better.
func TestFewMix(t *testing.T) {
	const clear, often = 0.02, 0.1 // big blinds, probability
	lab, _ := small(t, t.TempDir())
	for _, text := range []TableText{
		{Stacks: "2x8bb"}, {Stacks: "2x8bb", Prizes: "7,3", Others: "5bb"},
		{Stacks: "3x8bb"}, {Stacks: "12bb,5bb,9bb", Prizes: "50,30,20"},
	} {
		q := &TableQuestion{}
		must.Do(t, text.Read(&q.Table))
		q.Target = TableTarget(&q.Table)
		s := must.Get(lab.Table(t.Context(), q))(t)
		for node, x := range s.Play.Strategy {
			at := tournament.DecisionOf(node)
			for k, p := range x {
				by := (s.Play.Jam[node][k] - s.Play.Fold[node][k]) / q.bigBlind(at.Seat)
				plays := p // the better action
				if by < 0 {
					plays = 1 - p
				}
				free := !q.Table.Stays(at.Seat, at.Jammed)
				if free && s.Play.Reach[node] > often && math.Abs(by) > clear && plays < 1 {
					t.Errorf("%+v: seat %d jams %v with %v, better by %.3f", text, at.Seat, cards.Class(k), p, by)
				}
			}
		}
	}
}

// TestTimeIsALimit: the time that is given bounds solving and the check, and there is an answer however short it is.
// CPU time tells, as the clock depends on what else runs.
func TestTimeIsALimit(t *testing.T) {
	lab, _ := small(t, t.TempDir())
	q := &TableQuestion{
		Table: tournament.Table{Stacks: []int{20, 20, 20, 20, 20, 20}, SmallBlind: 1, BigBlind: 2,
			Prizes: []float64{5, 3, 2}},
		Target: 1e-9, Deals: math.MaxInt, Time: 100 * time.Millisecond,
	}
	s, err := lab.Decide(t.Context(), q, tournament.Decision{})
	if err != nil || s == nil || s.Play.Iterations >= tableIterations {
		t.Fatalf("%+v, %v", s, err)
	}
	a := s.Answer(ranges.Hand{Class: 0, Text: "AA"})
	if a.Action != "jam" || a.Error <= 0 || a.Seconds != 0.1 || a.MostDeals != 0 {
		t.Errorf("%s, error %v, %v seconds, %d deals", a.Action, a.Error, a.Seconds, a.MostDeals)
	}
	q.Future, q.Time = 1, time.Nanosecond // further hands take their time from the same
	if s, err = lab.Decide(t.Context(), q, tournament.Decision{}); err != nil || s == nil {
		t.Fatalf("with a further hand: %+v, %v", s, err)
	}
	if a := s.Answer(ranges.Hand{Class: 0, Text: "AA"}); a.Future == nil || a.Future.Rare != 100 || a.Action != "jam" {
		t.Errorf("with a further hand: %+v", a)
	}
}

// TestInputsAreSaid: an answer has all that was understood, and the words name what may be meant otherwise.
func TestInputsAreSaid(t *testing.T) {
	q := smallTable()
	q.Table.BigBlindAnte, q.Table.Prizes = false, []float64{5, 3, 1, 1, 0.5}
	must.Do(t, q.FixText("BB after SB=AA, KK:0.5"))
	in := q.inputs()
	want := "3 players, stacks 4.5, 6, 4 big blinds, blinds 0.5/1, each player antes 1 (with ante bb the big blind " +
		"antes for all), " +
		"prizes 5, 3, 1 (not 1, 0.5: with 3 players left these places are taken), bounties (proportional) 1, 1, 2, " +
		"BB after SB has a given range"
	if got := in.Words(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if g := in.Given; len(g) != 1 || g[0].Seat != "BB" || g[0].Jammed[0] != "SB" || len(g[0].Hands) != 2 ||
		g[0].Hands["AA"] != 1 {
		t.Errorf("%+v", g)
	}
}
