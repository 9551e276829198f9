package showdown

import (
	"slices"
	"testing"

	"feltlab/dataset/eval"
	"feltlab/internal/must"
	"feltlab/model/cards"
)

func TestSortByIdentityIsSort(t *testing.T) {
	rng := seeded(t, 11)
	ranking := new(Ranking) // as the rules have it
	for s := range ranking {
		ranking[s] = eval.Strength(s)
	}
	for _, board := range testBoards(rng) {
		var want, got Order
		want.Sort(board)
		got.SortBy(board, ranking)
		if got.groups != want.groups || got.hands != want.hands || got.ends != want.ends {
			t.Fatalf("board %v: another order", board)
		}
	}
}

// A shuffled ranking with ties, swept and compared hand against hand.
func TestSortByAnyRanking(t *testing.T) {
	rng := seeded(t, 12)
	ranking := new(Ranking)
	for s := range ranking {
		ranking[s] = 1 + eval.Strength(rng.IntN(eval.NumStrengths/2))
	}
	var o Order
	ones := [cards.NumCombos]uint32(slices.Repeat([]uint32{1}, cards.NumCombos))
	for _, board := range testBoards(rng) {
		var out [cards.NumCombos]Outcome[uint32]
		o.SortBy(board, ranking)
		Sweep(&o, &ones, &out)
		for range 40 {
			hand := randomSet(rng, 2)
			if hand&board != 0 {
				continue
			}
			mine := ranking[eval.Of(board|hand)]
			var want Outcome[uint32]
			for h := range cards.Combo(cards.NumCombos) {
				if h.Set()&(board|hand) != 0 {
					continue
				}
				switch theirs := ranking[eval.Of(board|h.Set())]; {
				case mine > theirs:
					want.Below++
				case mine == theirs:
					want.Tied++
				}
			}
			must.Equal(t, out[cards.ComboOf(hand.Min(), hand.Without(hand.Min()).Min())], want, board, hand)
		}
	}
}
