package jamfold

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/model/tournament"
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
	s, err := lab.Table(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	again, err := lab.Table(t.Context(), q)
	if diff := cmp.Diff(s, again); err != nil || diff != "" {
		t.Errorf("from the store: %v %s", err, diff)
	}
	hand, err := ranges.ParseHand("AA")
	if err != nil {
		t.Fatal(err)
	}
	at := Spot{Hand: hand, Seat: 2, Jammed: 1}
	if err := q.CheckSpot(at); err != nil {
		t.Fatal(err)
	}
	a := s.Answer(q, at)
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

func TestCheckSpot(t *testing.T) {
	q := &TableQuestion{Table: tournament.Table{Stacks: []int{1, 9, 1, 9}, SmallBlind: 1, BigBlind: 2}}
	for _, c := range []struct {
		at Spot
		ok bool
	}{
		{Spot{Seat: 0}, true},
		{Spot{Seat: 1}, true},
		{Spot{Seat: 1, Jammed: 1}, true},
		{Spot{Seat: 2}, false},                   // all-in with the blind
		{Spot{Seat: 3}, false},                   // the small blind is in
		{Spot{Seat: 3, Jammed: 1<<2 | 1}, false}, // nothing to call
		{Spot{Seat: 3, Jammed: 1<<2 | 2}, true},
		{Spot{Seat: 1, Jammed: 1 << 2}, false},
	} {
		if err := q.CheckSpot(c.at); (err == nil) != c.ok || err != nil && !errors.Is(err, ErrSpot) {
			t.Errorf("%+v: %v, want it to be right: %v", c.at, err, c.ok)
		}
	}
}

func TestRangeOfClasses(t *testing.T) {
	r, err := ranges.Parse("AA, KK:0.5, AKs")
	if err != nil {
		t.Fatal(err)
	}
	shares, total := RangeOfClasses(r), 0.0
	for k, p := range shares {
		total += p * stochastic.Prior(cards.Class(k))
	}
	if want := (6 + 3 + 4.0) / cards.NumCombos; math.Abs(total-want) > 1e-12 || shares[0] != 1 {
		t.Errorf("%v of all hands, want %v", total, want)
	}
}
