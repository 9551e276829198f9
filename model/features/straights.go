package features

import "math/bits"

// A rank mask has bit r for rank r: bit 0 is the deuce and bit 12 the ace. A ladder is the mask shifted
// up by one place, with the ace below the deuce as well: bits 0 and 13 are both the ace. The ten windows
// of a straight, A-5 to T-A, are five neighbouring bits each.
const (
	aceBit     = 1 << 12
	window     = 0b11111
	numWindows = 10
	ladderAce  = 1<<13 | 1<<0

	// openLows are the lowest ranks, deuce to ten, of four in a row that are open at both ends: A-2-3-4
	// has nothing below and J-Q-K-A nothing above.
	openLows = 0b1_1111_1111
)

func ladder(ranks uint16) uint16 { return ranks<<1 | ranks>>12 }

// connected reports whether two different ranks lie in one window.
func connected(ranks uint16) bool {
	l := ladder(ranks)
	near := l<<1 | l<<2 | l<<3 | l<<4 // one to four above a rank
	return l&near != 0
}

// straights describes how the ranks of up to five cards lie in the windows.
type straights struct {
	complete bool   // a window is full
	openLow  uint16 // mask of the lowest ranks of four in a row, open at both ends
	outs     uint8  // number of ranks that would fill a window
	backdoor uint8  // number of windows that hold exactly three ranks
}

func straightsOf(ranks uint16) straights {
	var s straights
	var missing uint16
	l := ladder(ranks)
	for low := range numWindows {
		switch w := uint16(window << low); bits.OnesCount16(l & w) {
		case 5:
			s.complete = true
		case 4:
			missing |= w &^ l
		case 3:
			s.backdoor++
		}
	}
	if missing&ladderAce != 0 { // both places are the one ace
		missing |= ladderAce
		missing ^= 1
	}
	s.outs = uint8(bits.OnesCount16(missing))
	s.openLow = ranks & (ranks >> 1) & (ranks >> 2) & (ranks >> 3) & openLows
	return s
}

// missingRanks counts the ranks between the lowest and the highest of a non-empty mask that it lacks,
// with the ace high or low, whichever gives fewer.
func missingRanks(ranks uint16) uint8 {
	high := absent(ranks)
	if ranks&aceBit == 0 {
		return high
	}
	return min(high, absent(ladder(ranks)&^(1<<13)))
}

// absent counts the zeros between the lowest and the highest one of a non-zero mask.
func absent(mask uint16) uint8 {
	return uint8(bits.Len16(mask) - bits.TrailingZeros16(mask) - bits.OnesCount16(mask))
}
