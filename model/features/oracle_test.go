package features_test

import (
	"math/bits"
	"slices"

	"feltlab/model/cards"
)

// This file, words_test.go, sentences_test.go and reference_test.go read the words and the features of all streets
// slowly and literally. They share nothing with the package but the card types, and try all five cards of six or seven.

type card struct{ rank, suit int } // rank 2 to 14

type spot struct {
	hand, board, all []card
	made, alone      strength // of hand and board, and of the board
	next             []outcome
}

// outcome is a card that may come, and the spot after it.
type outcome struct {
	card
	spot
}

// dealt returns a spot without what it makes.
func dealt(hand cards.Combo, board cards.Set) (s spot) {
	s.all = make([]card, 0, 7)
	for _, set := range []cards.Set{hand.Set(), board} {
		for ; set != 0; set &= set - 1 {
			c := set.Min()
			s.all = append(s.all, card{int(c.Rank()) + 2, int(c.Suit())})
		}
	}
	s.hand, s.board = s.all[:2:2], s.all[2:]
	return s
}

func spotOf(hand cards.Combo, board cards.Set) spot {
	s := dealt(hand, board)
	s = withMade(s.hand, s.board)
	for rank := 2; rank <= 14 && len(s.board) < 5; rank++ {
		for suit := range 4 {
			if c := (card{rank, suit}); !slices.Contains(s.all, c) {
				s.next = append(s.next, outcome{c, withMade(s.hand, slices.Concat(s.board, []card{c}))})
			}
		}
	}
	return s
}

func withMade(hand, board []card) spot {
	all := slices.Concat(hand, board)
	return spot{hand, board, all, bestOf(all, false, false), bestOf(board, false, false), nil}
}

func count(list []card, is func(c card) bool) (n int) {
	for _, c := range list {
		if is(c) {
			n++
		}
	}
	return n
}

// between counts cards with ranks from low to high.
func between(list []card, low, high int) int {
	return count(list, func(c card) bool { return c.rank >= low && c.rank <= high })
}

func of(list []card, rank int) (n int) {
	for _, c := range list {
		if c.rank == rank {
			n++
		}
	}
	return n
}

func suited(list []card, suit int) int {
	return count(list, func(c card) bool { return c.suit == suit })
}

// mostOfSuit counts the cards of the commonest suit.
func mostOfSuit(list []card) int {
	return max(suited(list, 0), suited(list, 1), suited(list, 2), suited(list, 3))
}

// ranksDown lists the different ranks, the highest first.
func ranksDown(list []card) (down []int) {
	for r := 14; r >= 2; r-- {
		if of(list, r) > 0 {
			down = append(down, r)
		}
	}
	return down
}

// window lists the five ranks of a straight by its highest, 5 to 14.
func window(high int) []int { return windows[high-5][:] }

var windows = [10][5]int{
	{5, 4, 3, 2, 14}, {6, 5, 4, 3, 2}, {7, 6, 5, 4, 3}, {8, 7, 6, 5, 4}, {9, 8, 7, 6, 5},
	{10, 9, 8, 7, 6}, {11, 10, 9, 8, 7}, {12, 11, 10, 9, 8}, {13, 12, 11, 10, 9}, {14, 13, 12, 11, 10},
}

// within counts how many of the ranks are there.
func within(list []card, ranks []int) int {
	t := ranksOf(list)
	return t.within(ranks)
}

// there says which ranks are there.
type there [15]bool

func ranksOf(list []card) (t there) {
	for _, c := range list {
		t[c.rank] = true
	}
	return t
}

func (t *there) within(ranks []int) (n int) {
	for _, r := range ranks {
		n += number(t[r])
	}
	return n
}

// highestStraight is the highest rank of the highest straight, whatever the suits.
func highestStraight(list []card) int {
	t := ranksOf(list)
	for high := 14; high >= 5; high-- {
		if t.within(window(high)) == 5 {
			return high
		}
	}
	return 0
}

func mostInWindow(list []card) (n int) {
	t := ranksOf(list)
	for high := 5; high <= 14; high++ {
		n = max(n, t.within(window(high)))
	}
	return n
}

// strength is the category of some cards, and the ranks that decide.
type strength [6]int

func (s strength) above(t strength) bool { return slices.Compare(s[:], t[:]) > 0 }

// categoryOf has the categories by the cards of the commonest rank and the number of ranks with two cards or more.
var categoryOf = map[[2]int]int{{4, 1}: 7, {3, 2}: 6, {3, 1}: 3, {2, 2}: 2, {2, 1}: 1}

// judge judges five cards or fewer by their ranks alone, or with straights and flushes, and with or without kickers.
func judge(list []card, ranksAlone, kickers bool) (s strength) {
	var n [15]int
	for _, c := range list {
		n[c.rank]++
	}
	// Ranks with two cards or more, most cards first, and ranks of single cards.
	groups, rest := make([]int, 0, 2), make([]int, 0, 5)
	for most := 4; most >= 1; most-- {
		for r := 14; r >= 2; r-- {
			switch {
			case n[r] == most && most > 1:
				groups = append(groups, r)
			case n[r] == most:
				rest = append(rest, r)
			}
		}
	}
	straight, flush := 0, false
	if len(rest) == 5 && !ranksAlone {
		flush = suited(list, list[0].suit) == 5
		if slices.Equal(rest, []int{14, 5, 4, 3, 2}) {
			straight = 5
		} else if rest[0]-rest[4] == 4 {
			straight = rest[0]
		}
	}
	decide := groups
	switch {
	case straight > 0 && flush:
		s[0], decide = 8, []int{straight}
	case flush:
		s[0], decide = 5, rest
	case straight > 0:
		s[0], decide = 4, []int{straight}
	case len(groups) > 0:
		s[0] = categoryOf[[2]int{n[groups[0]], len(groups)}]
	}
	if kickers && straight == 0 && !flush {
		decide = slices.Concat(groups, rest)
	}
	copy(s[1:], decide)
	return s
}

// bestOf judges the best five of three to seven cards.
func bestOf(list []card, ranksAlone, kickers bool) (best strength) {
	if len(list) <= 5 {
		return judge(list, ranksAlone, kickers)
	}
	five := make([]card, 0, 5)
	for out := range 1 << len(list) { // which cards stay out
		if bits.OnesCount(uint(out)) != len(list)-5 {
			continue
		}
		five = five[:0]
		for i, c := range list {
			if out>>i&1 == 0 {
				five = append(five, c)
			}
		}
		if b := judge(five, ranksAlone, kickers); b.above(best) {
			best = b
		}
	}
	return best
}

func (s spot) category() int { return s.made[0] }

// ours says that what we make is not all on the board: the board alone does not make it.
func (s spot) ours() bool { return s.made.above(s.alone) }

func (s spot) holds(rank int) bool { return of(s.hand, rank) > 0 }

func (s spot) hits() int { return count(s.hand, func(c card) bool { return of(s.board, c.rank) > 0 }) }

func (s spot) bothPair() bool { return !s.pocket() && s.hits() == 2 }

func (s spot) pocket() bool { return s.hand[0].rank == s.hand[1].rank }

func (s spot) high() int { return max(s.hand[0].rank, s.hand[1].rank) }

func (s spot) boardRank(n int) int { // of different ranks
	if down := ranksDown(s.board); n < len(down) {
		return down[n]
	}
	return 0
}

func (s spot) lowest() int { down := ranksDown(s.board); return down[len(down)-1] }

func (s spot) boardAbove() int { return between(s.board, s.high()+1, 14) }

func (s spot) oursAbove() int { return between(s.hand, s.boardRank(0)+1, 14) }

// outs counts the cards that may come for which a function holds; on the river there are none.
func (s spot) outs(is func(c card, next spot) bool) (n int) {
	for _, o := range s.next {
		n += number(is(o.card, o.spot))
	}
	return n
}

func (s spot) better(_ card, next spot) bool { return next.category() > s.category() && next.ours() }

func (s spot) clean(c card, next spot) bool {
	flush := next.category() == 5 || next.category() == 8
	return s.better(c, next) && of(s.board, c.rank) == 0 && (suited(next.board, c.suit) < 3 || flush)
}

// completes counts the ranks that make a straight of hand and board, which have none.
func (s spot) completes() (n int) {
	for r := 2; r <= 14 && s.noStraight(); r++ {
		n += number(highestStraight(append(s.all, card{r, 0})) > 0)
	}
	return n
}

// rowsOfFour lists the lowest ranks of four in a row of hand and board that are open at both ends.
func (s spot) rowsOfFour() (lowest []int) {
	for r := 2; r <= 10; r++ {
		if within(s.all, []int{r, r + 1, r + 2, r + 3}) == 4 {
			lowest = append(lowest, r)
		}
	}
	return lowest
}

func (s spot) noStraight() bool { return highestStraight(s.all) == 0 }

func (s spot) open() bool { return s.noStraight() && len(s.rowsOfFour()) > 0 }

func (s spot) flushDraw() bool {
	for suit := range 4 {
		if suited(s.all, suit) == 4 && suited(s.hand, suit) > 0 {
			return true
		}
	}
	return false
}

// fourToStraight says that four ranks fit in a straight, exactly four, and not all four are on the board.
func (s spot) fourToStraight() bool {
	for high := 5; high <= 14; high++ {
		if within(s.all, window(high)) == 4 && within(s.board, window(high)) < 4 {
			return true
		}
	}
	return false
}

// bestPossibleStraight tries all hands.
func (s spot) bestPossibleStraight() (high int) {
	for a := 2; a <= 14; a++ {
		for b := 2; b <= a; b++ {
			high = max(high, highestStraight(slices.Concat(s.board, []card{{a, 0}, {b, 1}})))
		}
	}
	return high
}

// needed counts hole cards with a rank that a possible straight needs.
func (s spot) needed() int {
	return count(s.hand, func(c card) bool {
		for high := 5; high <= 14; high++ {
			w := window(high)
			if slices.Contains(w, c.rank) && of(s.board, c.rank) == 0 && within(s.board, w) >= 3 {
				return true
			}
		}
		return false
	})
}

// nut says that we hold the highest card that the board lacks of a suit of which it has n cards.
func (s spot) nut(n int) bool {
	for suit := range 4 {
		if suited(s.board, suit) != n {
			continue
		}
		rank := 14
		for slices.Contains(s.board, card{rank, suit}) {
			rank--
		}
		if slices.Contains(s.hand, card{rank, suit}) {
			return true
		}
	}
	return false
}

// held counts the hole cards of a suit of which the board has low to high cards; of several, of the one that we hold
// most of.
func (s spot) held(low, high int) (n int) {
	for suit := range 4 {
		if b := suited(s.board, suit); b >= low && b <= high {
			n = max(n, suited(s.hand, suit))
		}
	}
	return n
}

// kicker is the hole card that matches no board card, if the other does.
func (s spot) kicker() int {
	a, b := s.hand[0].rank, s.hand[1].rank
	switch onBoard, other := of(s.board, a) > 0, of(s.board, b) > 0; {
	case onBoard && !other:
		return b
	case other && !onBoard:
		return a
	}
	return 0
}

// betterKickers tries every higher rank that the board lacks in place of the kicker.
func (s spot) betterKickers() (n int) {
	kicker := s.kicker()
	if kicker == 0 {
		return 13
	}
	ours := bestOf(s.all, true, true)
	for r := kicker + 1; r <= 14; r++ {
		other := slices.Clone(s.all)
		for i := range s.hand {
			if other[i].rank == kicker {
				other[i].rank = r
			}
		}
		if of(s.board, r) == 0 && bestOf(other, true, true).above(ours) {
			n++
		}
	}
	return n
}

// pairsOnBoard counts the pairs of our best hand that the board has.
func (s spot) pairsOnBoard() (n int) {
	m := s.made
	if m[0] != 1 && m[0] != 2 {
		return 0
	}
	for _, r := range m[1:] {
		if r > 0 && of(s.board, r) >= 2 {
			n++
		}
	}
	return n
}

// missing counts the ranks that lack between the lowest and the highest, the ace high or low.
func missing(list []card) int {
	lacks := func(ace int) (n int) {
		low, high := 15, 0
		there := map[int]bool{}
		for _, c := range list {
			r := c.rank
			if r == 14 {
				r = ace
			}
			low, high, there[r] = min(low, r), max(high, r), true
		}
		return high - low + 1 - len(there)
	}
	return min(lacks(14), lacks(1))
}
