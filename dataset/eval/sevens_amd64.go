package eval

import (
	"golang.org/x/sys/cpu"

	"feltlab/model/cards"
)

var hasKernel = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512BITALG

// lanes is the number of hands that the kernel evaluates at a time.
const lanes = 32

// byKernel sets the strengths of hands and returns their number; without a kernel, or with fewer hands than lanes, it
// returns 0. Numbers that are no cards give strengths without meaning: the kernel looks up nothing in memory.
func byKernel(hands [][7]cards.Card, strengths []Strength) int {
	if !hasKernel || len(hands) < lanes {
		return 0
	}
	evaluate := func(from, blocks int) {
		sevensAVX512((*uint8)(&hands[from][0]), blocks, &sevensConstants.firstFour[0], (*uint16)(&strengths[from]))
	}
	evaluate(0, len(hands)/lanes)
	if len(hands)%lanes > 0 {
		evaluate(len(hands)-lanes, 1) // some of them again
	}
	return len(hands)
}
