package eval

import "feltlab/model/cards"

// lanes is the number of hands that the kernel evaluates at a time.
const lanes = 32

// byKernel sets the strengths by the kernel and reports whether it did: it needs AVX-512 and at least 32 hands. Card
// numbers above 51 give strengths without meaning; they do no harm, because no address in the kernel depends on a card.
func byKernel(hands [][7]cards.Card, strengths []Strength) bool {
	if !HasAVX512 || len(hands) < lanes {
		return false
	}
	evaluate := func(from, blocks int) {
		sevensAVX512((*uint8)(&hands[from][0]), blocks, &constants.firstFour[0], (*uint16)(&strengths[from]))
	}
	evaluate(0, len(hands)/lanes)
	if len(hands)%lanes > 0 {
		evaluate(len(hands)-lanes, 1) // some of them again
	}
	return true
}
