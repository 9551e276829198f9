package eval

// Strength is a hand's place among the 7,462 classes of five-card hands that tie: larger
// is better, equal is a tie. 0 is no hand.
type Strength uint16

// NumStrengths is the number of strengths of a hand, 1 to NumStrengths.
const NumStrengths = 7462

// Category is the kind of hand a strength belongs to; larger is better.
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

// Category returns the kind of hand; Strength 0, no hand, counts as a high card.
func (s Strength) Category() Category {
	c := StraightFlush
	for c > HighCard && s < weakest[c] {
		c--
	}
	return c
}
