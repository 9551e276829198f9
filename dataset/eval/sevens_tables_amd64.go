package eval

import (
	"math/bits"

	"feltlab/model/cards"
)

// sevenKind says how the kernel finds the best five of a kind of seven cards. A kind has a number of different ranks
// and a number of ranks with two or three cards. A hand with a flush counts only the cards of its suit.
//
// The main ranks are the quads and either the pairs (mainPairs) or the trips. The other ranks are the kickers. The
// kernel drops the lowest main rank (dropMain) and the lowest kickers.
type sevenKind struct {
	ranks, twos         int
	of                  Category
	mainPairs, dropMain bool
	noSingles           bool // single cards are no kickers
	kickersDropped      int
}

var sevenKinds = []sevenKind{
	{ranks: 7, of: HighCard, kickersDropped: 2},
	{ranks: 6, of: HighCard, kickersDropped: 1}, // of a flush
	{ranks: 5, of: HighCard},                    // of a flush
	{ranks: 6, twos: 1, of: Pair, mainPairs: true, kickersDropped: 2},
	{ranks: 5, twos: 2, of: TwoPair, mainPairs: true, kickersDropped: 2},
	{ranks: 4, twos: 3, of: TwoPair, mainPairs: true, dropMain: true, kickersDropped: 1}, // three pairs
	{ranks: 5, twos: 1, of: Trips, kickersDropped: 2},
	{ranks: 4, twos: 2, of: FullHouse, noSingles: true},
	{ranks: 3, twos: 3, of: FullHouse, noSingles: true, kickersDropped: 1}, // with two pairs
	{ranks: 3, twos: 2, of: FullHouse, noSingles: true, dropMain: true},    // two trips
	{ranks: 4, twos: 0, of: Quads, kickersDropped: 2},
	{ranks: 3, twos: 1, of: Quads, kickersDropped: 1}, // with a pair
	{ranks: 2, twos: 1, of: Quads, mainPairs: true},   // with trips; mainPairs keeps the trips from being main
}

// kickersOf is the number of strengths of a category that share their main ranks. The kernel also reads from it the
// number of kickers: 1277 means five, 220 three, 66 two, 11 and 12 one.
var kickersOf = [NumCategories]uint16{HighCard: 1277, Pair: 220, TwoPair: 11, Trips: 66, FullHouse: 12, Quads: 12}

const yes = 1<<16 - 1 // also minus one, which drops the lowest bit of a set

// Tables of the kernel: a vector of words, one for each hand or for each index of five bits; a vector of bytes; and two
// vectors of words, one for each index of six bits.
type (
	words   [lanes]uint16
	bytes64 [2 * lanes]uint8
	words64 [2 * lanes]uint16
)

// kernelConstants are numbered by scripts/gen-kernels/eval.go in the order of the fields.
type kernelConstants struct {
	// firstFour and lastThree collect the cards of 16 hands from two vectors, the hands' first and last 64 bytes.
	// FirstFour takes cards 0 and 1 of each hand, then 2 and 3; lastThree takes 4 and 5, then 6 and a byte that the
	// kernel clears.
	firstFour, lastThree bytes64
	oneHot               words   // the bit of a rank
	suitMarks            bytes64 // the two bits of a card's suit as bits 0 and 4
	otherByte            bytes64 // swaps the bytes of a word
	lowByte, highByte    words   // bits 0 and 4 of a byte of the words
	minusOne, five       words

	// The index of these tables is the kind, ranks + 8*twos. MainPairs to dropSecond are yes or 0; perMain is
	// kickersOf; first is the strength of the kind's worst hand, less 16*perMain for high cards.
	mainPairs, dropMain, keepSingles, dropFirst, dropSecond, perMain, first words

	secondMain                                       words // what the higher of two main ranks adds
	oneKicker, twoKickers, threeKickers, fiveKickers words // values of kickersOf; oneKicker is an upper limit
	aceBit                                           words

	// What the lower six ranks of the kickers add, and what the higher ones add.
	lowKickers, highOne, highTwo, highThree, highFive, highAce words64

	straights               words // strengths, by the number of ranks up to where a straight starts
	flushStep, straightStep words // from high cards to flushes, from straights to straight flushes
}

var constants = newConstants()

func newConstants() (v kernelConstants) {
	const halfBytes = 7 * lanes / 2 // bytes of 16 hands
	for i := range halfBytes {
		hand, card := i/7, i%7
		at := i
		if i >= len(v.firstFour) {
			at += 2*len(v.firstFour) - halfBytes // in the second vector
		}
		to := &v.firstFour
		if card >= 4 {
			to = &v.lastThree
		}
		to[card%4/2*lanes+2*hand+card%2] = uint8(at)
	}
	for i := range v.suitMarks {
		v.suitMarks[i] = uint8(i&1 | i&2<<3)
		v.otherByte[i] = uint8(i ^ 1)
	}
	for i := range lanes {
		v.oneHot[i] = 1 << (i % 16)
		v.lowByte[i], v.highByte[i] = 0x0011, 0x1100
		v.minusOne[i], v.five[i] = yes, 5
		v.oneKicker[i], v.twoKickers[i] = kickersOf[Quads], kickersOf[Trips]
		v.threeKickers[i], v.fiveKickers[i] = kickersOf[Pair], kickersOf[HighCard]
		v.aceBit[i] = 1 << (cards.NumRanks - 1)
		v.flushStep[i] = uint16(weakest[Flush] - weakest[HighCard])
		v.straightStep[i] = uint16(weakest[StraightFlush] - weakest[Straight])
	}
	for _, k := range sevenKinds {
		v.setKind(k)
	}
	for i := range cards.NumRanks {
		v.secondMain[i] = kickersOf[TwoPair] * colex(1<<i, 2)
	}
	for i := range weakest[Flush] - weakest[Straight] {
		v.straights[i+1] = uint16(weakest[Straight] + i)
	}
	v.setKickers()
	return v
}

func (v *kernelConstants) setKind(k sevenKind) {
	set := func(table *words, is bool) {
		if is {
			table[k.ranks+8*k.twos] = yes
		}
	}
	set(&v.mainPairs, k.mainPairs)
	set(&v.dropMain, k.dropMain)
	set(&v.keepSingles, !k.noSingles)
	set(&v.dropFirst, k.kickersDropped >= 1)
	set(&v.dropSecond, k.kickersDropped == 2)
	i := k.ranks + 8*k.twos
	v.perMain[i], v.first[i] = kickersOf[k.of], uint16(weakest[k.of])
	if k.of == HighCard {
		v.first[i] -= 16 * v.perMain[i] // without a main rank the kernel counts 16 bits below it
	}
}

// setKickers numbers sets of up to five ranks as the sum of an entry for the lower six ranks and one for the higher.
// Sets of five skip the straights: as many straights are below a set as its highest rank is above a six, and one more
// (five high) if it has an ace.
func (v *kernelConstants) setKickers() {
	straightsBelow := func(ranks uint) uint16 { return uint16(max(0, bits.Len(ranks)-5)) }
	for i := range uint(len(v.lowKickers)) {
		v.lowKickers[i] = colex(i, bits.OnesCount(i))
		if bits.OnesCount(i) == 5 {
			v.lowKickers[i] -= straightsBelow(i)
		}
		high := i * uint(len(v.lowKickers))
		v.highOne[i], v.highTwo[i], v.highThree[i] = colex(high, 1), colex(high, 2), colex(high, 3)
		v.highFive[i] = colex(high, 5) - straightsBelow(high)
		v.highAce[i] = colex(high|uint(v.aceBit[0]), 5) - straightsBelow(uint(v.aceBit[0])) - 1
	}
}

// colex returns what the highest of k ranks add to their number among all sets of k ranks, in colexicographic order.
func colex(ranks uint, k int) (number uint16) {
	for ; ranks != 0 && k > 0; k-- {
		top := bits.Len(ranks) - 1
		ranks &^= 1 << top
		ways := 1 // sets of k ranks below the top one
		for i := range k {
			ways = ways * (top - i) / (i + 1)
		}
		number += uint16(ways)
	}
	return number
}
