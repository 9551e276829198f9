package eval

//go:generate go run feltlab/scripts/gen-kernels -out sevens_amd64.s -stubs sevens_asm_amd64.go -pkg eval

import "feltlab/model/cards"

// OfSevens sets strengths[i] to the strength of hands[i], seven different cards. It looks at suits only if five of the
// cards share one. On processors with AVX-512 (VBMI) it evaluates 16 hands at a time, three times as many a second as
// Add and Strength. It panics if there are fewer strengths than hands.
func OfSevens(hands [][7]cards.Card, strengths []Strength) {
	strengths = strengths[:len(hands)]
	done := byKernel(hands, strengths)
	ofSevens(hands[done:], strengths[done:])
}

// ofSevens is the portable code.
func ofSevens(hands [][7]cards.Card, strengths []Strength) {
	for i := range hands {
		if sum := sumOf(&hands[i]); sum&fiveOfSuit != 0 {
			strengths[i] = flushOf(&hands[i], sum)
		} else {
			strengths[i] = sevenTable[uint16(sum)+sevenShifts[sum>>rowShift]]
		}
	}
}

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
