package tournament

import (
	"errors"
	"slices"
	"testing"

	"feltlab/internal/must"
)

// TestOpen plays a raise of the cutoff to 11 at a table of five: it moves behind the blinds, which have posted, and
// pays its raise if it folds to a jam.
func TestOpen(t *testing.T) {
	table := &Table{Stacks: []int{40, 50, 60, 30, 20}, SmallBlind: 2, BigBlind: 5, Ante: 5, BigBlindAnte: true,
		Heads: []float64{1, 2, 3, 4, 5}}
	table.Open(&Opening{Seat: 1, To: 11, Hands: []float64{1}})
	must.Do(t, table.Validate())
	if names := table.Seats(); !slices.Equal(names, []string{"HJ", "BTN", "SB", "BB", "CO"}) ||
		!slices.Equal(table.Heads, []float64{1, 3, 4, 5, 2}) || table.Start() != (Decision{Seat: 1}) {
		t.Errorf("%v, %v", names, table)
	}
	// The button jams 60 and all fold: it wins 2, 5, the ante of 5 and 11.
	got := table.End(1<<1, make([]uint8, 5)).Stacks
	if want := []float64{40, 83, 28, 10, 39}; !slices.Equal(got, want) {
		t.Errorf("all fold to the button: %v, want %v", got, want)
	}
	got = table.End(1<<4, make([]uint8, 5)).Stacks // nobody jams
	if want := []float64{40, 60, 28, 10, 62}; !slices.Equal(got, want) {
		t.Errorf("all fold to the raise: %v, want %v", got, want)
	}
	if table.Stays(4, 0) != true || table.Stays(4, 1<<1) || table.Stays(3, 0) {
		t.Error("choices")
	}
	for seat, want := range map[string]int{"UTG": 0, "HJ": 0, "CO": 4, "button": 1} {
		if got, err := table.ParseSeat(seat); err != nil || got != want {
			t.Errorf("%s is seat %d, %v", seat, got, err)
		}
	}
	small := &Table{Stacks: []int{40, 30}, SmallBlind: 2, BigBlind: 5}
	small.Open(&Opening{Seat: 0, To: 11, Hands: []float64{1}})
	if got := small.End(1, make([]uint8, 2)).Stacks; !slices.Equal(got, []float64{41, 29}) {
		t.Errorf("the small blind raises and folds to a jam: %v", got)
	}
	for _, to := range []int{5, 40} {
		if small.Opened.To = to; !errors.Is(small.Validate(), ErrBlinds) {
			t.Errorf("a raise to %d is taken", to)
		}
	}
	small.Opened = &Opening{To: 11, Hands: []float64{0}}
	if !errors.Is(small.Validate(), ErrOption) {
		t.Error("a raise with no hand is taken")
	}
}
