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
// they are features. On a turn the river must make a straight or flush that the board alone does not make,
// and backdoor draws are over. On a river there is no draw.
func Draws(hand cards.Combo, board []cards.Card) (draws []int) {
	var f Facts
	f.readNow(hand, cards.SetOf(board...))
	open, double, inside, backdoor := f.Draw.Open, f.Draw.DoubleInside, f.Draw.Inside, false
	if f.Board.Cards == 3 {
		backdoor = !f.Straight.Made && !open && f.Straight.Outs == 0 && f.Straight.Ways > 0
	} else {
		open, double, inside = f.turnStraight()
	}
	for i, has := range []bool{
		f.Draw.Flush, open, double, inside, f.Draw.BackdoorFlush, backdoor,
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

// turnStraight returns the straight draw on a turn, if there is one: a rank counts if the straight that it makes is
// higher than the board's own.
func (f *Facts) turnStraight() (open, double, inside bool) {
	if f.Straight.Made || f.Board.Cards != 4 {
		return false, false, false
	}
	ours, board, outs := f.held.ranks(), f.table.ranks(), 0
	for rank := range cards.NumRanks {
		outs += number(highest(ours|board|1<<rank) > highest(board|1<<rank))
	}
	for low := openLows(ours | board); low != 0; low &= low - 1 {
		open = open || outs > 1 && (ours&^board)>>bits.TrailingZeros16(low)&0b1111 != 0
	}
	return open, !open && outs > 1, !open && outs == 1
}
