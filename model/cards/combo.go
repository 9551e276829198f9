package cards

import "fmt"

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
	cards, err := ParseCards(s)
	if err != nil {
		return 0, err
	}
	if len(cards) != 2 {
		return 0, fmt.Errorf("hand %q has %d cards, want 2", s, len(cards))
	}
	return ComboOf(cards[0], cards[1]), nil
}
