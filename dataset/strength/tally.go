package strength

import (
	"encoding/binary"

	"feltlab/dataset/eval"
	"feltlab/dataset/showdown"
	"feltlab/model/cards"
)

// A tally compares a few hands with every other hand, board after board, and counts for
// each pair how often the first wins and ties. Four comparisons go in one machine word:
// strengths stand in 16-bit lanes and need 13 of them, so with the highest bit of each lane
// set in one operand,
//
//	(mine | high) - theirs    keeps the highest bit of exactly the lanes where mine >= theirs
//
// and no lane borrows from its neighbour. Those bits, shifted down and times the board's
// multiplicity, are added up in 16-bit lanes, which are emptied before they can overflow.
//
// Pairs that share a card are counted too, to no effect: nobody reads them. That leaves no
// branch in the inner loop.
type tally struct {
	ranking *showdown.Ranking // nil: as they are
	dead    cards.Set         // hands that hold any of these cards need no comparison
	heroes  []tallied
	pending uint64 // at most what stands in any lane
	lanes   [laneBytes]byte
}

// tallied is what a tally knows of one of its hands.
type tallied struct {
	hand    cards.Combo
	beats   [laneWords]uint64 // counts in lanes since they were last emptied
	atLeast [laneWords]uint64
	// How often the hand beats, and how often it beats or ties, each other hand.
	wins, winsOrTies [cards.NumCombos]uint32
}

const (
	laneWords = (cards.NumCombos + 3) / 4
	laneBytes = 8 * laneWords

	everyLane = 0x0001_0001_0001_0001
	highBits  = everyLane << 15
	laneMax   = 1<<16 - 1

	// deadRank stands for hands that hold a card of the board or a dead one: no hand beats it.
	deadRank = 1<<15 - 1
)

func newTally(m Mode, hands ...cards.Combo) *tally {
	t := &tally{ranking: m.ranking(), heroes: make([]tallied, len(hands))}
	for i, h := range hands {
		t.heroes[i].hand = h
	}
	return t
}

// add compares on a board that counts as often as times says.
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

// rank fills the lanes with the rank on the board of every hand that holds no dead card.
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

// compare adds the outcomes of one board, on which the hand has rank mine, at least 1.
func (h *tallied) compare(mine, times uint64, lanes *[laneBytes]byte) {
	orTie := mine*everyLane | highBits
	win := (mine-1)*everyLane | highBits
	for i := range laneWords {
		theirs := binary.LittleEndian.Uint64(lanes[8*i:])
		h.beats[i] += (win - theirs) & highBits >> 15 * times
		h.atLeast[i] += (orTie - theirs) & highBits >> 15 * times
	}
}

// empty adds the lanes to the counts.
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
