package strength

import (
	"slices"
	"sync"

	"feltlab/dataset/eval"
	"feltlab/dataset/showdown"
	"feltlab/model/cards"
)

// How the published program compares hands
//
// Kumar & Keshner (2017) compare "two hands of one type" by their five ranks in descending order, not with the
// ranks of the pair first. A kicker can then beat a pair:
//
//	Q Q 5 4 3   is   Q Q 5 4 3          K K Q Q 2   is   K K Q Q 2
//	2 2 A 4 3   is   A 4 3 2 2, wins    3 3 2 2 A   is   A 3 3 2 2, wins
//
// AsWritten compares all types so. The printed numbers come from a program that compares two pair so and all
// other types by the rules, which is AsPublished.
//
//	                                     printed   rules    as written   two pair alone
//	queens on Ah Jc Ac, uniform            .822    .8619      .8222         .8222
//	queens preflop, uniform                .778    .7993      .7541         .7765
//	table 1, root mean square difference           .0179      .0199         .0013
//	table 2, the same, Chen as published            .0220      .0204         .0013
//
// The standard error of their 100,000 sampled deals is .0013. The flop does not distinguish the last two,
// because queens on a pair of aces are two pair or better; the tables do. They do not for three of a kind, full
// houses and four of a kind: comparing those so too changes no strength in table 1 by more than .0003.
//
// Such a program chooses the five of seven cards that are best by its own comparison: first the best type, which
// is the type by the rules, then the ranks in descending order. These are the five cards by the rules: the higher
// pairs, triples and kickers are better in both orders (33322 > 33222). Only the wheel is in question, whose ace
// would come first; here it plays low.
//
// So the same five cards play, and different ranks give different lists: the comparison permutes the 7,462
// strengths within their types. It takes one table of 15 KB, and is as exact as the rules and about as fast.
//
// The other two mistakes are in Chen's points: the gap, and small pairs that are not raised to 5 points; see
// ranges.ChenAsPublished. With all three the weighted case of section 5 is .7068 .6949 .6456 .5575; the paper
// prints .707 .695 .646 .558.

var (
	publishedRanking = sync.OnceValue(func() *showdown.Ranking {
		return rankingBy(func(c eval.Category) bool { return c == eval.TwoPair })
	})
	writtenRanking = sync.OnceValue(func() *showdown.Ranking {
		return rankingBy(func(eval.Category) bool { return true })
	})
)

// rankingBy returns the order of the strengths if hands of certain types are compared by their ranks in
// descending order.
func rankingBy(descending func(eval.Category) bool) *showdown.Ranking {
	type entry struct {
		key      uint32
		strength eval.Strength
	}
	var all []entry
	forEachRankList(func(ranks [5]cards.Rank, flush bool) {
		s := eval.Of(cardsOf(ranks, flush))
		within := uint32(s)
		if descending(s.Category()) {
			within = descendingKey(ranks)
		}
		all = append(all, entry{uint32(s.Category())<<20 | within, s})
	})
	slices.SortFunc(all, func(a, b entry) int { return int(a.key) - int(b.key) })
	ranking := new(showdown.Ranking)
	for i, e := range all {
		ranking[e.strength] = eval.Strength(i + 1)
	}
	return ranking
}

// descendingKey returns the key of five cards of one type for this order, from their ranks in descending order.
func descendingKey(ranks [5]cards.Rank) uint32 {
	if ranks == [5]cards.Rank{cards.Ace, cards.Five, cards.Four, cards.Three, cards.Two} {
		return 0 // the ace of a wheel plays low; these ranks are never a high card
	}
	key := uint32(0)
	for _, r := range ranks {
		key = key<<4 | uint32(r)
	}
	return key
}

// forEachRankList calls visit with the ranks, in descending order, of each of the 7,462 strengths.
func forEachRankList(visit func(ranks [5]cards.Rank, flush bool)) {
	var ranks [5]cards.Rank
	var extend func(n int)
	extend = func(n int) {
		if n == len(ranks) {
			visit(ranks, false)
			if distinct(ranks) {
				visit(ranks, true)
			}
			return
		}
		highest := cards.Ace
		if n > 0 {
			highest = ranks[n-1]
		}
		for r := range highest + 1 {
			if n == 4 && r == ranks[0] {
				continue // five of a rank
			}
			ranks[n] = r
			extend(n + 1)
		}
	}
	extend(0)
}

// distinct reports whether no rank of a descending list occurs twice.
func distinct(ranks [5]cards.Rank) bool { return len(slices.Compact(ranks[:])) == len(ranks) }

// cardsOf returns cards of five ranks in descending order: in one suit for a flush, else in all suits in turn,
// so that equal ranks have different suits.
func cardsOf(ranks [5]cards.Rank, flush bool) cards.Set {
	var set cards.Set
	for i, r := range ranks {
		s := cards.Suit(i % cards.NumSuits)
		if flush {
			s = cards.Spades
		}
		set = set.With(cards.New(r, s))
	}
	return set
}
