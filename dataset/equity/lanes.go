package equity

import (
	"feltlab/dataset/showdown"
	"feltlab/model/cards"
)

// words has a machine word for each combo.
type words = [cards.NumCombos]uint64

// outcomes has the beaten and tied weights of each combo, in lanes.
type outcomes = [cards.NumCombos]showdown.Outcome[uint64]

// laneBits is the size of a lane, the part of a word for one range: 16, 32 or 64 bits, so that one addition
// serves four, two or one ranges. Sums that fit their lanes never carry into the next.
type laneBits uint

// laneFor returns the narrowest lane that holds numbers up to limit.
func laneFor(limit uint64) laneBits {
	switch {
	case limit < 1<<16:
		return 16
	case limit < 1<<32:
		return 32
	}
	return 64
}

// perWord returns the number of lanes in a word.
func (b laneBits) perWord() int { return 64 / int(b) }

// lane returns lane i of a word; lane 0 is the lowest.
func (b laneBits) lane(word uint64, i int) uint64 {
	return word >> (uint(i) * uint(b)) & (^uint64(0) >> (64 - b))
}

// put adds a range's weights to lane i of words.
func (b laneBits) put(packed *words, i int, w *weights) {
	for h, weight := range w {
		packed[h] += uint64(weight) << (uint(i) * uint(b))
	}
}

// pack puts the weights of up to perWord ranges in the lanes of words.
func (b laneBits) pack(ranges []*weights) *words {
	packed := new(words)
	for i, w := range ranges {
		b.put(packed, i, w)
	}
	return packed
}

// evenMask selects lanes 0, 2, ..., or all 64 bits of a single lane.
func (b laneBits) evenMask() uint64 {
	switch b {
	case 16:
		return 0x0000_ffff_0000_ffff
	case 32:
		return 0x0000_0000_ffff_ffff
	}
	return ^uint64(0)
}
