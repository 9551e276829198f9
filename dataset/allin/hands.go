package allin

import "feltlab/model/cards"

// rankPair is the ranks of a hand without its suits, numbered high(high+1)/2 + low.
type rankPair uint8

// numRankPairs is the number of rank pairs: 13 equal and 78 different.
const numRankPairs = cards.NumRanks * (cards.NumRanks + 1) / 2

// pairRanks lists the ranks of each rank pair, the higher first.
var pairRanks = func() (table [numRankPairs][2]cards.Rank) {
	for high := range cards.Rank(cards.NumRanks) {
		for low := range high + 1 {
			table[pairOf(high, low)] = [2]cards.Rank{high, low}
		}
	}
	return table
}()

func pairOf(high, low cards.Rank) rankPair { return rankPair(int(high)*(int(high)+1)/2 + int(low)) }

func pairOfClass(k cards.Class) rankPair { return pairOf(k.Ranks()) }

// suiting is the set of a hand's cards that are spades, where spades are the suit with three or more cards on the
// board: 0 none, 1 the higher, 2 the lower, 3 both. Pairs have the suitings 0 and 1. A rank pair with a suiting is
// one of the 338 hand types.
type suiting = uint8

const numSuitings = 4

func numSuitingsOf(p rankPair) suiting {
	if pairRanks[p][0] == pairRanks[p][1] {
		return 2
	}
	return numSuitings
}

// handTypes has the set of spade ranks and the other ranks of each hand type.
var handTypes = func() (table [numRankPairs][numSuitings]struct {
	spades rankSet
	others []cards.Rank
}) {
	for p := range table {
		for s := range table[p] {
			for i, r := range pairRanks[p] {
				if s>>i&1 != 0 {
					table[p][s].spades |= 1 << r
				} else {
					table[p][s].others = append(table[p][s].others, r)
				}
			}
		}
	}
	return table
}()

// ranksOf returns the set of a hand type's spade ranks and its other ranks.
func ranksOf(p rankPair, s suiting) (spades rankSet, others []cards.Rank) {
	t := &handTypes[p][s]
	return t.spades, t.others
}

// rankSet is a set of ranks: bit r is rank r.
type rankSet uint16

type suited struct {
	set     cards.Set
	suiting suiting
}

var classSuitings = func() (table [cards.NumClasses][]suited) {
	for k := range table {
		for _, h := range cards.Class(k).Combos() {
			low, high := h.Cards()
			var s suiting
			switch {
			case high.Suit() == cards.Spades:
				s = 1
			case low.Suit() == cards.Spades && low.Rank() == high.Rank():
				s = 1
			}
			if low.Suit() == cards.Spades && low.Rank() != high.Rank() {
				s |= 2
			}
			table[k] = append(table[k], suited{h.Set(), s})
		}
	}
	return table
}()

// suitingsOf counts the disjoint choices of a combo from each of up to three classes by their suitings s, t, u, at
// index s + 4t + 16u.
func suitingsOf(classes ...cards.Class) (counts [64]int64) {
	var count func(n int, dead cards.Set, at int)
	count = func(n int, dead cards.Set, at int) {
		if n == len(classes) {
			counts[at]++
			return
		}
		for _, x := range classSuitings[classes[n]] {
			if x.set&dead == 0 {
				count(n+1, dead|x.set, at|int(x.suiting)<<(2*n))
			}
		}
	}
	count(0, 0, 0)
	return counts
}

func suitingOf(suitings, n int) suiting { return suiting(suitings >> (2 * n) % numSuitings) }
