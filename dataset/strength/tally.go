package strength

import (
	"encoding/binary"

	"feltlab/dataset/eval"
	"feltlab/dataset/showdown"
	"feltlab/model/cards"
)

// tally compares a few hands with every other hand on one board after another, and counts for each pair the wins
// and ties of the first. One machine word makes four comparisons: strengths take 13 bits of 16-bit lanes, so
// that with the highest bit of each lane set in one operand,
//
//	(mine | high) - theirs    keeps the highest bit of exactly the lanes where mine >= theirs
//
// and no lane borrows from its neighbour. These bits, shifted down and times the board's multiplicity, are added
// up in 16-bit lanes, which are added to the counts before they can overflow.
//
// Pairs that share a card are counted too, so that the inner loop has no branch; the counts are not used.
type tally struct {
	ranking *showdown.Ranking // nil: the ranking of the rules
	dead    cards.Set         // hands with one of these cards need no comparison
	heroes  []tallied
	pending uint64 // upper bound of the counts in all lanes
	lanes   [laneBytes]byte
}

type tallied struct {
	hand    cards.Combo
	beats   [laneWords]uint64 // counts in lanes since the last call of empty
	atLeast [laneWords]uint64
	// Number of boards on which the hand beats, and beats or ties, each other hand.
	wins, winsOrTies [cards.NumCombos]uint32
}

const (
	laneWords = (cards.NumCombos + 3) / 4
	laneBytes = 8 * laneWords

	everyLane = 0x0001_0001_0001_0001
	highBits  = everyLane << 15
	laneMax   = 1<<16 - 1

	deadRank = 1<<15 - 1 // the rank of hands with a card of the board or a dead card: no hand beats it
)

func newTally(m Mode, dead cards.Set, hands ...cards.Combo) *tally {
	t := &tally{ranking: m.ranking(), dead: dead, heroes: make([]tallied, len(hands))}
	for i, h := range hands {
		t.heroes[i].hand = h
	}
	return t
}

func (t *tally) add(board cards.Set, times uint64) {
	if t.pending+times > laneMax {
		t.empty()
	}
	t.pending += times
	five := eval.HandOf(board)
	t.rank(five, board|t.dead)
	for i := range t.heroes {
		h := &t.heroes[i]
		if h.hand.Set()&board == 0 {
			mine := five.Merge(eval.HandOfCombo(h.hand)).Strength()
			if t.ranking != nil {
				mine = t.ranking[mine]
			}
			h.compare(uint64(mine), times, &t.lanes)
		}
	}
}

// rank fills the lanes with the rank on the board of every hand without a dead card.
func (t *tally) rank(board eval.Hand, dead cards.Set) {
	for i := 0; i < laneBytes; i += 8 {
		binary.LittleEndian.PutUint64(t.lanes[i:], everyLane*deadRank)
	}
	var live [cards.NumCards]cards.Card
	n := 0
	for rest := cards.FullDeck &^ dead; rest != 0; rest &= rest - 1 {
		live[n] = rest.Min()
		n++
	}
	for i, high := range live[:n] {
		six := board.Add(high)
		first := 2 * (int(high) * (int(high) - 1) / 2) // two bytes a combo of lower cards
		lanes := t.lanes[first : first+2*int(high)]
		for _, low := range live[:i] {
			s := six.Add(low).Strength()
			if t.ranking != nil {
				s = t.ranking[s]
			}
			binary.LittleEndian.PutUint16(lanes[2*int(low):], uint16(s))
		}
	}
}

func (h *tallied) compare(mine, times uint64, lanes *[laneBytes]byte) {
	orTie := mine*everyLane | highBits
	win := (mine-1)*everyLane | highBits
	for i := range laneWords {
		theirs := binary.LittleEndian.Uint64(lanes[8*i:])
		h.beats[i] += (win - theirs) & highBits >> 15 * times
		h.atLeast[i] += (orTie - theirs) & highBits >> 15 * times
	}
}

func (t *tally) empty() {
	for i := range t.heroes {
		h := &t.heroes[i]
		for o := range h.wins {
			shift := o % 4 * 16
			h.wins[o] += uint32(h.beats[o/4] >> shift & laneMax)
			h.winsOrTies[o] += uint32(h.atLeast[o/4] >> shift & laneMax)
		}
		h.beats, h.atLeast = [laneWords]uint64{}, [laneWords]uint64{}
	}
	t.pending = 0
}
