package eval

import (
	"golang.org/x/sys/cpu"

	"feltlab/model/cards"
)

var hasKernel = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI

const (
	lanes = 16         // hands that the kernel adds up at a time
	batch = 32 * lanes // hands of a call
	// keyRow is the lowest bit of the row in a rank's key of 32 bits: below are the place and its carries.
	keyRow = 19
	// Suits are counted in bytes, from bytesStart, so that five cards set a byte's highest bit.
	bytesStart, byteFives = 0x7b7b7b7b, 0x80808080
)

// sevensConstants are the vectors that the kernel keeps in registers.
var sevensConstants = func() (v struct {
	bytes           [2][lanes]uint32 // which bytes of two vectors are the first four cards of the hands, and the others
	ranks, suits    [lanes]uint32    // the key of a rank; one for a suit
	noRanks, noSuit [lanes]uint32    // the sums over no cards
	fives           [lanes]uint32
	numbers, step   [lanes]uint32 // the numbers of the first hands, and the distance to those of the next
}) {
	for i := range lanes {
		v.noRanks[i] = 1<<32 - 1<<keyRow // one less than the sum of rows, as in Hand: see rowShift
		v.noSuit[i], v.fives[i] = bytesStart, byteFives
		v.numbers[i], v.step[i] = uint32(i), lanes
		v.suits[i] = 1 << (8 * (i % cards.NumSuits))
		for k := range 7 {
			at := 7*i + k
			if at >= 64 {
				at += 64 - (7*lanes - 64) // the second vector is the last 64 bytes
			}
			v.bytes[k/4][i] |= uint32(at) << (8 * (k % 4))
		}
	}
	for r, key := range rankKeys {
		v.ranks[r] = uint32(key.row)<<keyRow | uint32(key.place)
	}
	return v
}()

// byKernel sets the strengths of the first hands, all but fewer than lanes, and returns their number; without a
// kernel it returns 0. Numbers that are no cards give strengths without meaning: the kernel's indices have 13 and 16
// bits, as the tables have.
func byKernel(hands [][7]cards.Card, strengths []Strength) (done int) {
	if !hasKernel {
		return 0
	}
	var flushes [batch]uint32
	for len(hands)-done >= lanes {
		size := min(len(hands)-done, batch) &^ (lanes - 1)
		of, out := hands[done:done+size], strengths[done:done+size]
		n := sevensAVX512((*uint8)(&of[0][0]), size/lanes, &sevensConstants.bytes[0][0],
			(*uint16)(&out[0]), &sevenShifts[0], (*uint16)(&sevenTable[0]), &flushes[0])
		for _, i := range flushes[:n] {
			out[i] = flushOf(&of[i], sumOf(&of[i]))
		}
		done += size
	}
	return done
}
