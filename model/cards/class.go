package cards

import "fmt"

// NumClasses is the number of classes of starting hands.
const NumClasses = NumRanks * NumRanks

// Class is a class of starting hands, which differ by suits only: the cell 13*row + column of the usual
// grid with aces in the first row and column, pairs on the diagonal, suited hands above it and offsuit
// hands below. AA is 0, AKs is 1, AKo is 13, 22 is 168.
type Class uint8

// ClassOf returns the class of two ranks in either order; suited is ignored for pairs.
func ClassOf(a, b Rank, suited bool) Class {
	high, low := Ace-max(a, b), Ace-min(a, b)
	if suited {
		return Class(NumRanks*int(high) + int(low))
	}
	return Class(NumRanks*int(low) + int(high))
}

// Ranks returns the two ranks, the higher first.
func (k Class) Ranks() (high, low Rank) {
	row, column := Rank(k/NumRanks), Rank(k%NumRanks)
	return Ace - min(row, column), Ace - max(row, column)
}

// Pair reports whether both ranks are equal.
func (k Class) Pair() bool { return k/NumRanks == k%NumRanks }

// Suited reports whether the class is suited; pairs are not.
func (k Class) Suited() bool { return k/NumRanks < k%NumRanks }

// Size returns the number of combos: 6 for pairs, 4 suited, 12 offsuit.
func (k Class) Size() int {
	switch {
	case k.Pair():
		return 6
	case k.Suited():
		return 4
	}
	return 12
}

// Combos lists the combos of the class in ascending order.
func (k Class) Combos() []Combo { return classCombos[k] }

// Representative returns the combo that represents the class where suits do not matter: a spade and a
// heart for pairs and offsuit hands, two spades for suited hands.
func (k Class) Representative() Combo {
	high, low := k.Ranks()
	if k.Suited() {
		return ComboOf(New(high, Spades), New(low, Spades))
	}
	return ComboOf(New(high, Spades), New(low, Hearts))
}

// String returns the usual name, such as "AA", "AKs" or "T9o".
func (k Class) String() string {
	high, low := k.Ranks()
	switch name := high.String() + low.String(); {
	case k.Pair():
		return name
	case k.Suited():
		return name + "s"
	default:
		return name + "o"
	}
}

// ClassNames lists the names of all classes in order.
func ClassNames() (names []string) {
	for k := range Class(NumClasses) {
		names = append(names, k.String())
	}
	return names
}

// ParseClass reads a name such as "AA", "AKs" or "T9o"; ranks in either order.
func ParseClass(s string) (Class, error) {
	fail := func(why string) (Class, error) { return 0, fmt.Errorf("%q is not a starting hand: %s", s, why) }
	if len(s) < 2 || len(s) > 3 {
		return fail("want two ranks and s or o, such as AA, AKs or T9o")
	}
	a, aOK := ParseRank(s[0])
	b, bOK := ParseRank(s[1])
	if !aOK || !bOK {
		return fail("ranks are " + rankLetters)
	}
	suffix := byte(0)
	if len(s) == 3 {
		suffix = s[2] | 0x20
	}
	switch {
	case suffix == 0 && a == b, suffix == 'o' && a != b:
		return ClassOf(a, b, false), nil
	case suffix == 's' && a != b:
		return ClassOf(a, b, true), nil
	case a == b:
		return fail("a pair takes no suffix")
	case suffix == 0:
		return fail("add s for suited or o for offsuit")
	}
	return fail("the suffix is s for suited or o for offsuit")
}

var classCombos = func() (table [NumClasses][]Combo) {
	for h := range Combo(NumCombos) {
		table[h.Class()] = append(table[h.Class()], h)
	}
	return table
}()
