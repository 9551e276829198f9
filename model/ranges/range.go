package ranges

import (
	"fmt"
	"strings"
	"sync"

	"feltlab/model/cards"
)

// MaxWeight is the largest weight in a range, since the text form has nine digits for a ratio. Weights are
// divided by their greatest common divisor first.
const MaxWeight = 1_000_000_000

// Range is a weighted set of two-card hands. It is not empty, never changes, and is safe for concurrent
// use. Use it through a pointer.
type Range struct {
	weights   [cards.NumCombos]uint32
	len       int
	max       uint32
	symmetric bool
	rounded   bool

	printOnce, plainOnce sync.Once
	text, plain          string
}

// FromWeights returns the range with an integer weight for each combo. It divides the weights by their greatest common
// divisor. The error says that all weights are zero, or that the largest is above MaxWeight after the division.
func FromWeights(weights *[cards.NumCombos]uint32) (*Range, error) {
	r := &Range{symmetric: true}
	var wide units
	for h, w := range weights {
		wide[h] = uint64(w)
	}
	reduced, rounded := reduce(&wide)
	for h, w := range reduced {
		if w > 0 {
			r.len++
		}
		r.max = max(r.max, w)
		r.symmetric = r.symmetric && w == reduced[cards.Combo(h).Class().Representative()]
	}
	switch {
	case r.len == 0:
		return nil, fmt.Errorf("empty range: all %d weights are zero", cards.NumCombos)
	case rounded:
		return nil, fmt.Errorf("the largest weight is above %d in lowest terms", MaxWeight)
	}
	r.weights = *reduced
	return r, nil
}

// OfCombos returns the range of some combos, at least one, with equal weights.
func OfCombos(list ...cards.Combo) *Range {
	var weights [cards.NumCombos]uint32
	for _, h := range list {
		weights[h] = 1
	}
	r, err := FromWeights(&weights)
	if err != nil {
		panic(err) // no combo
	}
	return r
}

// Weight returns the weight of a combo, 0 if it is not in the range. The weights of a range have no common
// divisor; only their ratios matter.
func (r *Range) Weight(h cards.Combo) uint32 { return r.weights[h] }

// Weights returns all weights, indexed by combo. The array is shared: do not change it.
func (r *Range) Weights() *[cards.NumCombos]uint32 { return &r.weights }

// Len returns the number of combos with a positive weight, 1 to 1,326.
func (r *Range) Len() int { return r.len }

// Uniform reports whether all combos in the range have the same weight, which is then 1.
func (r *Range) Uniform() bool { return r.max == 1 }

// SuitSymmetric reports whether in each class all combos have the same weight.
func (r *Range) SuitSymmetric() bool { return r.symmetric }

// Rounded reports whether Parse rounded weights of more than nine digits, and which part of the largest weight each
// weight is off at most: half of 1/MaxWeight.
func (r *Range) Rounded() bool { return r.rounded }

// Equal reports whether two ranges give every combo the same weight.
func (r *Range) Equal(other *Range) bool { return r.weights == other.weights }

// String returns the canonical text of the range: a shortest one that Parse reads back as an equal range.
// It is the same for equal ranges, and computed once.
func (r *Range) String() string {
	r.printOnce.Do(func() { r.text = printRange(&r.weights, r.max, false) })
	return r.text
}

// Hand is a starting hand: two cards, or a class where suits do not matter.
type Hand struct {
	Text     string      // canonical: "AA", "AKs", or "AhKd" with the higher card first
	Class    cards.Class // the class, or the class of the two cards
	Combo    cards.Combo // the two cards; of a class, its Representative
	Specific bool        // whether the text names two cards
}

// String returns the canonical text.
func (h Hand) String() string { return h.Text }

// MarshalText returns the canonical text.
func (h Hand) MarshalText() ([]byte, error) { return []byte(h.Text), nil }

// UnmarshalText reads what ParseHand reads.
func (h *Hand) UnmarshalText(text []byte) (err error) {
	*h, err = ParseHand(string(text))
	return err
}

// ParseHand reads a class such as AA, AKs or T9o, or two cards such as AhKd. Errors say what is wrong and
// wrap those of model/cards.
func ParseHand(text string) (Hand, error) {
	if n := severalHands(text); n > 0 {
		return Hand{}, handError(fmt.Errorf("%q is %d hands, not one", text, n))
	}
	if looksSpecific(text) {
		h, err := cards.ParseCombo(text)
		if err != nil {
			return Hand{}, handError(err)
		}
		return Hand{Text: h.String(), Class: h.Class(), Combo: h, Specific: true}, nil
	}
	k, err := cards.ParseClass(text)
	if err != nil {
		return Hand{}, handError(err)
	}
	return Hand{Text: k.String(), Class: k, Combo: k.Representative()}, nil
}

// severalHands returns how many hands a text lists, separated by commas or spaces; 0 if it is no such list.
func severalHands(text string) int {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
	if len(parts) < 2 {
		return 0
	}
	for _, part := range parts {
		if _, err := ParseHand(part); err != nil {
			return 0
		}
	}
	return len(parts)
}

// looksSpecific reports whether a text is meant to be cards, as "AhK" and "AhKdQc" are, and not a class, as
// "AKx" and "" are.
func looksSpecific(text string) bool {
	if len(text) < 2 {
		return false
	}
	_, suit := cards.ParseSuit(text[1])
	return suit || len(text) > 3
}

func handError(err error) error {
	return fmt.Errorf("%w; want a class such as AA, AKs or T9o, or two cards such as AhKd", err)
}

// ChenMode selects the rules as Kumar & Keshner state them or as their numbers follow them.
type ChenMode uint8

const (
	ChenStated ChenMode = iota // ChenStated follows the rules as stated
	// ChenAsPublished uses the difference of the ranks instead of the number of ranks between them in
	// rules 4 and 5, as the paper's table does: AK, which misses no rank, costs 1. It does not raise small
	// pairs to 5 points either: 22, 33 and 44 have 2, 3 and 4.
	ChenAsPublished
)

// ChenScore returns the points of a class as stated, -1 (72o) to 20 (AA).
func ChenScore(k cards.Class) int { return ChenStated.Score(k) }

// ChenWeight returns the weight of a class in the range "chen", max(ChenScore, 1), 1 to 20.
func ChenWeight(k cards.Class) int { return ChenStated.Weight(k) }

// Weight returns max(Score, 1).
func (m ChenMode) Weight(k cards.Class) int { return max(m.Score(k), 1) }

// Score returns the points of a class in this mode.
func (m ChenMode) Score(k cards.Class) int {
	high, low := k.Ranks()
	halves := ChenCardHalves(high)
	if k.Pair() {
		const leastPair = 2 * 5
		if m == ChenAsPublished {
			return roundUp(2 * halves)
		}
		return roundUp(max(2*halves, leastPair))
	}
	if k.Suited() {
		halves += 2 * 2
	}
	gap := int(high-low) - 1
	if m == ChenAsPublished {
		gap++
	}
	halves -= 2 * ChenGapCost(gap)
	if gap <= 1 && high < cards.Queen {
		halves += 2 * 1
	}
	return roundUp(halves)
}

// ChenGapCost returns the points that a number of ranks between the cards costs.
func ChenGapCost(gap int) int { return [...]int{0, 1, 2, 4, 5}[min(gap, 4)] }

// ChenCardHalves returns twice a card's points, an integer.
func ChenCardHalves(r cards.Rank) int {
	if r >= cards.Jack {
		return 2 * [...]int{6, 7, 8, 10}[r-cards.Jack]
	}
	return int(r) + 2 // the pips; a ten has 5 points as well
}

func roundUp(halves int) int { return (halves + 1) >> 1 }
