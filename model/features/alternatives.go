package features

import (
	"slices"

	"feltlab/model/cards"
)

// Alternatives are readings that differ from Paper in one feature that the source's prose leaves open, and last
// Second. They are there to be tested against what the source prints, not to be used: files of results hold
// formulas of the default reading alone.
func Alternatives() []*Reading {
	var all []*Reading
	for _, f := range append(slices.Clone(alternatives[:]), second[:]...) {
		all = append(all, newReading(f.Sentence, flopFeatures[:], handFeatures[:], []Feature{f}))
	}
	return append(all, Second)
}

// Second is the reading that differs from Paper in what the printed formulas ask for:
//
//   - KQs against ATC builds on F16, F18, F40 and F42, so these must divide all flops: F42 is true if no card of ours has the
//     suit that two flop cards share, be it that the third card makes a backdoor flush draw or not.
//   - Formulas of AKs give F61 a large weight, which for AKs is true on Q J T alone, where the straight is made; those of
//     JTs and 98s come near what is printed only if a made straight is no draw. Both hold if the straight that counts is
//     the highest.
//   - Formulas of 98s give F48 a large weight and need no F20: three of a kind on the flop is not two pair or better.
//   - The best formulas with the five features printed for QQ against RUS, JJ against RS, 55 against RS and others have the printed
//     weights if F66 excludes backdoor flush draws, and others if not.
var Second = newReading("paper-2", flopFeatures[:], handFeatures[:], second[:])

// second are the rows of Second that differ from the default's. Sentence says the difference.
var second = [...]Feature{
	{42, "flop of two suits, and we have none of the two", "F42: none of ours has the suit that two flop cards share",
		func(v view) bool { return v.flopSuits == 2 && v.shared == 0 }},
	{48, "two pair or better", "F48: three of a kind on the flop does not count",
		func(v view) bool { return v.made > twoPair && v.ours() || v.made == twoPair && v.bothPair() }},
	{60, "open-ended straight draw, its low end ours", "F60: made straights but the highest do not count",
		func(v view) bool { return v.openLow&v.handRanks != 0 && (!v.complete || v.broadway()) }},
	{61, "open-ended straight draw, its low end on the flop", "F61: made straights but the highest do not count",
		func(v view) bool { return v.openLow&^v.handRanks != 0 && (!v.complete || v.broadway()) }},
	{66, "no straight, flush or draw to one", "F66: backdoor flush draws count",
		func(v view) bool { return v.noStraight() && v.bestSuit < 3 }},
}

// alternatives are single rows that replace one of the default's. Sentence says the difference.
var alternatives = [...]Feature{
	{37, "three ranks missing inside the flop", "F37: three different ranks only",
		func(v view) bool { return v.distinct == 3 && v.missing == 3 }},
	{37, "three ranks missing inside the flop", "F37: not with an ace",
		func(v view) bool { return v.missing == 3 && v.flop[0] != cards.Ace }},
	{38, "no straight possible by the turn", "F38: only unpaired flops",
		func(v view) bool { return v.distinct == 3 && !connected(v.flopRanks) }},
	{39, "backdoor flush draw", "F39: on a flop of one suit too",
		func(v view) bool { return v.bestSuit == 3 }},
	{42, "flop of two suits, and we have no flush draw", "F42: a backdoor flush draw does not count",
		func(v view) bool { return v.flopSuits == 2 && v.bestSuit < 4 }},
	{45, "three of a kind", "F45: three of a kind on the flop counts",
		func(v view) bool { return v.made == trips }},
	{46, "three of a kind or better", "F46: three of a kind on the flop counts",
		func(v view) bool { return v.made >= trips }},
	{46, "three of a kind or better", "F46: straights and flushes do not count",
		func(v view) bool { return v.made >= trips && v.made != straight && v.made != flush && v.ours() }},
	{47, "one pair", "F47: a pair on the flop counts",
		func(v view) bool { return v.made == onePair }},
	{48, "two pair or better", "F48: a pair on the flop counts",
		func(v view) bool { return v.made >= twoPair }},
	{49, "a hole card matches the highest flop card", "F49: on unpaired flops only",
		func(v view) bool { return v.distinct == 3 && v.holds(v.flop[0]) }},
	{51, "a hole card matches the lowest flop card", "F51: on unpaired flops only",
		func(v view) bool { return v.distinct == 3 && v.holds(v.flop[2]) }},
	{53, "two pair or three of a kind on a paired flop", "F53: two pair with the flop's pair does not count",
		func(v view) bool { return v.distinct == 2 && v.made == trips }},
	{58, "both our cards above the flop", "F58: a pocket pair does not count",
		func(v view) bool { return v.above == 2 && v.hand[0] != v.hand[1] }},
	{60, "open-ended straight draw, its low end ours", "F60: made straights do not count",
		func(v view) bool { return v.openLow&v.handRanks != 0 && !v.complete }},
	{61, "open-ended straight draw, its low end on the flop", "F61: made straights do not count",
		func(v view) bool { return v.openLow&^v.handRanks != 0 && !v.complete }},
}
