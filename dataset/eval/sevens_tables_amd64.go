package eval

import (
	"math/bits"

	"feltlab/model/cards"
)

// sevenKind says how the kernel takes the best five from a kind of seven cards. A kind is all cards with as many
// different ranks, and as many ranks of which there are two or three cards; of a flush, its suit's cards are all cards.
//
// Main ranks are those of pairs (with mainPairs) or else of trips, and of quads. Of these, and of the other ranks, the
// kickers, the lowest are dropped, so that those of the best five cards are left.
type sevenKind struct {
	ranks, twos    int
	of             Category
	mainPairs      bool
	mainDropped    int
	noSingles      bool // ranks of one card are no kickers
	kickersDropped int
}

var sevenKinds = []sevenKind{
	{ranks: 7, of: HighCard, kickersDropped: 2},
	{ranks: 6, of: HighCard, kickersDropped: 1}, // of a flush
	{ranks: 5, of: HighCard},                    // of a flush
	{ranks: 6, twos: 1, of: Pair, mainPairs: true, kickersDropped: 2},
	{ranks: 5, twos: 2, of: TwoPair, mainPairs: true, kickersDropped: 2},
	{ranks: 4, twos: 3, of: TwoPair, mainPairs: true, mainDropped: 1, kickersDropped: 1}, // three pairs
	{ranks: 5, twos: 1, of: Trips, kickersDropped: 2},
	{ranks: 4, twos: 2, of: FullHouse, noSingles: true},
	{ranks: 3, twos: 3, of: FullHouse, noSingles: true, kickersDropped: 1}, // with two pairs
	{ranks: 3, twos: 2, of: FullHouse, noSingles: true, mainDropped: 1},    // two trips
	{ranks: 4, twos: 0, of: Quads, kickersDropped: 2},
	{ranks: 3, twos: 1, of: Quads, kickersDropped: 1}, // with a pair
	{ranks: 2, twos: 1, of: Quads, mainPairs: true},   // with trips, which are no pair
}

// kickersOf has the number of hands of a category with the same main ranks. The kernel tells by it how many kickers a
// hand has: five, three, one, two, one and one.
var kickersOf = [NumCategories]uint16{HighCard: 1277, Pair: 220, TwoPair: 11, Trips: 66, FullHouse: 12, Quads: 12}

const yes = 1<<16 - 1 // also minus one, which drops the lowest bit of a set

// Tables of the kernel have a word for each of its hands or for an index of five bits, or 64 entries.
type (
	words     [lanes]uint16
	longWords [2 * lanes]uint16
	longBytes [2 * lanes]uint8
)

// sevenConstants are the kernel's. It knows their order.
type sevenConstants struct {
	// firstFour and lastThree say where the cards of 16 hands are in two vectors, their first and their last 64 bytes:
	// cards 0 and 1 of each hand, then 2 and 3; cards 4 and 5, then 6 and none.
	firstFour, lastThree longBytes
	oneHot               words     // the bit of a rank
	suitBits             longBytes // the two bits of a card's suit as bits 0 and 4
	otherByte            longBytes // swaps the bytes of a word
	lowCard, highCard    words     // bits 0 and 4 of the lower byte of a word, and of the upper one
	minusOne, five       words
	// By a kind's number, ranks + 8*twos: yes or no; minus one or nothing for the first and the second rank to be dropped;
	// kickersOf, and the strength of the worst hand.
	mainPairs, dropMain, keepSingles, dropFirst, dropSecond, factor, weakest words

	secondMain                                          words // what the higher of two main ranks adds
	oneKicker, twoKickers, threeKickers, fiveKickers    words // kickersOf: at most, or just this
	aceBit                                              words
	low, highOne, highTwo, highThree, highFive, highAce longWords // what the lower six ranks of kickers add, and the higher
	straights                                           words     // strengths, by the number of ranks up to where a straight starts
	flushStep, straightStep                             words     // from high cards to flushes, from straights to straight flushes
}

var sevensConstants = newSevenConstants()

func newSevenConstants() (v sevenConstants) {
	const sixteen = 7 * lanes / 2 // bytes
	for i := range sixteen {
		hand, card := i/7, i%7
		at := i
		if i >= len(v.firstFour) {
			at += 2*len(v.firstFour) - sixteen // in the second vector
		}
		to := &v.firstFour
		if card >= 4 {
			to = &v.lastThree
		}
		to[card%4/2*lanes+2*hand+card%2] = uint8(at)
	}
	for i := range v.suitBits {
		v.suitBits[i] = uint8(i&1 | i&2<<3)
		v.otherByte[i] = uint8(i ^ 1)
	}
	for i := range lanes {
		v.oneHot[i] = 1 << (i % 16)
		v.lowCard[i], v.highCard[i] = 0x0011, 0x1100
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

func (v *sevenConstants) setKind(k sevenKind) {
	set := func(table *words, is bool) {
		if is {
			table[k.ranks+8*k.twos] = yes
		}
	}
	set(&v.mainPairs, k.mainPairs)
	set(&v.dropMain, k.mainDropped == 1)
	set(&v.keepSingles, !k.noSingles)
	set(&v.dropFirst, k.kickersDropped >= 1)
	set(&v.dropSecond, k.kickersDropped == 2)
	i := k.ranks + 8*k.twos
	v.factor[i], v.weakest[i] = kickersOf[k.of], uint16(weakest[k.of])
	if k.of == HighCard {
		v.weakest[i] -= 16 * v.factor[i] // 16 bits are below no main rank
	}
}

// setKickers numbers sets of up to five ranks: the lower six ranks add low, the higher one of the others. Of five
// kickers, straights are left out: those below a hand are as many as its highest rank is above a six, and of an ace one
// more, the one from ace to five.
func (v *sevenConstants) setKickers() {
	straightsBelow := func(ranks uint) uint16 { return uint16(max(0, bits.Len(ranks)-5)) }
	for i := range uint(len(v.low)) {
		v.low[i] = colex(i, bits.OnesCount(i))
		if bits.OnesCount(i) == 5 {
			v.low[i] -= straightsBelow(i)
		}
		high := i * uint(len(v.low))
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
