package eval

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
