package cards

import (
	"math/bits"
	"slices"
)

// NumCombos is the number of two-card hands, C(52,2).
const NumCombos = NumCards * (NumCards - 1) / 2

// Combo is a two-card hand {a < b}, numbered b(b-1)/2 + a.
type Combo uint16

var comboCards = func() (table [NumCombos][2]Card) {
	for b := range Card(NumCards) {
		for a := range b {
			table[ComboOf(a, b)] = [2]Card{a, b}
		}
	}
	return table
}()

// ComboOf returns the combo of two different cards, in either order.
func ComboOf(a, b Card) Combo {
	if a > b {
		a, b = b, a
	}
	return Combo(int(b)*(int(b)-1)/2 + int(a))
}

// Cards returns the two cards, the lower first.
func (h Combo) Cards() (low, high Card) {
	pair := &comboCards[h]
	return pair[0], pair[1]
}

// Set returns the two cards as a set.
func (h Combo) Set() Set {
	low, high := h.Cards()
	return 1<<low | 1<<high
}

// Class returns the combo's class of starting hands.
func (h Combo) Class() Class {
	low, high := h.Cards()
	return ClassOf(high.Rank(), low.Rank(), low.Suit() == high.Suit())
}

// Permute returns the combo with its suits permuted.
func (h Combo) Permute(p SuitPerm) Combo {
	low, high := h.Cards()
	return ComboOf(p.Card(low), p.Card(high))
}

// String writes the higher card first, such as "AhKd".
func (h Combo) String() string {
	low, high := h.Cards()
	return high.String() + low.String()
}

// ParseCombo reads two different cards such as "AhKd".
func ParseCombo(s string) (Combo, error) {
	cards, err := parseList(s, "hand", "2", 2)
	if err != nil {
		return 0, err
	}
	return ComboOf(cards[0], cards[1]), nil
}

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
	slices.Reverse(cards)
	return Format(cards)
}

// SuitPerm is a permutation of the suits: suit s becomes p[s].
type SuitPerm [NumSuits]Suit

// SuitPerms lists the 24 permutations of the suits, the identity first.
var SuitPerms = func() (out [24]SuitPerm) {
	n := 0
	for a := range Suit(NumSuits) {
		for b := range Suit(NumSuits) {
			for c := range Suit(NumSuits) {
				if a != b && a != c && b != c {
					out[n] = SuitPerm{a, b, c, 6 - a - b - c}
					n++
				}
			}
		}
	}
	return out
}()

// Card returns c with its suit permuted.
func (p SuitPerm) Card(c Card) Card { return c&^3 | Card(p[c&3]) }

// Set returns s with every suit permuted.
func (p SuitPerm) Set(s Set) Set {
	const oneSuit Set = 0x1111111111111
	var out Set
	for suit, to := range p {
		out |= (s >> suit & oneSuit) << to
	}
	return out
}

// Inverse returns the permutation that undoes p.
func (p SuitPerm) Inverse() SuitPerm {
	var q SuitPerm
	for suit, to := range p {
		q[to] = Suit(suit)
	}
	return q
}

// Then returns the permutation that applies p and then q.
func (p SuitPerm) Then(q SuitPerm) SuitPerm {
	var r SuitPerm
	for suit, to := range p {
		r[suit] = q[to]
	}
	return r
}

// Stabilizer lists the suit permutations that map the set to itself, the identity first.
func (s Set) Stabilizer() []SuitPerm {
	var out []SuitPerm
	for _, p := range SuitPerms {
		if p.Set(s) == s {
			out = append(out, p)
		}
	}
	return out
}

// Orbit returns the smallest image of a set under a group of suit permutations, which represents the orbit,
// and the number of images, by the orbit-stabilizer theorem.
func Orbit(set Set, group []SuitPerm) (smallest Set, size int) {
	smallest = set
	fixing := 0
	for _, p := range group {
		image := p.Set(set)
		smallest = min(smallest, image)
		if image == set {
			fixing++
		}
	}
	return smallest, len(group) / fixing
}
