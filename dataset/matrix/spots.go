package matrix

import (
	"fmt"
	"slices"

	"feltlab/dataset/equity"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/featureset"
	"feltlab/model/ranges"
	"feltlab/model/regression"
)

// Spot is a hand on a board. It stands for all pairs of a hand and a board that differ from it by suits alone.
type Spot struct {
	equity.Count // whose Equity is the estimate
	Features     features.Vector
	Board        cards.Set
	Size         int32 // number of pairs that it stands for
	Row          int32 // first of its rows in the matrix
	Hand         cards.Combo
}

// Cards returns the cards of the board from the highest down.
func (s *Spot) Cards() []cards.Card {
	list := s.Board.Cards()
	slices.Reverse(list)
	return list
}

// Spots are all that a formula of a hand, or of several hands together, is about: every pair of a hand and a board,
// up to suits. All 169 classes of hands have NumPairs spots on the flop, of 64 bytes each.
type Spots struct {
	Hand     ranges.Hand   // none for several hands
	Hands    *ranges.Range // of a formula for several hands, else nil
	Range    string        // canonical text of the opponent's range
	Street   cards.Street
	Estimate Estimate
	Columns  regression.Columns
	Set      *featureset.Set // whose features the spots have; nil: those of the paper
	List     []Spot

	merged map[cards.Set]int // against a range that tells suits apart: the spot of each flop
}

// orbit names flops that are one up to the suits that the hand does not tell apart. The counts keep flops apart whose
// equities differ because the range tells suits apart.
type orbit struct {
	flop cards.Set
	equity.Count
}

// Spots returns the flops of a matrix, one for each orbit under the suit permutations that fix the hand, in the order
// of the first flop of each.
func (m *Matrix) Spots() *Spots {
	s := &Spots{Hand: m.Hand, Range: m.Range, Estimate: m.Estimate, Columns: m.Columns(), Set: m.Set,
		merged: map[cards.Set]int{}}
	suits, index := m.Hand.Combo.Set().Stabilizer(), map[orbit]int{}
	for i := range m.Flops {
		flop := &m.Flops[i]
		board := cards.SetOf(flop.Flop.Cards[:]...)
		smallest, _ := cards.Orbit(board, suits)
		key := orbit{smallest, flop.Count()}
		at, known := index[key]
		if !known {
			at = len(s.List)
			index[key] = at
			s.List = append(s.List, Spot{key.Count, flop.Features, board, 0, int32(i), m.Hand.Combo})
		}
		s.List[at].Size++
		s.merged[board] = at
	}
	return s
}

// Spots returns the boards, one for each orbit.
func (m *Boards) Spots() *Spots {
	s := &Spots{Hand: m.Hand, Range: m.Range, Street: m.Street, Columns: ColumnsBy(m.Set), Set: m.Set,
		List: make([]Spot, len(m.Rows))}
	for i := range m.Rows {
		b := &m.Rows[i]
		s.List[i] = Spot{b.Count(), b.Features, b.Cards, int32(b.Size), int32(i), m.Hand.Combo}
	}
	return s
}

// Weight returns the number of pairs of a hand and a board.
func (s *Spots) Weight() (n int) {
	for i := range s.List {
		n += int(s.List[i].Size)
	}
	return n
}

// Boards names what the spots are: flops, turns, rivers, or hands on flops.
func (s *Spots) Boards() string {
	if s.Hands != nil {
		return "hands on flops"
	}
	return s.Street.String() + "s"
}

// Rows returns some of the spots as an instance, which has no ratios, or all of them for nil.
func (s *Spots) Rows(some []int) *regression.Instance {
	if some == nil {
		some = make([]int, len(s.List))
		for i := range some {
			some[i] = i
		}
	}
	inst := &regression.Instance{Source: s.Hand.Text, Rows: s.Range, Columns: s.Columns,
		Features: make([]features.Vector, len(some)), Target: make([]float64, len(some)),
		Weight: make([]float64, len(some))}
	for k, i := range some {
		spot := &s.List[i]
		inst.Features[k], inst.Target[k], inst.Weight[k] = spot.Features, spot.Equity(), float64(spot.Size)
	}
	return inst
}

// Find returns the number of the spot that stands for a hand on a board. The error says what is wrong with the two,
// such as a board of another street or a hand that the formula is not about.
func (s *Spots) Find(hand cards.Combo, board cards.Set) (int, error) {
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
	if at, ok := s.merged[board]; ok && s.Hand.Specific {
		return at, nil
	}
	opponents, err := ranges.Parse(s.Range)
	if err != nil {
		return 0, err
	}
	representative := hand.Class().Representative()
	if s.Hand.Specific {
		representative = hand
	}
	alike := map[cards.Set]bool{}
	for _, p := range cards.SuitPerms {
		if hand.Permute(p) == representative && same(opponents, p) {
			alike[p.Set(board)] = true
		}
	}
	at := slices.IndexFunc(s.List, func(x Spot) bool { return x.Hand == representative && alike[x.Board] })
	if at < 0 {
		return 0, fmt.Errorf("no row has %v on %v", hand, board)
	}
	return at, nil
}

// same reports whether a permutation of the suits does not change a range.
func same(r *ranges.Range, p cards.SuitPerm) bool {
	for c := range cards.Combo(cards.NumCombos) {
		if r.Weight(c) != r.Weight(c.Permute(p)) {
			return false
		}
	}
	return true
}
