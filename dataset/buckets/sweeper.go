package buckets

import (
	"feltlab/dataset/showdown"
	"feltlab/model/cards"
)

// Most is the strength of a hand that beats all others.
const MostStrength = 2 * 990

// Sweeper finds the strengths of all hands on a board of five cards. It is not safe for concurrent
// use.
type Sweeper struct {
	order     showdown.Order
	ones      [cards.NumCombos]uint32
	out       [cards.NumCombos]showdown.Outcome[uint32]
	strengths [cards.NumCombos]uint32
}

// NewSweeper returns a sweeper, which is meant to be reused.
func NewSweeper() *Sweeper {
	s := new(Sweeper)
	for h := range s.ones {
		s.ones[h] = 1
	}
	return s
}

// Outcomes returns the outcome of every hand that avoids the board against all others; the
// other entries stay as they were. The result is valid until the next call.
func (s *Sweeper) Outcomes(board cards.Set) *[cards.NumCombos]showdown.Outcome[uint32] {
	s.order.Sort(board)
	showdown.Sweep(&s.order, &s.ones, &s.out)
	return &s.out
}

// Strengths returns 2 x wins + ties of every hand against all others, 0 for hands that hold
// a card of the board. The result is valid until the next call.
func (s *Sweeper) Strengths(board cards.Set) *[cards.NumCombos]uint32 {
	clear(s.out[:])
	for h, o := range s.Outcomes(board) {
		s.strengths[h] = 2*o.Below + o.Tied
	}
	return &s.strengths
}
