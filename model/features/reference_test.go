package features_test

import (
	"feltlab/model/cards"
	"feltlab/model/features"
)

// This file is the slow, literal reading of the reference page, sentence by sentence. It shares
// nothing with the package but the card types: ranks are 2..14, windows are written out, a rank
// completes a straight when putting it in makes one.

// spot is the five cards as the page talks about them.
type spot struct {
	hand      [2]int // ranks
	flop      [3]int
	handSuit  [2]int
	flopSuit  [3]int
	n         [15]int // cards of each rank among all five
	nFlop     [15]int // on the flop
	nHand     [15]int // in hand
	suits     [4]int  // cards of each suit among all five
	suitsFlop [4]int
}

func spotOf(hand cards.Combo, flop [3]cards.Card) (s spot) {
	a, b := hand.Cards()
	for i, c := range []cards.Card{a, b} {
		rank, suit := int(c.Rank())+2, int(c.Suit())
		s.hand[i], s.handSuit[i] = rank, suit
		s.n[rank]++
		s.nHand[rank]++
		s.suits[suit]++
	}
	for i, c := range flop {
		rank, suit := int(c.Rank())+2, int(c.Suit())
		s.flop[i], s.flopSuit[i] = rank, suit
		s.n[rank]++
		s.nFlop[rank]++
		s.suits[suit]++
		s.suitsFlop[suit]++
	}
	return s
}

// windows are the ten runs of five ranks, the ace (14) counting low in the first.
var windows = [10][5]int{
	{14, 2, 3, 4, 5}, {2, 3, 4, 5, 6}, {3, 4, 5, 6, 7}, {4, 5, 6, 7, 8}, {5, 6, 7, 8, 9},
	{6, 7, 8, 9, 10}, {7, 8, 9, 10, 11}, {8, 9, 10, 11, 12}, {9, 10, 11, 12, 13}, {10, 11, 12, 13, 14},
}

func inWindow(w [5]int, n *[15]int) int {
	held := 0
	for _, r := range w {
		if n[r] > 0 {
			held++
		}
	}
	return held
}

func hasStraight(n *[15]int) bool {
	for _, w := range windows {
		if inWindow(w, n) == 5 {
			return true
		}
	}
	return false
}

func distinctRanks(n *[15]int) int {
	d := 0
	for r := 2; r <= 14; r++ {
		if n[r] > 0 {
			d++
		}
	}
	return d
}

// gaps counts the ranks missing between lowest and highest, the ace being worth ace.
func gaps(flop [3]int, ace int) int {
	var present [15]bool
	lo, hi := 15, 0
	for _, r := range flop {
		if r == 14 {
			r = ace
		}
		present[r] = true
		lo, hi = min(lo, r), max(hi, r)
	}
	missing := 0
	for r := lo; r <= hi; r++ {
		if !present[r] {
			missing++
		}
	}
	return missing
}

// reference returns the features of a hand on a flop.
func reference(hand cards.Combo, flop [3]cards.Card) (v features.Vector) {
	s := spotOf(hand, flop)
	set := func(id int, is bool) {
		if is {
			v = v.With(id)
		}
	}
	s.flopOnly(set)
	s.handAndFlop(set)
	return v
}

func (s *spot) flopOnly(set func(int, bool)) {
	for i, r := range []int{14, 13, 12, 11, 10} {
		set(3*i+1, s.nFlop[r] == 1)
		set(3*i+2, s.nFlop[r] >= 2)
		set(3*i+3, s.nFlop[r] == 0)
	}
	suits := 0
	for _, n := range s.suitsFlop {
		if n > 0 {
			suits++
		}
	}
	set(16, suits == 1)
	set(17, suits == 2)
	set(18, suits == 3)
	suitedAce := false
	for i := range 3 {
		suitedAce = suitedAce || s.flop[i] == 14 && s.suitsFlop[s.flopSuit[i]] == 2
	}
	set(19, suits == 2 && suitedAce)

	distinct := distinctRanks(&s.nFlop)
	set(20, distinct == 1)
	set(21, distinct == 2)
	set(22, distinct == 3)

	between := func(lo, hi int) int {
		n := 0
		for r := lo; r <= hi; r++ {
			n += s.nFlop[r]
		}
		return n
	}
	set(23, between(11, 14) == 1)
	set(24, between(11, 14) >= 2)
	set(25, between(11, 14) == 3)
	for n := range 4 {
		set(26+n, between(10, 14) == n)
	}
	set(30, between(7, 10) == 3)
	set(31, between(2, 6) == 3)
	set(32, between(2, 10) == 3)
	set(33, distinct == 3 && between(2, 5) == 3)

	high, low := gaps(s.flop, 14), gaps(s.flop, 1)
	for n := range 3 {
		set(34+n, distinct == 3 && (high == n || low == n))
	}
	set(37, high == 3 || low == 3)

	fit := false
	for _, w := range windows {
		fit = fit || inWindow(w, &s.nFlop) >= 2
	}
	set(38, !fit)
}

func (s *spot) handAndFlop(set func(int, bool)) {
	best, suits, theirs, flopDistinct := 0, 0, -1, distinctRanks(&s.nFlop)
	for i := range 4 {
		best = max(best, s.suits[i])
		if s.suitsFlop[i] > 0 {
			suits++
		}
		if s.suitsFlop[i] == 2 {
			theirs = i
		}
	}
	backdoorFlush, flushDraw, flush := suits != 1 && best == 3, best == 4, best == 5
	set(39, backdoorFlush)
	set(40, flushDraw)
	set(41, suits == 1 && s.handSuit[0] != s.flopSuit[0] && s.handSuit[1] != s.flopSuit[0])
	set(42, theirs >= 0 && s.handSuit[0] != theirs && s.handSuit[1] != theirs)
	set(43, flush)

	// The made hand and whether a hole card is in it.
	pairs, ourPairs, threes, ourThrees, fours := 0, 0, 0, 0, 0
	for r := 2; r <= 14; r++ {
		switch s.n[r] {
		case 2:
			pairs++
			ourPairs += min(1, s.nHand[r])
		case 3:
			threes++
			ourThrees += min(1, s.nHand[r])
		case 4:
			fours++
		}
	}
	straight := hasStraight(&s.n)
	fullOrQuads := fours == 1 || threes == 1 && pairs == 1
	onlyTrips := threes == 1 && pairs == 0
	atLeastStraight := straight || flush || fullOrQuads
	x, y := s.hand[0], s.hand[1]
	set(44, fullOrQuads)
	set(45, onlyTrips && ourThrees == 1)
	set(46, onlyTrips && ourThrees == 1 || atLeastStraight)
	set(47, pairs == 1 && threes == 0 && ourPairs == 1 && flopDistinct == 3)
	set(48, onlyTrips && ourThrees == 1 || atLeastStraight ||
		pairs == 2 && s.nFlop[x] == 1 && s.nHand[x] == 1 && s.nFlop[y] == 1 && s.nHand[y] == 1)

	a, b, c := s.flop[0], s.flop[1], s.flop[2]
	highest, lowest := max(a, b, c), min(a, b, c)
	middle := a + b + c - highest - lowest
	set(49, s.nHand[highest] > 0)
	set(50, flopDistinct == 3 && s.nHand[middle] > 0)
	set(51, flopDistinct >= 2 && s.nHand[lowest] > 0)
	twoPairOrTripsOurs := pairs == 2 && ourPairs >= 1 || onlyTrips && ourThrees == 1
	set(52, twoPairOrTripsOurs && flopDistinct == 3)
	set(53, twoPairOrTripsOurs && flopDistinct == 2)

	flopAbove, oursAbove := 0, 0
	for _, r := range s.flop {
		if r > x && r > y {
			flopAbove++
		}
	}
	for _, r := range s.hand {
		if r > a && r > b && r > c {
			oursAbove++
		}
	}
	set(54, flopAbove == 0)
	set(55, flopAbove == 1)
	set(56, flopAbove >= 2)
	set(57, oursAbove == 1)
	set(58, oursAbove == 2)
	s.straightDraws(set, straight, flush, flushDraw, backdoorFlush, oursAbove)
}

func (s *spot) straightDraws(set func(int, bool), straight, flush, flushDraw, backdoorFlush bool, oursAbove int) {
	set(59, straight)
	// Below a deuce there is the ace; above a king too. So the lowest of four is 2..10.
	lowOurs, lowTheirs := false, false
	for r := 2; r <= 10; r++ {
		if s.n[r] > 0 && s.n[r+1] > 0 && s.n[r+2] > 0 && s.n[r+3] > 0 {
			if s.nHand[r] > 0 {
				lowOurs = true
			} else {
				lowTheirs = true
			}
		}
	}
	broadway := true
	for r := 10; r <= 14; r++ {
		broadway = broadway && s.n[r] == 1
	}
	set(60, lowOurs && (!straight || broadway))
	set(61, lowTheirs && (!straight || broadway))

	completing := 0
	for r := 2; r <= 14; r++ {
		n := s.n
		n[r]++
		if hasStraight(&n) {
			completing++
		}
	}
	none := !straight && !lowOurs && !lowTheirs
	inside, double := none && completing == 1, none && completing >= 2
	set(62, inside)
	set(63, double)

	three := 0
	for _, w := range windows {
		if inWindow(w, &s.n) == 3 {
			three++
		}
	}
	neither := none && !inside && !double
	set(64, neither && three == 1)
	set(65, neither && three > 1)
	set(66, neither && !flush && !flushDraw)

	set(67, inside && oursAbove == 0)
	set(68, inside && oursAbove == 1)
	set(69, inside && oursAbove == 2)
	set(70, inside && backdoorFlush)
	set(71, inside && flushDraw)
	set(72, flushDraw && oursAbove == 1)
	set(73, flushDraw && oursAbove == 2)
}
