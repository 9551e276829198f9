package features

import (
	"math/bits"

	"feltlab/model/cards"
)

// NewFacts returns facts without a hand, ready for Read.
func NewFacts() *Facts {
	f := &Facts{values: names}
	f.Board.Rank = f.rank
	f.Board.Count = func(low, high int) int { return between(f.common, low, high) }
	f.Hand.Count = func(low, high int) int { return between(f.mine, low, high) }
	return f
}

// Read reads the facts about a hand on a board of three to five other cards.
func (f *Facts) Read(hand cards.Combo, board cards.Set) {
	f.readNow(hand, board)
	f.readOuts()
}

// readNow is Read without the outs, which take most of its time.
func (f *Facts) readNow(hand cards.Combo, board cards.Set) {
	f.mine, f.common = hand.Set(), board
	f.held, f.table = suitedOf(f.mine), suitedOf(board)
	f.all = f.held.and(f.table)
	f.made = f.all.best()
	f.readBoard()
	f.readHand()
	f.readPairs()
	f.readFlush()
	f.readStraight()
	alone := f.table.best()
	f.Made = Made{f.made.category(), alone.category(), f.made > alone}
	f.readDraws()
}

// rank returns the rank of the n-th highest board card, 0 without one.
func (f *Facts) rank(n int) int {
	for set := f.common; n >= 1 && set != 0; n-- {
		c := cards.Card(bits.Len64(uint64(set)) - 1)
		if n == 1 {
			return int(c.Rank()) + 2
		}
		set = set.Without(c)
	}
	return 0
}

// BoardOf returns the facts of a board.
func BoardOf(set cards.Set) Board {
	f := Facts{common: set, table: suitedOf(set)}
	f.readBoard()
	return f.Board
}

func (f *Facts) readBoard() {
	b := &f.Board
	one, two, three, four := f.table.atLeast()
	b.Cards = f.common.Len()
	b.High, b.Low = top(one), bottom(one)
	b.Distinct, b.Pairs = bits.OnesCount16(one), bits.OnesCount16(two)
	b.Most = 1
	for _, mask := range []uint16{two, three, four} {
		if mask != 0 {
			b.Most++
		}
	}
	b.Suits, b.Suited, b.Flush = 0, 0, f.table.commonest()
	for _, m := range f.table {
		if m != 0 {
			b.Suits++
		}
		if bits.OnesCount16(m) == b.Flush {
			b.Suited = max(b.Suited, top(m))
		}
	}
	b.Straight = 0
	for _, w := range windows {
		b.Straight = max(b.Straight, bits.OnesCount16(one&w))
	}
	b.Missing = missing(one)
}

func (f *Facts) readHand() {
	h := &f.Hand
	ranks := f.held.ranks()
	h.High, h.Low = top(ranks), bottom(ranks)
	h.Paired, h.Suited, h.Gap = h.High == h.Low, f.held.commonest() == 2, missing(ranks)
}

func (f *Facts) readPairs() {
	one, two, _, _ := f.table.atLeast()
	h, b, p := &f.Hand, &f.Board, &f.Pair
	high, low := has(one, h.High), has(one, h.Low)
	p.Hits = number(high) + number(low)
	holds := func(rank int) bool { return rank > 0 && (h.High == rank || h.Low == rank) }
	p.Top, p.Bottom = holds(b.High), b.Distinct >= 2 && holds(b.Low)
	p.Second = holds(top(one &^ (1 << (b.High - 2))))
	p.Both = !h.Paired && p.Hits == 2
	p.Over, p.Under = h.Paired && h.Low > b.High, h.Paired && h.High < b.Low
	p.Board = 0
	if c := f.made.category(); c == names.OnePair || c == names.TwoPair {
		p.Board = bits.OnesCount16(f.made.ranks() & two)
	}

	f.Kicker = Kicker{Better: 13}
	if high != low {
		f.Kicker.Rank, f.Kicker.Better = h.High, 0
		if high {
			f.Kicker.Rank = h.Low
		}
		groups := f.all.groups()
		beside := one &^ groups.ranks()
		for r := f.Kicker.Rank + 1; r <= names.Ace; r++ {
			plays := bits.OnesCount16(beside>>(r-1)) < kickers[groups.category()]
			f.Kicker.Better += number(plays && !has(one, r))
		}
	}
	f.Over.Ours = number(h.High > b.High) + number(h.Low > b.High)
	f.Over.Board = between(f.common, h.High+1, names.Ace)
	f.Blocker.Set = p.Hits
}

func (f *Facts) readFlush() {
	f.Flush, f.Blocker.Flush = Flush{All: f.all.commonest()}, 0
	for s, m := range f.table {
		held := bits.OnesCount16(f.held[s])
		if bits.OnesCount16(m) >= 2 {
			f.Blocker.Flush = max(f.Blocker.Flush, held)
		}
		if bits.OnesCount16(m) != f.Board.Flush {
			continue
		}
		f.Flush.Held = max(f.Flush.Held, held)
		const all = 1<<cards.NumRanks - 1
		f.Flush.Nut = f.Flush.Nut || has(f.held[s], top(all&^m))
	}
}

func (f *Facts) readStraight() {
	ours, board := f.held.ranks(), f.table.ranks()
	all := ours | board
	s := Straight{High: highest(all)}
	s.Made = s.High > 0
	var outs, needed uint16
	for i, w := range windows {
		switch bits.OnesCount16(all & w) {
		case 4:
			outs |= w &^ all
			s.Four = s.Four || all&w&^board != 0
		case 3:
			s.Ways++
		}
		if bits.OnesCount16(board&w) >= 3 {
			s.Best = i + 5
			needed |= w &^ board
		}
	}
	s.Outs = bits.OnesCount16(outs)
	open := openLows(all)
	s.Ours, s.Board = open&ours != 0, open&^ours != 0
	f.Straight = s
	f.Blocker.Straight = number(has(needed, f.Hand.High)) + number(has(needed, f.Hand.Low))
}

// openLows returns the lowest ranks of four in a row that are open at both ends, as a mask: A-2-3-4 has nothing below
// and J-Q-K-A nothing above.
func openLows(ranks uint16) uint16 {
	return ranks & (ranks >> 1) & (ranks >> 2) & (ranks >> 3) & (1<<9 - 1)
}

func (f *Facts) readDraws() {
	f.Draw = Draw{}
	if f.Board.Cards == 5 {
		return
	}
	s, d := &f.Straight, &f.Draw
	for i, m := range f.all {
		d.Flush = d.Flush || bits.OnesCount16(m) == 4 && f.Flush.All == 4 && f.held[i] != 0
	}
	d.BackdoorFlush = f.Board.Cards == 3 && f.Board.Suits > 1 && f.Flush.All == 3
	d.Open = !s.Made && (s.Ours || s.Board)
	d.Inside = !s.Made && !d.Open && s.Outs == 1
	d.DoubleInside = !s.Made && !d.Open && s.Outs >= 2
}

func (f *Facts) readOuts() {
	f.Outs = Outs{}
	if f.Board.Cards == 5 {
		return
	}
	o := &f.Outs
	boardRanks := f.table.ranks()
	for unseen := cards.FullDeck &^ (f.mine | f.common); unseen != 0; unseen &= unseen - 1 {
		c := unseen.Min()
		rank := int(c.Rank()) + 2
		all, board := f.all.with(c), f.table.with(c)
		next, alone := all.best(), board.best()
		flush := next.category() == names.AFlush || next.category() == names.StraightFlush
		straight := highest(all.ranks()) > highest(board.ranks()) ||
			next.category() == names.StraightFlush && next > alone
		o.Flush += number(flush && next > alone && f.Flush.All < 5)
		o.Straight += number(straight && !f.Straight.Made)
		o.Over += number(rank > f.Board.High && (rank == f.Hand.High || rank == f.Hand.Low))
		if next.category() <= f.made.category() || next <= alone {
			continue
		}
		o.Better++
		third := bits.OnesCount16(board[c.Suit()]) >= 3
		o.Clean += number(!has(boardRanks, rank) && (!third || flush))
	}
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}
