package eval

import (
	"slices"

	"feltlab/model/cards"
)

// The reference evaluator reads the rules of poker aloud. It shares nothing with the
// tables or their generator, and the tests hold the two equal.

// referenceScore orders hands: the category times 16^5, then five ranks as hexadecimal
// digits, the most significant first.
type referenceScore uint32

func (s referenceScore) category() Category { return Category(s >> 20) }

// reference returns the best score of any five of the cards.
func reference(hand []cards.Card) referenceScore {
	if len(hand) == 5 {
		return referenceFive([5]cards.Card(hand))
	}
	var best referenceScore
	for skip := range hand {
		best = max(best, reference(slices.Delete(slices.Clone(hand), skip, skip+1)))
	}
	return best
}

// referenceFive scores five cards.
func referenceFive(hand [5]cards.Card) referenceScore {
	var count [cards.NumRanks]int
	for _, c := range hand {
		count[c.Rank()]++
	}
	// Ranks held most often come first, then higher ranks.
	slices.SortFunc(hand[:], func(a, b cards.Card) int {
		if d := count[b.Rank()] - count[a.Rank()]; d != 0 {
			return d
		}
		return int(b.Rank()) - int(a.Rank())
	})
	var rank [5]cards.Rank
	isFlush := true
	for i, c := range hand {
		rank[i] = c.Rank()
		isFlush = isFlush && c.Suit() == hand[0].Suit()
	}

	first, second := count[rank[0]], count[rank[4]]
	if first == 3 || first == 2 {
		second = count[rank[first]]
	}
	wheel := rank == [5]cards.Rank{cards.Ace, cards.Five, cards.Four, cards.Three, cards.Two}
	isStraight := wheel || first == 1 && rank[0]-rank[4] == 4
	if wheel {
		rank = [5]cards.Rank{cards.Five, cards.Four, cards.Three, cards.Two} // the ace plays low
	}

	category := HighCard
	switch {
	case isStraight && isFlush:
		category = StraightFlush
	case first == 4:
		category = Quads
	case first == 3 && second == 2:
		category = FullHouse
	case isFlush:
		category = Flush
	case isStraight:
		category = Straight
	case first == 3:
		category = Trips
	case first == 2 && second == 2:
		category = TwoPair
	case first == 2:
		category = Pair
	}
	score := referenceScore(category)
	for _, r := range rank {
		score = score<<4 | referenceScore(r)
	}
	return score
}
