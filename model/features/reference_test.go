package features_test

import (
	"slices"

	"feltlab/model/cards"
	"feltlab/model/features"
)

// reference returns the features of a hand on a flop by a slow, literal reading of docs/features.md, sentence by
// sentence.
func reference(hand cards.Combo, flop [3]cards.Card) (v features.Vector) {
	s := dealt(hand, cards.SetOf(flop[:]...))
	set := func(id int, is bool) {
		if is {
			v = v.With(id)
		}
	}
	s.flopOnly(set)
	s.suitsAndPairs(set)
	s.straightDraws(set)
	return v
}

func (s spot) flopOnly(set func(int, bool)) {
	for i, r := range []int{14, 13, 12, 11, 10} {
		set(3*i+1, of(s.board, r) == 1)
		set(3*i+2, of(s.board, r) >= 2)
		set(3*i+3, of(s.board, r) == 0)
	}
	same, distinct := mostOfSuit(s.board), len(ranksDown(s.board))
	set(16, same == 3)
	set(17, same == 2)
	set(18, same == 1)
	suitedAce := func(c card) bool { return c.rank == 14 && suited(s.board, c.suit) == 2 }
	set(19, same == 2 && slices.ContainsFunc(s.board, suitedAce))
	set(20, distinct == 1)
	set(21, distinct == 2)
	set(22, distinct == 3)

	paint, broadway := between(s.board, 11, 14), between(s.board, 10, 14)
	set(23, paint == 1)
	set(24, paint >= 2)
	set(25, paint == 3)
	for n := range 4 {
		set(26+n, broadway == n)
	}
	set(30, between(s.board, 7, 10) == 3)
	set(31, between(s.board, 2, 6) == 3)
	set(32, between(s.board, 2, 10) == 3)
	set(33, distinct == 3 && between(s.board, 2, 5) == 3)
	for n := range 3 {
		set(34+n, distinct == 3 && missing(s.board) == n)
	}
	set(37, missing(s.board) == 3)
	set(38, mostInWindow(s.board) == 1)
}

func (s spot) suitsAndPairs(set func(int, bool)) {
	flopSuit, best := mostOfSuit(s.board), mostOfSuit(s.all)
	flush := best == 5
	set(39, flopSuit < 3 && best == 3)
	set(40, best == 4)
	set(41, flopSuit == 3 && s.held(3, 3) == 0)
	set(42, flopSuit == 2 && s.held(2, 2) == 0)
	set(43, flush)

	// Ranks with two, three and four cards, and those of them that a hole card has.
	var groups, ours [5]int
	for _, r := range ranksDown(s.all) {
		groups[of(s.all, r)]++
		ours[of(s.all, r)] += number(s.holds(r))
	}
	distinct := len(ranksDown(s.board))
	fullOrQuads := groups[4] == 1 || groups[3] == 1 && groups[2] == 1
	trips := groups[3] == 1 && groups[2] == 0
	better := highestStraight(s.all) > 0 || flush || fullOrQuads
	set(44, fullOrQuads)
	set(45, trips && ours[3] == 1)
	set(46, trips && ours[3] == 1 || better)
	set(47, groups[2] == 1 && groups[3] == 0 && ours[2] == 1 && distinct == 3)
	set(48, trips && ours[3] == 1 || better || groups[2] == 2 && s.bothPair())

	set(49, s.holds(s.boardRank(0)))
	set(50, distinct == 3 && s.holds(s.boardRank(1)))
	set(51, distinct >= 2 && s.holds(s.lowest()))
	twoPairOrTrips := groups[2] == 2 && ours[2] >= 1 || trips && ours[3] == 1
	set(52, twoPairOrTrips && distinct == 3)
	set(53, twoPairOrTrips && distinct == 2)
	set(54, s.boardAbove() == 0)
	set(55, s.boardAbove() == 1)
	set(56, s.boardAbove() >= 2)
	set(57, s.oursAbove() == 1)
	set(58, s.oursAbove() == 2)
}

func (s spot) straightDraws(set func(int, bool)) {
	straight, rows, high := highestStraight(s.all), s.rowsOfFour(), s.oursAbove()
	counts := straight == 0 || straight == 14 // of made straights only the highest counts
	set(59, straight > 0)
	set(60, counts && slices.ContainsFunc(rows, s.holds))
	set(61, counts && slices.ContainsFunc(rows, func(r int) bool { return !s.holds(r) }))

	completing, three := s.completes(), 0
	for high := 5; high <= 14; high++ {
		three += number(within(s.all, window(high)) == 3)
	}
	none := straight == 0 && len(rows) == 0
	inside, neither := none && completing == 1, none && completing == 0
	set(62, inside)
	set(63, none && completing >= 2)
	set(64, neither && three == 1)
	set(65, neither && three > 1)
	best := mostOfSuit(s.all)
	set(66, neither && best < 4)
	for n := range 3 {
		set(67+n, inside && high == n)
	}
	set(70, inside && best == 3 && mostOfSuit(s.board) < 3)
	set(71, inside && best == 4)
	set(72, best == 4 && high == 1)
	set(73, best == 4 && high == 2)
}
