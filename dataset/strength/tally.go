package strength

import (
	"feltlab/dataset/eval"
	"feltlab/dataset/showdown"
	"feltlab/model/cards"
)

// tally compares a few hands with every other hand on one board after another, and counts for each pair the wins and
// ties of the first. Pairs that share a card are counted too; the counts are not used.
type tally struct {
	ranking  *showdown.Ranking // nil: the ranking of the rules
	dead     cards.Set         // hands with one of these cards need no comparison
	heroes   []tallied
	live     []cards.Combo // the other hands on a board, with their strengths
	strength []uint32
}

type tallied struct {
	hand cards.Combo
	// Number of boards on which the hand beats, and beats or ties, each other hand.
	wins, winsOrTies [cards.NumCombos]uint32
}

func newTally(m Mode, dead cards.Set, hands ...cards.Combo) *tally {
	t := &tally{ranking: m.ranking(), dead: dead, heroes: make([]tallied, len(hands))}
	for i, h := range hands {
		t.heroes[i].hand = h
	}
	return t
}

func (t *tally) add(board cards.Set, times uint32) {
	five := eval.HandOf(board)
	t.rank(five, board|t.dead)
	for i := range t.heroes {
		h := &t.heroes[i]
		if h.hand.Set()&board != 0 {
			continue
		}
		mine := t.ranked(five.Merge(eval.HandOfCombo(h.hand)).Strength())
		for k, other := range t.live {
			theirs := t.strength[k]
			h.wins[other] += (theirs - mine) >> 31 * times // the sign: a processor cannot predict a branch
			h.winsOrTies[other] += (theirs - mine - 1) >> 31 * times
		}
	}
}

// rank lists the hands without a dead card with their strengths on the board.
func (t *tally) rank(board eval.Hand, dead cards.Set) {
	t.live, t.strength = t.live[:0], t.strength[:0]
	left := (cards.FullDeck &^ dead).Cards()
	for i, high := range left {
		six := board.Add(high)
		for _, low := range left[:i] {
			t.live = append(t.live, cards.ComboOf(low, high))
			t.strength = append(t.strength, t.ranked(six.Add(low).Strength()))
		}
	}
}

func (t *tally) ranked(s eval.Strength) uint32 {
	if t.ranking != nil {
		return uint32(t.ranking[s])
	}
	return uint32(s)
}
