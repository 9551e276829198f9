package matrix

import (
	"fmt"
	"slices"

	"feltlab/dataset/equity"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// Orbits returns the rows with one for each orbit of a hand's flops under the suit permutations that fix the hand, in
// the order of the first flop of each. Flops stay apart whose counts differ because the range tells suits apart. Other
// rows are orbits already.
func (s *Rows) Orbits() *Rows {
	if s.Hands != nil || s.Street != cards.Flop || s.orbit != nil {
		return s
	}
	type orbit struct {
		flop cards.Set
		equity.Count
	}
	suits := s.Hand.Combo.Set().Stabilizer()
	list, at := merge(s.List, func(r *Row) orbit {
		smallest, _ := cards.Orbit(r.Board, suits)
		return orbit{smallest, r.Count}
	})
	o := &Rows{Meta: s.Meta, List: list, orbit: map[cards.Set]int{}}
	for i := range s.List {
		o.orbit[s.List[i].Board] = at[i]
	}
	return o
}

// Find returns the number of the row that stands for a hand on a board. The error says what is wrong with the two,
// such as a board of another street or a hand that the rows are not about.
func (s *Rows) Find(hand cards.Combo, board cards.Set) (int, error) {
	switch {
	case board.Len() != s.Street.Cards():
		return 0, fmt.Errorf("board %v has %d cards, want %d, a %v", board, board.Len(), s.Street.Cards(), s.Street)
	case hand.Set()&board != 0:
		return 0, fmt.Errorf("hand %v holds %v, which lies on the board", hand, (hand.Set() & board).Min())
	case s.Hands != nil && s.Hands.Weight(hand) == 0:
		return 0, fmt.Errorf("hand %v is none of %v", hand, s.Hands)
	case s.Hands == nil && (s.Hand.Specific && hand != s.Hand.Combo || hand.Class() != s.Hand.Class):
		return 0, fmt.Errorf("hand %v is not %v", hand, s.Hand)
	}
	if at, ok := s.orbit[board]; ok && s.Hand.Specific {
		return at, nil
	}
	representative := hand.Class().Representative()
	if s.Hand.Specific {
		representative = hand
	}
	alike := map[cards.Set]bool{}
	for _, p := range cards.SuitPerms {
		if hand.Permute(p) == representative && unchanged(s.Range, p) {
			alike[p.Set(board)] = true
		}
	}
	at := slices.IndexFunc(s.List, func(r Row) bool { return r.Hand == representative && alike[r.Board] })
	if at < 0 {
		return 0, fmt.Errorf("no row has %v on %v", hand, board)
	}
	return at, nil
}

// unchanged reports whether a permutation of the suits does not change a range.
func unchanged(r *ranges.Range, p cards.SuitPerm) bool {
	for c := range cards.Combo(cards.NumCombos) {
		if r.Weight(c) != r.Weight(c.Permute(p)) {
			return false
		}
	}
	return true
}
