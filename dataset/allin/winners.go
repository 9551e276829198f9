package allin

import (
	"math/bits"
	"sync"

	"feltlab/dataset/eval"
	"feltlab/model/cards"
)

// Winners counts, for hands of two cards each that share no card, the boards without dead cards on which each set of
// hands shares the pot: bit i of an index stands for hand i. It takes 0.2 to 1 ms, whatever the number of dead cards.
//
// It ranks the hands on the 6,175 patterns of ranks as if there were no flushes, times the number of boards of each
// pattern. On the boards where a hand makes a flush, up to 36,608 for a suit, it then replaces that order by the true
// one (see the package's steps 1 and 2).
func Winners(hands []cards.Combo, dead cards.Set) []uint64 {
	c := newContest(hands, dead)
	c.addPatterns()
	for s := range cards.Suit(cards.NumSuits) {
		c.correctFlushes(s)
	}
	return c.boards
}

type contest struct {
	hands  []eval.Hand
	inSuit [][cards.NumSuits]rankSet // the ranks of each hand in each suit
	gone   [cards.NumSuits]rankSet   // the cards that do not come, by suit
	used   [cards.NumRanks]int       // their number of each rank
	boards []uint64                  // by winners
	// For each set of a suit's ranks in turn: its cards, and each hand's strength with it as a flush, 0 without one.
	sets    []eval.Hand
	flushes [][]eval.Strength
}

func newContest(hands []cards.Combo, dead cards.Set) *contest {
	c := &contest{boards: make([]uint64, 1<<len(hands)), flushes: make([][]eval.Strength, len(hands))}
	for _, h := range hands {
		c.hands = append(c.hands, eval.HandOfCombo(h))
		c.inSuit = append(c.inSuit, suitsOf(h.Set()))
		dead |= h.Set()
	}
	c.gone = suitsOf(dead)
	for _, card := range dead.Cards() {
		c.used[card.Rank()]++
	}
	return c
}

// suitsOf returns the ranks of a set's cards in each suit.
func suitsOf(set cards.Set) (ranks [cards.NumSuits]rankSet) {
	for ; set != 0; set &= set - 1 {
		ranks[set.Min().Suit()] |= 1 << set.Min().Rank()
	}
	return ranks
}

// rankHands has five cards, all clubs, for each pattern of a board, and those of each inner pattern.
var rankHands = sync.OnceValue(func() (out struct{ inner, boards []eval.Hand }) {
	grown := func(s step) eval.Hand {
		h := out.inner[s.from]
		for range s.n {
			h = h.Add(cards.New(s.rank, cards.Clubs))
		}
		return h
	}
	t := patterns()
	out.inner = make([]eval.Hand, 1, len(t.inner))
	for _, s := range t.inner[1:] {
		out.inner = append(out.inner, grown(s))
	}
	for _, s := range t.boards {
		out.boards = append(out.boards, grown(s))
	}
	return out
})

func (c *contest) addPatterns() {
	t := patterns()
	ways := make([]uint64, len(t.inner))
	ways[0] = 1
	grown := func(s step) uint64 { return ways[s.from] * uint64(choose[cards.NumSuits-c.used[s.rank]][s.n]) }
	for i, s := range t.inner[1:] {
		ways[i+1] = grown(s)
	}
	for i, board := range rankHands().boards {
		if n := grown(t.boards[i]); n > 0 {
			c.boards[c.winners(board)] += n
		}
	}
}

// winners returns the hands with the best strength on a board, flushes aside.
func (c *contest) winners(board eval.Hand) (set uint) {
	var best eval.Strength
	for i, h := range c.hands {
		set, best = withHand(set, best, board.Merge(h).RankStrength(), i)
	}
	return set
}

// withHand adds a hand to the winners of those before it. It has no branch: a processor could not predict it.
func withHand(set uint, best, s eval.Strength, hand int) (uint, eval.Strength) {
	if s > best {
		set = 0
	}
	best = max(best, s)
	bit := uint(0)
	if s == best {
		bit = 1
	}
	return set | bit<<hand, best
}

// correctFlushes replaces the order of the hands on boards with so many cards of a suit that a hand makes a flush.
func (c *contest) correctFlushes(s cards.Suit) {
	most := 0
	for _, ranks := range c.inSuit {
		most = max(most, bits.OnesCount16(uint16(ranks[s])))
	}
	for inSuit := flushCards - most; inSuit <= boardCards; inSuit++ {
		c.dealSuit(s, inSuit)
		for _, others := range multisets(boardCards - inSuit) {
			if n := c.waysBeside(s, others); n > 0 {
				c.correct(others, n)
			}
		}
	}
}

// dealSuit lists the sets of a number of a suit's cards that can come.
func (c *contest) dealSuit(s cards.Suit, n int) {
	c.sets = c.sets[:0]
	for i := range c.flushes {
		c.flushes[i] = c.flushes[i][:0]
	}
	table := flushStrengths()
	for _, x := range setsOfRanks()[n] {
		if x.ranks&c.gone[s] != 0 {
			continue
		}
		c.sets = append(c.sets, x.hand)
		for i := range c.hands {
			c.flushes[i] = append(c.flushes[i], table[x.ranks|c.inSuit[i][s]])
		}
	}
}

type setOfRanks struct {
	ranks rankSet
	hand  eval.Hand
}

// setsOfRanks lists the sets of up to five ranks by their number.
var setsOfRanks = sync.OnceValue(func() (lists [boardCards + 1][]setOfRanks) {
	for ranks := range rankSet(1 << cards.NumRanks) {
		n := bits.OnesCount16(uint16(ranks))
		if n > boardCards {
			continue
		}
		x := setOfRanks{ranks: ranks}
		for left := ranks; left != 0; left &= left - 1 {
			x.hand = x.hand.Add(cards.New(cards.Rank(bits.TrailingZeros16(uint16(left))), cards.Clubs))
		}
		lists[n] = append(lists[n], x)
	}
	return lists
})

// waysBeside returns the number of ways to deal up to two ranks from the three other suits.
func (c *contest) waysBeside(s cards.Suit, ranks []cards.Rank) uint64 {
	free := func(r cards.Rank) int { return cards.NumSuits - 1 - c.used[r] + int(c.gone[s]>>r&1) }
	if len(ranks) == 2 && ranks[0] == ranks[1] {
		return uint64(choose[free(ranks[0])][2])
	}
	ways := 1
	for _, r := range ranks {
		ways *= free(r)
	}
	return uint64(ways)
}

// correct corrects the boards of all sets of the suit beside some cards of other suits.
func (c *contest) correct(others []cards.Rank, ways uint64) {
	var beside eval.Hand
	for _, r := range others {
		beside = beside.Add(cards.New(r, cards.Diamonds))
	}
	for k, set := range c.sets {
		board := set.Merge(beside)
		var byRanks, truly uint
		var best, bestTruly eval.Strength
		for i, h := range c.hands {
			s := board.Merge(h).RankStrength()
			byRanks, best = withHand(byRanks, best, s, i)
			truly, bestTruly = withHand(truly, bestTruly, max(s, c.flushes[i][k]), i)
		}
		c.boards[byRanks] -= ways
		c.boards[truly] += ways
	}
}
