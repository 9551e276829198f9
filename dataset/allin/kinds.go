package allin

import (
	"math/bits"
	"slices"
	"sync"

	"feltlab/model/cards"
)

// The ranks of some hands have one slot each, in ascending order; all other ranks have the slot outside.
const (
	maxSlots = 6
	outside  = maxSlots
	numSlots = maxSlots + 1
)

// cell is a class of board patterns with the same number of cards of each slot of some hands, and the same numbers
// of equal cards outside. The number of boards of a pattern that avoid the hands depends on its cell only.
type cell = uint16

type cellTree struct {
	inner, full []cellStep
	next        [][4 * numSlots]cell // next[c][4*slot+n-1] is the inner cell c with n cards of a rank of the slot added
}

type cellStep struct {
	from    cell
	slot, n uint8
}

var cells = sync.OnceValue(func() *cellTree {
	t := &cellTree{inner: []cellStep{{}}}
	// Three bits for the number of cards of each slot, then three bits for the number of ranks outside with
	// each number of cards.
	texts, sizes := []uint64{0}, []uint8{0}
	index := [2]map[uint64]cell{{0: 0}, {}} // of inner and full cells
	for c := 0; c < len(t.inner); c++ {
		var next [4 * numSlots]cell
		for slot := range uint8(numSlots) {
			for n := uint8(1); n <= min(boardCards-sizes[c], cards.NumSuits); n++ {
				text := texts[c]
				switch {
				case slot == outside:
					text += 1 << (3 * (maxSlots + n - 1))
				case text>>(3*slot)&7 != 0:
					continue // the pattern has this rank
				default:
					text += uint64(n) << (3 * slot)
				}
				list, known := &t.inner, index[0]
				if sizes[c]+n == boardCards {
					list, known = &t.full, index[1]
				}
				to, found := known[text]
				if !found {
					to = cell(len(*list))
					known[text] = to
					*list = append(*list, cellStep{cell(c), slot, n})
					if list == &t.inner {
						texts, sizes = append(texts, text), append(sizes, sizes[c]+n)
					}
				}
				next[4*slot+n-1] = to
			}
		}
		t.next = append(t.next, next)
	}
	return t
})

// packing has numbers for up to eight choices, two in a word: all are below 2^32.
type packing [4]uint64

func (p *packing) of(choice int) uint64 { return p[choice/2] >> (32 * (choice % 2)) & (1<<32 - 1) }

// kind is a class of hands with the same coincidences of ranks. They have the same choices of classes, and the same
// numbers of boards for each cell.
type kind struct {
	choices []choice
	wanted  [64]bool // whether some choice has combos with these suitings
	// plain[c] counts, for each choice, combos with boards of a pattern of the cell, without the boards on which
	// a hand makes a flush.
	plain []packing
}

type choice struct {
	at       [3]uint8  // in the engine's classes of each rank pair
	suitings [64]int64 // disjoint combos by their suitings
}

type kindKey struct {
	slots   [3][2]uint8
	classes [3]uint8 // 1: suited or a pair, 2: offsuit, 3: both; 0: no hand
}

// kindOf takes places in ascending order, and also returns four times the slot of each rank.
func (e *engine) kindOf(places ...int) (*kind, [cards.NumRanks]uint8) {
	var held rankSet
	for _, p := range places {
		for _, r := range pairRanks[e.pairs[p]] {
			held |= 1 << r
		}
	}
	var slots [cards.NumRanks]uint8
	for r := range slots {
		slots[r] = 4 * outside
		if held>>r&1 != 0 {
			slots[r] = 4 * uint8(bits.OnesCount16(uint16(held&(1<<r-1))))
		}
	}
	var key kindKey
	for n, p := range places {
		for i, r := range pairRanks[e.pairs[p]] {
			key.slots[n][i] = slots[r]
		}
		for _, k := range e.classes[p] {
			if k.Suited() || k.Pair() {
				key.classes[n] |= 1
			} else {
				key.classes[n] |= 2
			}
		}
	}
	if k, ok := e.kinds.Load(key); ok {
		return k.(*kind), slots
	}
	k, _ := e.kinds.LoadOrStore(key, e.newKind(places, &slots))
	return k.(*kind), slots
}

func (e *engine) newKind(places []int, slots *[cards.NumRanks]uint8) *kind {
	k := &kind{plain: make([]packing, len(cells().full))}
	e.addChoices(k, places, choice{}, nil)
	for s := range k.wanted {
		k.wanted[s] = slices.ContainsFunc(k.choices, func(c choice) bool { return c.suitings[s] > 0 })
	}
	sums := make([][8]int64, len(k.plain))
	inner := make([]byBoardSpades, len(cells().inner))
	for s, wanted := range k.wanted {
		if wanted {
			e.addPlain(sums, inner, k, places, s, slots)
		}
	}
	for c := range sums {
		for n, sum := range sums[c] {
			k.plain[c][n/2] |= uint64(sum) << (32 * (n % 2))
		}
	}
	return k
}

func (e *engine) addChoices(k *kind, places []int, c choice, chosen []cards.Class) {
	n := len(chosen)
	if n == len(places) {
		c.suitings = suitingsOf(chosen...)
		k.choices = append(k.choices, c)
		return
	}
	for at, class := range e.classes[places[n]] {
		if n > 0 && places[n] == places[n-1] && class < chosen[n-1] {
			continue // the same multiset in another order
		}
		c.at[n] = uint8(at)
		e.addChoices(k, places, c, append(chosen, class))
	}
}

type byBoardSpades [boardCards + 1]int64

// times returns the product with a rank that has a ways without its spade and b ways with it, as polynomials.
func (p byBoardSpades) times(a, b int64) byBoardSpades {
	for n := boardCards; n > 0; n-- {
		p[n] = a*p[n] + b*p[n-1]
	}
	p[0] *= a
	return p
}

// addPlain adds the boards that avoid one choice of combos with the given suitings, times the number of such choices.
// Spades represent any of four suits, so it subtracts the boards with a flush in spades four times. inner is scratch.
func (e *engine) addPlain(sums [][8]int64, inner []byBoardSpades, k *kind, places []int, suitings int,
	slots *[cards.NumRanks]uint8) {
	var spades, used [numSlots]uint8 // of each slot: spades, and cards of other suits
	least := boardCards + 1          // least number of the board's spades that make a flush
	for n, p := range places {
		mine, others := ranksOf(e.pairs[p], suitingOf(suitings, n))
		least = min(least, flushCards-bits.OnesCount16(uint16(mine)))
		for ; mine != 0; mine &= mine - 1 {
			spades[slots[bits.TrailingZeros16(uint16(mine))]/4]++
		}
		for _, r := range others {
			used[slots[r]/4]++
		}
	}
	const otherSuits = cards.NumSuits - 1
	times := func(p byBoardSpades, s cellStep) byBoardSpades {
		ways := &choose[otherSuits-used[s.slot]]
		return p.times(int64(ways[s.n]), int64(1-spades[s.slot])*int64(ways[s.n-1]))
	}
	t := cells()
	inner[0] = byBoardSpades{1}
	for c, s := range t.inner[1:] {
		inner[c+1] = times(inner[s.from], s)
	}
	for c, s := range t.full {
		boards := int64(0)
		for n, ways := range times(inner[s.from], s) {
			boards += ways
			if n >= least {
				boards -= cards.NumSuits * ways
			}
		}
		for n := range k.choices {
			sums[c][n] += k.choices[n].suitings[suitings] * boards
		}
	}
}
