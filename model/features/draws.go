package features

import (
	"math/bits"

	"feltlab/model/cards"
)

// DrawNames lists the draws of Draws, the strongest first. They are names of features, but open-ended draws are one
// draw here, and so are backdoor straight draws.
var DrawNames = []string{
	"flush draw", "open-ended straight draw", "double inside straight draw", "inside straight draw",
	"backdoor flush draw", "backdoor straight draw", "no draw",
}

// Draws returns which draws a hand has on a flop or a turn, as indices of DrawNames; a hand can have several. On a flop
// they are those of the features. On a turn the river must make a straight or flush that the board alone does not make,
// and backdoor draws are over. On a river there is no draw.
func Draws(hand cards.Combo, board []cards.Card) []int {
	if len(board) == 3 {
		return flopDraws(viewOf(hand, [3]cards.Card(board)))
	}
	var draws []int
	if len(board) == 4 {
		draws = turnDraws(hand, board)
	}
	if len(draws) == 0 {
		return []int{len(DrawNames) - 1}
	}
	return draws
}

func flopDraws(v view) (draws []int) {
	for i, has := range []bool{
		v.flushDraw(), v.openEnded() && !v.complete, v.doubleInsideDraw(), v.insideDraw(),
		v.backdoorFlushDraw(), v.noStraight() && v.backdoor > 0,
	} {
		if has {
			draws = append(draws, i)
		}
	}
	if len(draws) == 0 {
		draws = append(draws, len(DrawNames)-1)
	}
	return draws
}

func turnDraws(hand cards.Combo, board []cards.Card) (draws []int) {
	var suits [cards.NumSuits]int
	var theirs, ours uint16
	for _, c := range board {
		suits[c.Suit()]++
		theirs |= 1 << c.Rank()
	}
	low, high := hand.Cards()
	for _, c := range []cards.Card{low, high} {
		suits[c.Suit()]++
		ours |= 1 << c.Rank()
	}
	if suits[low.Suit()] == 4 || suits[high.Suit()] == 4 {
		draws = append(draws, 0)
	}
	all := theirs | ours
	s, outs := straightsOf(all), 0
	for rank := uint16(1); rank <= aceBit; rank <<= 1 {
		if highestStraight(all|rank) > highestStraight(theirs|rank) {
			outs++
		}
	}
	open := false
	for low := s.openLow; low != 0; low &= low - 1 {
		open = open || outs > 1 && (ours&^theirs)>>bits.TrailingZeros16(low)&0b1111 != 0
	}
	switch {
	case s.complete || outs == 0:
	case open:
		draws = append(draws, 1)
	case outs > 1:
		draws = append(draws, 2)
	default:
		draws = append(draws, 3)
	}
	return draws
}

// highestStraight returns the place of the highest window that is full, from 1; 0 without one.
func highestStraight(ranks uint16) (highest int) {
	for low := range numWindows {
		if l := ladder(ranks); l>>low&window == window {
			highest = low + 1
		}
	}
	return highest
}
