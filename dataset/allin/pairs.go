package allin

import "feltlab/model/cards"

// BoardsAvoidingTwo is the number of boards that avoid two hands, C(48,5).
const BoardsAvoidingTwo = 1_712_304

// PairCounts has the numbers of deals that the first of two hands wins, ties and loses.
type PairCounts struct{ Wins, Ties, Losses uint64 }

// Deals returns the sum of the counts.
func (c PairCounts) Deals() uint64 { return c.Wins + c.Ties + c.Losses }

// Equity returns the first hand's share, (Wins + Ties/2) / Deals, and 0 without deals.
func (c PairCounts) Equity() float64 {
	if c.Deals() == 0 {
		return 0
	}
	return (float64(c.Wins) + float64(c.Ties)/2) / float64(c.Deals())
}

// PairTable has the counts of every class against every class: 169 x 169, 343 kB. It never changes, and is safe for
// concurrent use.
type PairTable struct {
	counts []uint32 // wins, ties and losses of each pair in turn; none is above 12*12*C(48,5) < 2^32
}

func newPairTable() *PairTable {
	return &PairTable{make([]uint32, 3*cards.NumClasses*cards.NumClasses)}
}

func (t *PairTable) row(a, b cards.Class) *[3]uint32 {
	return (*[3]uint32)(t.counts[3*(cards.NumClasses*int(a)+int(b)):])
}

// Counts returns the wins, ties and losses of class a against class b over all disjoint choices of a combo from each
// and all boards that avoid them. They sum to Combos(a, b) * BoardsAvoidingTwo.
func (t *PairTable) Counts(a, b cards.Class) PairCounts {
	n := t.row(a, b)
	return PairCounts{uint64(n[0]), uint64(n[1]), uint64(n[2])}
}

// Combos returns the number of disjoint choices of a combo from each of two classes.
func (t *PairTable) Combos(a, b cards.Class) uint64 {
	return t.Counts(a, b).Deals() / BoardsAvoidingTwo
}

// Pairs adds up the table of two players from the results of every two hands, in some 10 ms.
func Pairs() *PairTable {
	t := newPairTable()
	for a := range cards.Class(cards.NumClasses) {
		versus := VersusOf(a.Representative())
		for b := range cards.Class(cards.NumClasses) {
			row := t.row(a, b)
			for _, h := range b.Combos() {
				if h.Set()&a.Representative().Set() == 0 {
					r, size := versus.Against(h), uint32(a.Size())
					row[0] += size * r.Wins
					row[1] += size * r.Ties
					row[2] += size * (BoardsAvoidingTwo - r.Wins - r.Ties)
				}
			}
		}
	}
	return t
}
