package allin

import (
	"sync"

	"feltlab/dataset/eval"
	"feltlab/model/cards"
)

// rankPair is the ranks of a hand without its suits, numbered high(high+1)/2 + low.
type rankPair uint8

// numRankPairs is the number of rank pairs: 13 equal and 78 different.
const numRankPairs = cards.NumRanks * (cards.NumRanks + 1) / 2

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

func ranksOf(p rankPair, s suiting) (spades rankSet, others []cards.Rank) {
	t := &handTypes[p][s]
	return t.spades, t.others
}

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

// suitingsOf counts the disjoint choices of a combo from each class by suitings s, t, u, at index s + 4t + 16u.
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

const boardCards = 5

type copies uint64

func (c copies) add(r cards.Rank) copies { return c + 1<<(3*r) }
func (c copies) of(r cards.Rank) uint    { return uint(c >> (3 * r) & 7) }

// step extends a smaller pattern by n cards of a rank above all its ranks.
type step struct {
	from uint16 // index in patternTree.inner
	rank cards.Rank
	n    uint8
}

// patternTree lists the 6,175 rank patterns of boards, each with its last rank and the pattern without it, so that a
// quantity that adds up rank by rank takes one operation for each pattern.
type patternTree struct {
	inner  []step // patterns of fewer than five cards, each after the one that it extends; the first is empty
	boards []step // the patterns of five cards
	ranks  []copies
	index  map[copies]int // of a board's pattern
}

var patterns = sync.OnceValue(func() *patternTree {
	t := &patternTree{inner: []step{{}}, index: map[copies]int{}}
	var grow func(from uint16, ranks copies, next cards.Rank, left uint8)
	grow = func(from uint16, ranks copies, next cards.Rank, left uint8) {
		for r := next; r < cards.NumRanks; r++ {
			grown := ranks
			for n := uint8(1); n <= min(left, cards.NumSuits); n++ {
				grown = grown.add(r)
				s := step{from, r, n}
				if n == left {
					t.index[grown] = len(t.boards)
					t.boards = append(t.boards, s)
					t.ranks = append(t.ranks, grown)
					continue
				}
				t.inner = append(t.inner, s)
				grow(uint16(len(t.inner)-1), grown, r+1, left-n)
			}
		}
	}
	grow(0, 0, 0, boardCards)
	return t
})

var choose = [5][5]uint32{{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}}

// rankStrength returns the strength of a hand's and a board's ranks if they make no flush, and 0 if they have five
// cards of a rank.
func rankStrength(board copies, p rankPair) eval.Strength {
	all := board
	for _, r := range pairRanks[p] {
		all = all.add(r)
	}
	// Cards in order of ranks take the suits in turn, so that no suit has more than two of seven cards.
	var hand eval.Hand
	dealt := 0
	for r := range cards.Rank(cards.NumRanks) {
		if all.of(r) > cards.NumSuits {
			return 0
		}
		for range all.of(r) {
			hand = hand.Add(cards.New(r, cards.Suit(dealt%cards.NumSuits)))
			dealt++
		}
	}
	return hand.Strength()
}

func rankStrengths(p rankPair) []eval.Strength {
	t := patterns()
	out := make([]eval.Strength, len(t.ranks))
	for i, ranks := range t.ranks {
		out[i] = rankStrength(ranks, p)
	}
	return out
}

// flushStrengths has the strength of each set of cards of one suit, 0 for fewer than five.
var flushStrengths = sync.OnceValue(func() *[1 << cards.NumRanks]eval.Strength {
	table := new([1 << cards.NumRanks]eval.Strength)
	for ranks := range table {
		var set cards.Set
		for r := range cards.Rank(cards.NumRanks) {
			if ranks>>r&1 != 0 {
				set = set.With(cards.New(r, cards.Spades))
			}
		}
		table[ranks] = eval.Of(set)
	}
	return table
})
