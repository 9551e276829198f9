package showdown

import "feltlab/model/cards"

// Weight is what a sweep adds up. Integers wrap silently, as Go's do: the caller sees to
// it that totals fit. Because only sums and differences are formed, several small
// integers can be packed in the lanes of one: the sweep then serves several ranges at
// once, and lanes are right as soon as each final total fits its lane.
//
// With floating point a tie is the difference of two running totals, so it carries the
// rounding error of the total, not of the tie.
type Weight interface {
	~uint32 | ~uint64 | ~int32 | ~int64 | ~float32 | ~float64
}

// Outcome says what a hand beats and what it ties.
type Outcome[W Weight] struct{ Below, Tied W }

// Sweep computes, for every live hand h of the order, the total weight of the hands that
// h beats and of those it ties, counting only hands that share no card with h:
//
//	beaten by {a, b} = T(below) - C[a](below) - C[b](below)
//
// where T(below) is the weight of all weaker hands and C[a](below) of those that hold
// card a; no weaker hand holds both a and b. Hands of equal strength are taken together:
// what stands at or below them, by the same formula, minus what they beat, is what they
// tie; there h itself has been subtracted twice and added once, so it is added again.
//
// Weights of dead hands are ignored, and their outcomes left as they were. The cost is
// three passes over the live hands, about 3 µs a board.
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
