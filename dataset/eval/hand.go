package eval

import (
	_ "embed"
	"math/bits"

	"feltlab/model/cards"
)

// Hand is a hand of up to seven different cards, a small value: Add returns a new hand. The zero value is
// the empty hand. The strength of a hand with a card twice, or with more than seven cards, has no meaning.
type Hand struct {
	sum   uint64 // the sum of the cards' words: see rowShift, sizeStep, suitStep
	suits uint64 // suits holds the set of ranks of each suit, 16 bits a suit, clubs lowest
}

// Layout of a card's word. The fields of up to seven words add up without overflowing into each other,
// except for one constant borrow. From the lowest bit:
//
//	 0-15  place of the rank, modulo 2^16; its carries, at most 6, end in bits 16-18
//	19-42  four suits, clubs lowest, six bits each
//	45-50  size, modulo 2^6; it borrows from the row
//	51-63  row of the rank, modulo 2^13
const (
	suitShift = 19
	suitBits  = 6
	sizeShift = 45
	rowShift  = 64 - rowBits

	// suitStep is added for a card to its suit. Bit 5 is set if the suit has five to seven cards:
	// 4*7 < 32 <= 5*7 and 7*7 < 64.
	suitStep = 7
	// sizeStep is subtracted from the size for a card. With 1 to 7 cards the size borrows one from the row
	// and is 59, 54, 49, 44, 39, 34 and 29: bit 5 is clear for 7 cards only.
	sizeStep = 5

	fiveOfSuit = (1<<5 | 1<<11 | 1<<17 | 1<<23) << suitShift
	notSeven   = 1 << 5 << sizeShift
	uncommon   = fiveOfSuit | notSeven
)

// cardSum and cardSuits are the words of the cards. The arrays have an entry for every 8-bit number, so that
// the compiler drops the bounds check; numbers above 51 add nothing.
var cardSum, cardSuits = cardWords()

func cardWords() (sum, suits [256]uint64) {
	for c := range cards.Card(cards.NumCards) {
		r, s := c.Rank(), c.Suit()
		key := rankKeys[r]
		sum[c] = uint64(key.row)<<rowShift - sizeStep<<sizeShift + suitStep<<(suitShift+suitBits*s) + uint64(key.place)
		suits[c] = 1 << (16*uint(s) + uint(r))
	}
	return sum, suits
}

var comboHands = func() (hands [2048]Hand) {
	for combo := range cards.Combo(cards.NumCombos) {
		low, high := combo.Cards()
		hands[combo] = Hand{}.Add(low).Add(high)
	}
	return hands
}()

// Add returns the hand with one more card.
func (h Hand) Add(c cards.Card) Hand {
	return Hand{h.sum + cardSum[c], h.suits | cardSuits[c]}
}

// Merge returns the hand with the cards of both hands, which must have none in common.
func (h Hand) Merge(other Hand) Hand {
	return Hand{h.sum + other.sum, h.suits | other.suits}
}

// Len returns the number of cards.
func (h Hand) Len() int { return bits.OnesCount64(h.suits) }

// Strength returns the strength of the best five of the hand's 5, 6 or 7 cards, and 0 if it has fewer than
// five. The compiler inlines it, and it calls nothing, so that loops keep their registers.
func (h Hand) Strength() Strength {
	if h.sum&uncommon == 0 {
		return sevenTable[uint16(h.sum)+sevenShifts[h.sum>>rowShift]]
	}
	if h.sum&fiveOfSuit != 0 {
		return h.flush()
	}
	return smallTable[(uint16(h.sum)+smallShifts[h.sum>>rowShift])%smallSlots]
}

// RankStrength returns the strength that seven cards would have if no five of them shared a suit. Their ranks alone
// count, so that the cards may have any suits, and one card may be there twice.
func (h Hand) RankStrength() Strength { return ofRanks(h.sum) }

// flush returns the strength of a hand with five to seven cards of a suit.
func (h Hand) flush() Strength {
	// Suit s sets bit 24+6s; times 43/16, rounded down, that is 16s modulo 64.
	return flushTable[h.suits>>(bits.TrailingZeros64(h.sum&fiveOfSuit)*43>>4&63)%flushSlots]
}

// HandOfCombo returns the hand of a combo by a table look-up.
func HandOfCombo(combo cards.Combo) Hand { return comboHands[int(combo)%len(comboHands)] }

// HandOf returns the hand of a set of cards.
func HandOf(set cards.Set) Hand {
	var h Hand
	for ; set != 0; set &= set - 1 {
		h = h.Add(set.Min())
	}
	return h
}

// Of returns the strength of a set of 5, 6 or 7 cards, and 0 for any other number.
func Of(set cards.Set) Strength {
	if set.Len() > 7 {
		return 0
	}
	return HandOf(set).Strength()
}

// CategoryOf returns the category of 1 to 7 cards; of fewer than five only equal ranks make one.
func CategoryOf(set cards.Set) Category {
	if set.Len() >= 5 {
		return Of(set).Category()
	}
	var count [cards.NumRanks]int
	pairs, most := 0, 1
	for _, c := range set.Cards() {
		r := c.Rank()
		if count[r]++; count[r] == 2 {
			pairs++
		}
		most = max(most, count[r])
	}
	if pairs == 2 {
		return TwoPair
	}
	return [...]Category{1: HighCard, Pair, Trips, Quads}[most]
}

//go:embed tables.bin
var tables string

// The tables. Their sizes are powers of two, so that a masked index needs no bounds check.
var (
	// sevenShifts and smallShifts have the displacement of each row of sums in its rank table.
	sevenShifts, smallShifts [1 << rowBits]uint16
	flushTable               [flushSlots]Strength // flushTable has the strength of five to seven ranks of one suit
	sevenTable               [sevenSlots]Strength
	smallTable               [smallSlots]Strength
)

func init() {
	rest := tables
	rest = load(rest, sevenShifts[:])
	rest = load(rest, smallShifts[:])
	rest = load(rest, flushTable[:])
	rest = load(rest, sevenTable[:])
	load(rest, smallTable[:])
}

func load[T ~uint16](data string, table []T) (rest string) {
	for i := range table {
		table[i] = T(data[2*i]) | T(data[2*i+1])<<8
	}
	return data[2*len(table):]
}

// Strength is a hand's number among the 7,462 classes of equal five-card hands: the larger wins, equal
// strengths tie. 0 is no hand.
type Strength uint16

// NumStrengths is the number of strengths, 1 to NumStrengths.
const NumStrengths = 7462

// Category is the category of a hand; larger is better.
type Category uint8

// The categories. A royal flush is the best straight flush.
const (
	HighCard Category = iota
	Pair
	TwoPair
	Trips
	Straight
	Flush
	FullHouse
	Quads
	StraightFlush
)

// NumCategories is the number of categories.
const NumCategories = int(StraightFlush) + 1

var categoryNames = [NumCategories]string{
	"high card", "pair", "two pair", "three of a kind", "straight", "flush",
	"full house", "four of a kind", "straight flush",
}

// String returns the category's name in words, such as "two pair".
func (c Category) String() string {
	if int(c) >= NumCategories {
		return "no category"
	}
	return categoryNames[c]
}

// Category returns the category of a strength, and HighCard for strength 0.
func (s Strength) Category() Category {
	c := StraightFlush
	for c > HighCard && s < weakest[c] {
		c--
	}
	return c
}
