package eval

//go:generate go run feltlab/scripts/gen-kernels -out sevens_amd64.s -stubs sevens_asm_amd64.go -pkg eval

import "feltlab/model/cards"

// HasAVX512 says whether OfSevens may use AVX-512 (VBMI and BITALG). Package showdown asks the processor, so that a
// program without it links no other module.
var HasAVX512 bool

// OfSevens sets strengths[i] to the strength of hands[i], seven different cards. It panics if there are fewer
// strengths than hands. Processors with AVX-512 (VBMI and BITALG) evaluate 32 hands at a time, over four times as many
// a second as Add and Strength on Zen 4.
func OfSevens(hands [][7]cards.Card, strengths []Strength) {
	strengths = strengths[:len(hands):len(strengths)] // panics if there are fewer, whatever the capacity
	if !byKernel(hands, strengths) {
		ofSevens(hands, strengths)
	}
}

// ofSevens is the portable code. Four hands at a time take a quarter less time than one: their look-ups overlap, and
// they share the branch to the suits.
func ofSevens(hands [][7]cards.Card, strengths []Strength) {
	for len(hands) >= 4 && len(strengths) >= 4 {
		h, out := (*[4][7]cards.Card)(hands), (*[4]Strength)(strengths)
		a, b, c, d := sumOf(&h[0]), sumOf(&h[1]), sumOf(&h[2]), sumOf(&h[3])
		out[0], out[1], out[2], out[3] = ofRanks(a), ofRanks(b), ofRanks(c), ofRanks(d)
		if (a|b|c|d)&fiveOfSuit != 0 {
			correctFlushes(h[:], out[:])
		}
		hands, strengths = hands[4:], strengths[4:]
	}
	for i := range hands {
		strengths[i] = ofRanks(sumOf(&hands[i]))
	}
	correctFlushes(hands, strengths)
}

// correctFlushes sets the strengths of the hands that have five cards of a suit.
func correctFlushes(hands [][7]cards.Card, strengths []Strength) {
	for i := range hands {
		if sum := sumOf(&hands[i]); sum&fiveOfSuit != 0 {
			strengths[i] = flushOf(&hands[i], sum)
		}
	}
}

// ofRanks returns the strength of seven cards of which no five share a suit.
func ofRanks(sum uint64) Strength { return sevenTable[uint16(sum)+sevenShifts[sum>>rowShift]] }

func sumOf(c *[7]cards.Card) uint64 {
	return cardSum[c[0]] + cardSum[c[1]] + cardSum[c[2]] + cardSum[c[3]] + cardSum[c[4]] + cardSum[c[5]] + cardSum[c[6]]
}

// flushOf returns the strength of cards of which five share a suit; sum is that of their words. It has no branch
// that depends on the cards: to pick the suit's cards by branches cost as much as everything else.
func flushOf(c *[7]cards.Card, sum uint64) Strength {
	suits := cardSuits[c[0]] | cardSuits[c[1]] | cardSuits[c[2]] | cardSuits[c[3]] |
		cardSuits[c[4]] | cardSuits[c[5]] | cardSuits[c[6]]
	return Hand{sum, suits}.flush()
}
