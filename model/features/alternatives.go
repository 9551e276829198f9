package features

import (
	"slices"

	"feltlab/model/cards"
)

// First is the reading that the project began with. Paper differs from it in what the printed
// formulas ask for:
//
//   - Formulas of 98s give F48 a large weight and need no F20, and JTs against RUS has F48 and F46: three of a kind on the flop is
//     not two pair or better. Without it the twelve features that are printed for 98s against RUS do not suffice.
//   - AQs against RML and KQs against ATC build on F42 and the other features of suits, so these must divide all flops: F42 is
//     true if no card of ours has the suit that two flop cards share, be it that the third card makes a backdoor flush draw or not.
//   - Formulas of AKs give F61 a large weight, which for AKs is true on Q J T alone, where the straight is made; those of
//     JTs and 98s come near what is printed only if a made straight is no draw. Both hold if the straight that counts is
//     the highest. F60 goes with it; nothing that is printed depends on that.
var First = newReading("paper-1", flopFeatures[:], handFeatures[:], first[:])

// first are the rows of First that differ from those of Paper.
var first = [...]Feature{
	{42, "flop of two suits, and we have no flush draw",
		"the flop has two suits and we have neither a flush draw nor a backdoor flush draw",
		func(v view) bool { return v.flopSuits == 2 && !v.flushDraw() && !v.backdoorFlushDraw() }},
	{48, "two pair or better",
		"we have at least two pair, where two pair counts only if both hole cards pair the flop (three of a kind always counts)",
		func(v view) bool { return v.made > twoPair || v.made == twoPair && v.bothPair() }},
	{60, "open-ended straight draw, its low end ours",
		"four in a row among all five cards are open at both ends and we hold the lowest rank (a made straight may contain them)",
		func(v view) bool { return v.openLow&v.handRanks != 0 }},
	{61, "open-ended straight draw, its low end on the flop",
		"four in a row among all five cards are open at both ends and we do not hold the lowest rank (a made straight may contain them)",
		func(v view) bool { return v.openLow&^v.handRanks != 0 }},
}

// Alternatives are readings that differ from First in one feature that the source's prose leaves
// open, and one that differs from Paper in one. They are there to be tested against what the source
// prints, not to be used.
func Alternatives() []*Reading {
	var all []*Reading
	for _, f := range append(slices.Clone(alternatives[:]), backdoors) {
		all = append(all, newReading(f.Sentence, flopFeatures[:], handFeatures[:], first[:], []Feature{f}))
	}
	for _, x := range mended {
		all = append(all, newReading(x.difference, flopFeatures[:], handFeatures[:], first[:], []Feature{Paper.features[x.id-1]}))
	}
	return append(all, newReading(Version+", "+backdoors.Sentence, flopFeatures[:], handFeatures[:], []Feature{backdoors}))
}

// mended says in what Paper differs from First, feature by feature.
var mended = [...]struct {
	id         int
	difference string
}{
	{42, "F42: none of ours has the suit that two flop cards share"},
	{48, "F48: three of a kind on the flop does not count"},
	{60, "F60: made straights but the highest do not count"},
	{61, "F61: made straights but the highest do not count"},
}

// backdoors brings printed weights back in many rows, but no row is out of reach without it.
var backdoors = Feature{66, "no straight, flush or draw to one", "F66: backdoor flush draws count",
	func(v view) bool { return v.noStraight() && v.bestSuit < 3 }}

// alternatives are single rows that replace one of First's. Sentence says the difference.
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
