package dalpasso

import (
	"slices"

	"feltlab/model/cards"
	"feltlab/model/features"
)

// reading is one exact reading of the 73 features, of which the source's prose leaves some open:
// that of package features but for some rules. Of several for a feature the last counts.
type reading struct {
	name  string
	rules []rule
}

// rule says when a feature is true.
type rule struct {
	id         int
	difference string // from another reading, in words
	holds      func(spot) bool
}

// spot is what rules look at: a hand on a flop, and the features that package features has there.
type spot struct {
	features.Vector
	hand cards.Combo
	flop [3]cards.Card
}

// of returns which features are true for a hand on a flop, whose cards may be in any order.
func (r *reading) of(hand cards.Combo, flop [3]cards.Card) features.Vector {
	s := spot{features.Of(hand, flop), hand, flop}
	v := s.Vector
	for _, x := range r.rules {
		v = v.Without(x.id)
		if x.holds(s) {
			v = v.With(x.id)
		}
	}
	return v
}

// defaultReading is package features as it is.
var defaultReading = &reading{name: features.Version}

// firstReading is the one that the project began with. The default differs from it in what the
// printed formulas ask for:
//
//   - Formulas of 98s give F48 a large weight and need no F20, and JTs against RUS has F48 and F46:
//     three of a kind on the flop is not two pair or better. Without it the twelve features that
//     are printed for 98s against RUS do not suffice.
//   - AQs against RML and KQs against ATC build on F42 and the other features of suits, so these
//     must divide all flops: F42 is true if no card of ours has the suit that two flop cards share,
//     be it that the third card makes a backdoor flush draw or not.
//   - Formulas of AKs give F61 a large weight, which for AKs is true on Q J T alone, where the
//     straight is made; those of JTs and 98s come near what is printed only if a made straight is
//     no draw. Both hold if the straight that counts is the highest. F60 goes with it; nothing that
//     is printed depends on that.
var firstReading = &reading{"paper-1", []rule{
	{42, "F42: backdoor flush draws do not count either", func(s spot) bool { return s.Has(17) && !s.Has(39) && !s.Has(40) }},
	{48, "F48: three of a kind on the flop counts", func(s spot) bool { return s.Has(48) || s.Has(20) }},
	{60, "F60: made straights count", func(s spot) bool { return s.openLows()&ranksOf(s.hand.Set()) != 0 }},
	{61, "F61: made straights count", func(s spot) bool { return s.openLows()&^ranksOf(s.hand.Set()) != 0 }},
}}

// alternativeReadings differ from the first in one feature that the source's prose leaves open, and
// the last from the default.
func alternativeReadings() (all []*reading) {
	for _, x := range slices.Concat(alternatives, []rule{backdoors}, mended) {
		all = append(all, &reading{x.difference, slices.Concat(firstReading.rules, []rule{x})})
	}
	return append(all, &reading{features.Version + ", " + backdoors.difference, []rule{backdoors}})
}

// mended is what the default does otherwise than the first reading.
var mended = []rule{
	asDefault(42, "F42: none of ours has the suit that two flop cards share"),
	asDefault(48, "F48: three of a kind on the flop does not count"),
	asDefault(60, "F60: made straights but the highest do not count"),
	asDefault(61, "F61: made straights but the highest do not count"),
}

func asDefault(id int, difference string) rule {
	return rule{id, difference, func(s spot) bool { return s.Has(id) }}
}

// backdoors brings printed weights back in many rows, but no row is out of reach without it.
var backdoors = rule{66, "F66: backdoor flush draws count", func(s spot) bool { return s.Has(66) && !s.backdoorFlush() }}

// alternatives are rules that replace one of the first reading's.
var alternatives = []rule{
	{37, "F37: three different ranks only", func(s spot) bool { return s.Has(37) && s.Has(22) }},
	{37, "F37: not with an ace", func(s spot) bool { return s.Has(37) && s.Has(3) }},
	{38, "F38: only unpaired flops", func(s spot) bool { return s.Has(38) && s.Has(22) }},
	{39, "F39: on a flop of one suit too", spot.backdoorFlush},
	{42, "F42: a backdoor flush draw does not count", func(s spot) bool { return s.Has(17) && !s.Has(40) }},
	{45, "F45: three of a kind on the flop counts", func(s spot) bool { return s.Has(45) || s.Has(20) && !s.Has(44) }},
	{46, "F46: three of a kind on the flop counts", func(s spot) bool { return s.Has(46) || s.Has(20) }},
	{46, "F46: straights and flushes do not count", func(s spot) bool { return s.Has(45) || s.Has(44) || s.Has(43) && s.Has(59) }},
	{47, "F47: a pair on the flop counts", func(s spot) bool { return s.Has(47) || s.Has(21) && !s.Has(44) && !s.Has(53) }},
	{48, "F48: a pair on the flop counts", func(s spot) bool { return s.Has(46) || s.Has(20) || s.Has(52) || s.Has(53) }},
	{49, "F49: on unpaired flops only", func(s spot) bool { return s.Has(49) && s.Has(22) }},
	{51, "F51: on unpaired flops only", func(s spot) bool { return s.Has(51) && s.Has(22) }},
	{53, "F53: two pair with the flop's pair does not count", func(s spot) bool { return s.Has(21) && s.Has(45) }},
	{58, "F58: a pocket pair does not count", func(s spot) bool { return s.Has(58) && !s.hand.Class().Pair() }},
	{60, "F60: made straights do not count", func(s spot) bool { return s.Has(60) && !s.Has(59) }},
	{61, "F61: made straights do not count", func(s spot) bool { return s.Has(61) && !s.Has(59) }},
}

// backdoorFlush reports whether the commonest suit of all five cards has exactly three.
func (s spot) backdoorFlush() bool { return s.Has(39) || s.Has(41) }

// openLows is the mask of the lowest ranks, deuce to ten, of four in a row among all five cards.
func (s spot) openLows() uint16 {
	const lows = 0b1_1111_1111
	r := ranksOf(s.hand.Set() | cards.SetOf(s.flop[:]...))
	return r & (r >> 1) & (r >> 2) & (r >> 3) & lows
}

// ranksOf is the mask of the ranks of cards, the deuce's bit the lowest.
func ranksOf(set cards.Set) (mask uint16) {
	for _, c := range set.Cards() {
		mask |= 1 << c.Rank()
	}
	return mask
}
