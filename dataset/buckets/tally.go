package buckets

import "feltlab/model/cards"

// Bins is the number of bins of a histogram: regions of HS that are two hundredths wide, the last
// one with HS = 1.
const HistogramBins = 50

// Bin returns the bin of a strength.
func HistogramBin(strength int) int { return min(strength*HistogramBins/MostStrength, HistogramBins-1) }

// binOf is Bin as a table.
var binOf = func() (table [MostStrength + 1]uint8) {
	for v := range table {
		table[v] = uint8(HistogramBin(v))
	}
	return table
}()

// Histogram counts rivers by the bin that a hand's strength is in.
type Histogram [HistogramBins]uint16

// Tally has what Count found on a board for each hand: 0 for hands that hold a card of it. It
// takes 200 KB and is meant to be reused, one for each goroutine.
type Tally struct {
	Sum, Square [cards.NumCombos]uint32
	Histograms  [cards.NumCombos]Histogram

	sweeper *Sweeper
}

// NewTally returns a tally of no board.
func NewTally() *Tally { return &Tally{sweeper: NewSweeper()} }

// Rivers is the number of rivers that a board of three or four cards leads to for one hand.
func Rivers(boardCards int) int {
	if boardCards == 3 {
		return 47 * 46 / 2
	}
	return 46
}

// Count goes over all rivers that a board of three or four cards leads to.
func (t *Tally) Count(board cards.Set) {
	clear(t.Sum[:])
	clear(t.Square[:])
	clear(t.Histograms[:])
	all := 0
	complete(board, cards.NumCards, func(river cards.Set) {
		all++
		// A hand that the river blocks has strength 0, which changes no sum, and is counted in the
		// lowest bin: unblock takes it out. That leaves no branch here.
		for h, v := range t.sweeper.Strengths(river) {
			t.Sum[h] += v
			t.Square[h] += v * v
			t.Histograms[h][binOf[v]]++
		}
	})
	unblock(board, all, &t.Histograms)
}

// complete calls visit with every board of five cards that adds cards below under to a board.
func complete(board cards.Set, under cards.Card, visit func(cards.Set)) {
	if board.Len() == 5 {
		visit(board)
		return
	}
	for c := range under {
		if !board.Has(c) {
			complete(board.With(c), c, visit)
		}
	}
}
