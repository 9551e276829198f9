package cards

import "math/bits"

// Set is a set of cards: bit c stands for card c. The zero value is empty.
type Set uint64

// FullDeck holds all 52 cards.
const FullDeck Set = 1<<NumCards - 1

// SetOf returns the set of the given cards.
func SetOf(cards ...Card) Set {
	var s Set
	for _, c := range cards {
		s |= 1 << c
	}
	return s
}

// Has reports whether c is in the set.
func (s Set) Has(c Card) bool { return s>>c&1 != 0 }

// With returns the set with c added.
func (s Set) With(c Card) Set { return s | 1<<c }

// Without returns the set with c removed.
func (s Set) Without(c Card) Set { return s &^ (1 << c) }

// Len returns the number of cards.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// Min returns the lowest card; the set must not be empty.
func (s Set) Min() Card { return Card(bits.TrailingZeros64(uint64(s))) }

// Cards lists the set in ascending order.
func (s Set) Cards() []Card {
	out := make([]Card, 0, s.Len())
	for ; s != 0; s &= s - 1 {
		out = append(out, s.Min())
	}
	return out
}

// String writes the cards from the highest down, such as "AhKd2c".
func (s Set) String() string {
	cards := s.Cards()
	for i, j := 0, len(cards)-1; i < j; i, j = i+1, j-1 {
		cards[i], cards[j] = cards[j], cards[i]
	}
	return Format(cards)
}
