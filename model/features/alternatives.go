package features

import "feltlab/model/cards"

// Alternatives are readings that differ from Paper in one feature that the source's prose leaves open. They
// are there to be tested against what the source prints, not to be used: files of results hold
// formulas of the default reading alone.
func Alternatives() []*Reading {
	all := make([]*Reading, len(alternatives))
	for i, f := range alternatives {
		all[i] = newReading(f.Sentence, flopFeatures[:], handFeatures[:], []Feature{f})
	}
	return all
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
	{48, "two pair or better", "F48: three of a kind on the flop does not count",
		func(v view) bool {
			return v.made > twoPair && v.ours() || v.made == twoPair && v.bothPair()
		}},
	{49, "a hole card matches the highest flop card", "F49: on unpaired flops only",
		func(v view) bool { return v.distinct == 3 && v.holds(v.flop[0]) }},
	{51, "a hole card matches the lowest flop card", "F51: on unpaired flops only",
		func(v view) bool { return v.distinct == 3 && v.holds(v.flop[2]) }},
	{53, "two pair or three of a kind on a paired flop", "F53: two pair with the flop's pair does not count",
		func(v view) bool { return v.distinct == 2 && v.made == trips }},
	{58, "both our cards above the flop", "F58: a pocket pair does not count",
		func(v view) bool { return v.above == 2 && v.hand[0] != v.hand[1] }},
	{66, "no straight, flush or draw to one", "F66: backdoor flush draws count",
		func(v view) bool { return v.noStraight() && v.bestSuit < 3 }},
}
