package showdown

import (
	"iter"

	"feltlab/model/cards"
)

// Weight is the type that a sweep adds up. The caller makes sure that integers do not overflow. Since the
// sweep only adds and subtracts, several small integers can be packed into lanes of one word, one lane for
// each range; a lane is right if its final total fits.
//
// In floating point, a tie is the difference of two running totals and has the rounding error of the totals.
type Weight interface {
	~uint32 | ~uint64 | ~int32 | ~int64 | ~float32 | ~float64
}

// Outcome is the weight that a hand beats and the weight that it ties.
type Outcome[W Weight] struct{ Below, Tied W }

// Sweep computes, for every live hand h of the order, the total weight of the hands that h beats and of the
// hands that it ties, among hands that share no card with h:
//
//	beaten by {a, b} = T(below) - C[a](below) - C[b](below)
//
// where T(below) is the weight of all weaker hands and C[a](below) of those with card a; no weaker hand has
// both a and b. The same formula with the hands of equal strength included, minus the beaten weight, is the
// tied weight; since it adds h once and subtracts it twice, h is added again.
//
// Sweep ignores the weights of dead hands and does not change their outcomes. It takes three passes over the
// live hands, about 3 µs for a board.
func Sweep[W Weight](o *Order, weights *[cards.NumCombos]W, out *[cards.NumCombos]Outcome[W]) {
	var total W
	var holding [64]W // by card; longer than the deck so that a masked index needs no check
	start := 0
	for _, end := range o.ends[:o.groups] {
		group := o.hands[start:end]
		for _, h := range group {
			out[h.combo()].Below = total - holding[h.low()&63] - holding[h.high()&63]
		}
		for _, h := range group {
			w := weights[h.combo()]
			total += w
			holding[h.low()&63] += w
			holding[h.high()&63] += w
		}
		for _, h := range group {
			mine := &out[h.combo()]
			atOrBelow := total - holding[h.low()&63] - holding[h.high()&63] + weights[h.combo()]
			mine.Tied = atOrBelow - mine.Below
		}
		start = int(end)
	}
}

// Completions yields all boards of five cards that add cards other than the dead ones to a board.
func Completions(board, dead cards.Set) iter.Seq[cards.Set] {
	return func(yield func(cards.Set) bool) {
		var complete func(board cards.Set, under cards.Card) bool
		complete = func(board cards.Set, under cards.Card) bool {
			if board.Len() == 5 {
				return yield(board)
			}
			for c := range under {
				if !(board | dead).Has(c) && !complete(board.With(c), c) {
					return false
				}
			}
			return true
		}
		complete(board, cards.NumCards)
	}
}
