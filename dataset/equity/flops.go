package equity

import (
	"fmt"
	"sync"

	"feltlab/dataset/showdown"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// Flop has the counts of a hand on one flop against a range.
type Flop struct {
	Cards      [3]cards.Card // descending
	Wins, Ties uint64        // over all opponents and the 990 runouts each, weighted
	Combos     uint64        // total weight of the opponents that avoid hand and flop
}

// RunoutsOnFlop is the number of turn and river pairs if two hands and a flop are known, C(45,2).
const RunoutsOnFlop = 990

// Count returns the flop's count; its deals are Combos * RunoutsOnFlop.
func (f Flop) Count() Count { return Count{f.Wins, f.Ties, f.Combos * RunoutsOnFlop} }

const (
	numFlops   = 22_100 // C(52,3)
	flopsAHand = 19_600 // C(50,3)
)

type flopEntry struct {
	set   cards.Set
	cards [3]cards.Card // descending
	orbit uint16        // index in showdown.Flops()
	perm  uint8         // index in cards.SuitPerms of a permutation to the canonical flop
}

var flopList = sync.OnceValue(func() []flopEntry {
	list := make([]flopEntry, 0, numFlops)
	for c := range cards.Card(cards.NumCards) {
		for b := range c {
			for a := range b {
				set := cards.SetOf(a, b, c)
				orbit, p := showdown.Flops().Index(set)
				list = append(list, flopEntry{set, [3]cards.Card{c, b, a}, uint16(orbit), uint8(showdown.PermIndex(p))})
			}
		}
	}
	return list
})

func listFlops(hand cards.Combo, opponents *Live, tally func(i int, f flopEntry) (wins, ties uint64)) []Flop {
	out := make([]Flop, 0, flopsAHand)
	for i, f := range flopList() {
		if f.set&hand.Set() != 0 {
			continue
		}
		wins, ties := tally(i, f)
		out = append(out, Flop{
			Cards: f.cards,
			Wins:  wins, Ties: ties,
			Combos: opponents.Avoiding(f.set | hand.Set()),
		})
	}
	return out
}

// CheckBoards returns an error that wraps ErrEmptyRange if some board of a number of cards leaves a hand without
// opponents: every hand of the range has a card of the hand or of the board.
func CheckBoards(hand cards.Combo, r *ranges.Range, boardCards int) error {
	if board, empty := emptyBoard(hand, r, 0, boardCards); empty {
		return fmt.Errorf("%w: hand %v on board %v, range %v", ErrEmptyRange, hand, board, r)
	}
	return nil
}

// emptyBoard finds at most some more cards that leave no hand of the range: one card of the first hand that is left,
// and so on.
func emptyBoard(hand cards.Combo, r *ranges.Range, board cards.Set, more int) (cards.Set, bool) {
	for c := range cards.Combo(cards.NumCombos) {
		if r.Weight(c) == 0 || c.Set()&(board|hand.Set()) != 0 {
			continue
		}
		for _, card := range c.Set().Cards() {
			if more > 0 {
				if found, empty := emptyBoard(hand, r, board.With(card), more-1); empty {
					return found, true
				}
			}
		}
		return 0, false
	}
	for card := cards.Card(0); more > 0; card++ { // any other cards
		if !(board | hand.Set()).Has(card) {
			board, more = board.With(card), more-1
		}
	}
	return board, true
}
