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
// Kumar & Keshner (2017) compare "two hands of one type" by their five ranks in descending
// order: the ranks as they stand, not those that make the pair first. A kicker can then beat
// a pair:
//
//	Q Q 5 4 3   is   Q Q 5 4 3          K K Q Q 2   is   K K Q Q 2
//	2 2 A 4 3   is   A 4 3 2 2, wins    3 3 2 2 A   is   A 3 3 2 2, wins
//
// AsWritten does that to every type. The numbers they print come from less: from two pair
// compared so and all else by the rules, which is AsPublished.
//
//	                                     printed   rules    as written   two pair alone
//	queens on Ah Jc Ac, uniform            .822    .8619      .8222         .8222
//	queens preflop, uniform                .778    .7993      .7541         .7765
//	table 1, root mean square difference           .0179      .0199         .0013
//	table 2, the same, Chen as published            .0220      .0204         .0013
//
// The standard error of the 100,000 deals they sampled is .0013. The flop cannot tell the last
// two apart, because queens on a pair of aces are two pair or better; the tables do. For three
// of a kind, full houses and four of a kind they cannot: reading those so as well moves no
// strength in table 1 by more than .0003.
//
// Which five of seven cards does such a program choose? The best by its own comparison:
// first the best type, which is the type by the rules; then the ranks in descending order.
// Those are the same five cards as by the rules: pairs and triples are given, or the higher
// are better in either order (33322 > 33222), and so are kickers. Only a wheel is in
// question, whose ace would come first; it is taken to play low.
//
// So the same five cards play, and different ranks give different lists: the comparison is
// a permutation of the 7,462 strengths within their types. It takes one table of 15 KB,
// and all that is exact by the rules is as exact, and about as fast, by this comparison.
//
// The other two slips are in Chen's points: the gap, and small pairs that are not lifted to 5
// points; see chen.AsPublished. With all three the weighted case of section 5 comes to
// .7068 .6949 .6456 .5575, printed .707 .695 .646 .558.

var (
	publishedRanking = sync.OnceValue(func() *showdown.Ranking {
		return rankingBy(func(c eval.Category) bool { return c == eval.TwoPair })
	})
	writtenRanking = sync.OnceValue(func() *showdown.Ranking {
		return rankingBy(func(eval.Category) bool { return true })
	})
)

// rankingBy puts the strengths in the order in which hands of certain types are compared by
// their ranks in descending order.
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

// descendingKey orders five cards of one type by their ranks, given in descending order.
func descendingKey(ranks [5]cards.Rank) uint32 {
	if ranks == [5]cards.Rank{cards.Ace, cards.Five, cards.Four, cards.Three, cards.Two} {
		return 0 // the ace of a wheel plays low; among high cards these do not occur
	}
	key := uint32(0)
	for _, r := range ranks {
		key = key<<4 | uint32(r)
	}
	return key
}

// forEachRankList calls visit with the ranks, in descending order, of each of the 7,462
// kinds of five-card hands.
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
				continue // five of a rank: the list descends, so all five are equal
			}
			ranks[n] = r
			extend(n + 1)
		}
	}
	extend(0)
}

// distinct reports whether no rank of a descending list occurs twice.
func distinct(ranks [5]cards.Rank) bool {
	return len(slices.Compact(ranks[:])) == len(ranks)
}

// cardsOf deals suits to five ranks in descending order: one suit for a flush, else suits
// in turn, which gives equal ranks different suits and makes no flush.
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
