package rollout

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

// pairOfClass returns the ranks of a class.
func pairOfClass(k cards.Class) rankPair { return pairOf(k.Ranks()) }

// A suiting says which cards of a hand are spades, which stand for the suit of which the
// board holds three or more: 0 none, 1 the higher, 2 the lower, 3 both. Hands of two equal
// ranks have the suitings 0 and 1. A rank pair with a suiting is one of the 338 hand types.
type suiting = uint8

const numSuitings = 4

// numSuitingsOf returns how many suitings a rank pair has.
func numSuitingsOf(p rankPair) suiting {
	if pairRanks[p][0] == pairRanks[p][1] {
		return 2
	}
	return numSuitings
}

// ranksOf splits a hand type into the set of its spade ranks and its other ranks.
func ranksOf(p rankPair, s suiting) (spades rankSet, others []cards.Rank) {
	for i, r := range pairRanks[p] {
		if s>>i&1 != 0 {
			spades |= 1 << r
		} else {
			others = append(others, r)
		}
	}
	return spades, others
}

// rankSet is a set of ranks: bit r is rank r.
type rankSet uint16

// suited is a combo as a set with its suiting.
type suited struct {
	set     cards.Set
	suiting suiting
}

// classSuitings lists the combos of each class with their suitings.
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

// tripleSuitings counts the disjoint choices of a combo from each of three classes by their
// suitings s, t, u, at s + 4t + 16u.
func tripleSuitings(a, b, c cards.Class) (counts [64]int64) {
	for _, x := range classSuitings[a] {
		for _, y := range classSuitings[b] {
			if x.set&y.set != 0 {
				continue
			}
			both, at := x.set|y.set, x.suiting+numSuitings*y.suiting
			for _, z := range classSuitings[c] {
				if z.set&both == 0 {
					counts[at+numSuitings*numSuitings*z.suiting]++
				}
			}
		}
	}
	return counts
}

// pairSuitings is tripleSuitings for two classes, at s + 4t.
func pairSuitings(a, b cards.Class) (counts [16]int64) {
	for _, x := range classSuitings[a] {
		for _, y := range classSuitings[b] {
			if x.set&y.set == 0 {
				counts[x.suiting+numSuitings*y.suiting]++
			}
		}
	}
	return counts
}

func sum(counts []int64) (total int64) {
	for _, n := range counts {
		total += n
	}
	return total
}
