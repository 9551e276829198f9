package showdown

import (
	"sync"

	"feltlab/model/cards"
)

// Pairs numbers the orbits of pairs of a hand and a board under suit permutations. An orbit is represented by
// its canonical board and the first hand among the images under the permutations that fix the board. Boards
// are sets, without regard to which card was last.
type Pairs struct {
	Boards     *Orbits
	first      []int32   // number of each board's first pair, and at the end that of all pairs
	symmetries [][]uint8 // PermIndex of the permutations other than the identity that fix each board
}

// Numbers of pairs in FlopPairs, TurnPairs and RiverPairs.
const (
	NumFlopPairs  = 1_286_792
	NumTurnPairs  = 13_960_050
	NumRiverPairs = 123_156_254
)

var (
	// FlopPairs returns the pairs of a hand and a flop.
	FlopPairs = sync.OnceValue(func() *Pairs { return newPairs(Flops()) })
	// TurnPairs returns the pairs of a hand and a set of four cards. The first call takes about 0.1 s.
	TurnPairs = sync.OnceValue(func() *Pairs { return newPairs(Turns()) })
	// RiverPairs returns the pairs of a hand and a set of five cards.
	RiverPairs = sync.OnceValue(func() *Pairs { return newPairs(Boards()) })
)

func newPairs(boards *Orbits) *Pairs {
	p := &Pairs{Boards: boards, first: make([]int32, 1, boards.Len()+1), symmetries: make([][]uint8, boards.Len())}
	for i := range boards.Len() {
		fixed := 0 // pairs of a hand and a symmetry that fixes it
		for k, s := range boards.Set(i).Stabilizer() {
			fixed += fixedHands(s, boards.Set(i))
			if k > 0 {
				p.symmetries[i] = append(p.symmetries[i], uint8(PermIndex(s)))
			}
		}
		// Burnside's lemma: the number of orbits is the mean number of fixed points.
		p.first = append(p.first, p.first[i]+int32(fixed/(1+len(p.symmetries[i]))))
	}
	return p
}

// fixedHands counts the hands that avoid a board and that a permutation fixes: it fixes both cards or swaps them.
func fixedHands(p cards.SuitPerm, board cards.Set) int {
	kept, swapped := 0, 0
	for rest := cards.FullDeck &^ board; rest != 0; rest &= rest - 1 {
		switch c := rest.Min(); {
		case p.Card(c) == c:
			kept++
		case p.Card(p.Card(c)) == c:
			swapped++
		}
	}
	return kept*(kept-1)/2 + swapped/2
}

// Len returns the number of pairs.
func (p *Pairs) Len() int { return int(p.first[len(p.first)-1]) }

// First returns the number of the first pair of canonical board i; for i = Boards.Len() it returns Len().
func (p *Pairs) First(i int) int { return int(p.first[i]) }

// PairRow has the pairs of each hand with one canonical board.
type PairRow struct {
	Number [cards.NumCombos]int32 // the number of the hand's pair, -1 for hands with a card of the board
	// Via is the index in cards.SuitPerms of a permutation that fixes the board and maps the hand to the
	// one that represents its pair.
	Via [cards.NumCombos]uint8
	// Hands are the representatives in the order of their pairs; Sizes are the numbers of pairs of a hand
	// and a board in their orbits, at most 24.
	Hands []cards.Combo
	Sizes []uint8
}

// Row fills in the row of canonical board i.
func (p *Pairs) Row(i int, r *PairRow) {
	board, size, first := p.Boards.Set(i), uint8(p.Boards.Size(i)), p.first[i]
	r.Hands, r.Sizes = r.Hands[:0], r.Sizes[:0]
	maps := ComboMaps()
	for h := range cards.Combo(cards.NumCombos) {
		if h.Set()&board != 0 {
			r.Number[h] = -1
			continue
		}
		least, via := h, unchanged
		for _, s := range p.symmetries[i] {
			if image := maps[s][h]; image < least {
				least, via = image, s
			}
		}
		r.Via[h] = via
		if least == h {
			r.Number[h] = first + int32(len(r.Hands))
			r.Hands, r.Sizes = append(r.Hands, h), append(r.Sizes, size)
			continue
		}
		r.Number[h] = r.Number[least]
		r.Sizes[r.Number[h]-first] += size
	}
}

var unchanged = uint8(PermIndex(cards.SuitPerm{0, 1, 2, 3}))
