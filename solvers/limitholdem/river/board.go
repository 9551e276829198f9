package river

import (
	"feltlab/dataset/eval"
	"feltlab/model/cards"
)

// NumLive is the number of hands that avoid a board of five cards: pairs of liveCards. There are mostHands on a flop.
const (
	NumLive   = liveCards * (liveCards - 1) / 2
	liveCards = cards.NumCards - 5
	mostHands = (cards.NumCards - 3) * (cards.NumCards - 4) / 2
)

// Entry is a live hand. The assembly kernels depend on the layout.
type Entry struct {
	Combo  uint16
	Bucket uint16 // the opponent's bucket: an index of Block.Theirs and Lesson.Shares
	Own    uint16 // our bucket: an index of Block.Ours and Lesson.Plans

	lowAt, highAt uint16 // the parts of the class of each card
	Low, High     uint8  // its cards
}

// group is a group of hands that tie on a river, class the hands of a group in one bucket of the opponent's. The
// assembly kernels depend on the layout.
type (
	group struct{ hands, cards, classes uint16 } // their numbers
	class struct{ bucket, cards uint16 }
)

// Board is the data of a board that all betting histories share: about 42 KB.
type Board struct {
	cards int // number of live cards
	// dealt are the live hands in the order of combos: first the one whose higher card is the
	// second of the live cards, then the two with the third, and so on to 46 with the last.
	dealt [mostHands]Entry
	// sorted are the live hands, weakest first. Boards of fewer cards are not sorted.
	sorted [NumLive]Entry
	// groups are in the order of the hands, holders lists the cards of each in turn. Classes are in the order of
	// groups, and members lists their cards: the parts of a class.
	numGroups, numClasses, numParts int

	groups  [NumLive]group
	classes [NumLive]class
	holders [2 * NumLive]uint8
	members [2 * NumLive]uint8
}

// Strengths are below 2^13: two digits of a radix sort.
const (
	lowDigit  = 7
	highDigit = 6
)

// Hands are the live hands in the order of combos.
func (b *Board) Hands() []Entry { return b.dealt[:b.cards*(b.cards-1)/2] }

// Deal lists the hands that are live on a board of three cards or more, without ranking them. Their buckets are 0.
func (b *Board) Deal(board cards.Set) {
	n := 0
	live := cards.FullDeck &^ board
	b.cards, b.numGroups = live.Len(), 0
	for highs := live; highs != 0; highs &= highs - 1 {
		high := highs.Min()
		first := uint16(high) * uint16(high-1) / 2
		for lows := live & (1<<high - 1); lows != 0; lows &= lows - 1 {
			low := lows.Min()
			b.dealt[n] = Entry{Combo: first + uint16(low), Low: uint8(low), High: uint8(high)}
			n++
		}
	}
}

// Set ranks the hands that are live on a board of five cards. Their buckets are 0.
func (b *Board) Set(board cards.Set) {
	b.Deal(board)
	var dealt, scratch [NumLive]ranked
	onBoard := eval.HandOf(board)
	for i, e := range b.dealt[:NumLive] {
		dealt[i] = ranked{onBoard.Add(cards.Card(e.High)).Add(cards.Card(e.Low)).Strength(), e}
	}
	radix(&dealt, &scratch, 0, lowDigit)
	radix(&scratch, &dealt, lowDigit, highDigit)
	start, holders := 0, b.holders[:0]
	var held cards.Set
	for i, r := range dealt {
		b.sorted[i] = r.entry
		held |= r.entry.cards()
		if i+1 < NumLive && dealt[i+1].strength == r.strength {
			continue
		}
		b.groups[b.numGroups] = group{hands: uint16(i + 1 - start), cards: uint16(held.Len())}
		holders = appendCards(holders, held)
		b.numGroups++
		start, held = i+1, 0
	}
	b.classify()
}

func (b *Board) classify() {
	var held [NumLive]cards.Set // by class
	var starts [NumLive]uint16  // of its parts
	b.numClasses = 0
	sorted, members := b.sorted[:], b.members[:0]
	for g := range b.groups[:b.numGroups] {
		at, first := &b.groups[g], b.numClasses
		hands := sorted[:at.hands]
		sorted = sorted[at.hands:]
		for i := range hands {
			e, k := &hands[i], first
			for k < b.numClasses && b.classes[k].bucket != e.Bucket {
				k++
			}
			if k == b.numClasses {
				b.classes[k].bucket = e.Bucket
				b.numClasses++
			}
			held[k] |= e.cards()
			e.lowAt = uint16(k)
		}
		at.classes = uint16(b.numClasses - first)
		for k := first; k < b.numClasses; k++ {
			starts[k] = uint16(len(members))
			b.classes[k].cards = uint16(held[k].Len())
			members = appendCards(members, held[k])
		}
		for i := range hands {
			e := &hands[i]
			of, start := held[e.lowAt], starts[e.lowAt]
			e.lowAt = start + uint16((of & (1<<e.Low - 1)).Len())
			e.highAt = start + uint16((of & (1<<e.High - 1)).Len())
		}
	}
	b.numParts = len(members)
}

func (e Entry) cards() cards.Set { return 1<<e.Low | 1<<e.High }

func appendCards(to []uint8, of cards.Set) []uint8 {
	for ; of != 0; of &= of - 1 {
		to = append(to, uint8(of.Min()))
	}
	return to
}

// SetBuckets sets the bucket of each live hand, given by combo. Each must be an index of Block.Theirs or Lesson.Shares:
// kernels do not check.
func (b *Board) SetBuckets(of *[cards.NumCombos]int32) {
	b.each(func(e *Entry) { e.Bucket = uint16(of[e.Combo]) })
	b.classify()
}

// SetOwn sets our bucket of each live hand, given by combo. Each must be an index of Block.Ours or Lesson.Plans.
func (b *Board) SetOwn(of *[cards.NumCombos]int32) {
	b.each(func(e *Entry) { e.Own = uint16(of[e.Combo]) })
}

// Swap exchanges our buckets and the opponent's.
func (b *Board) Swap() {
	b.each(func(e *Entry) { e.Bucket, e.Own = e.Own, e.Bucket })
	b.classify()
}

func (b *Board) each(visit func(e *Entry)) {
	hands := b.Hands()
	for i := range hands {
		visit(&hands[i])
	}
	if b.numGroups > 0 {
		for i := range b.sorted {
			visit(&b.sorted[i])
		}
	}
}

type ranked struct {
	strength eval.Strength
	entry    Entry
}

func radix(from, to *[NumLive]ranked, shift, bits int) {
	var starts [1 << lowDigit]uint16
	mask := eval.Strength(1)<<bits - 1
	for i := range from {
		starts[from[i].strength>>shift&mask]++
	}
	total := uint16(0)
	for d, n := range starts {
		starts[d] = total
		total += n
	}
	for i := range from {
		at := &starts[from[i].strength>>shift&mask]
		to[*at] = from[i]
		*at++
	}
}

// Folds is the number of ways in which the betting of a street ends with a fold.
const Folds = 8

const numEnds = Sequences + Folds

// Ends holds a number for each end of a street's betting and betting history: the showdowns by Sequence, and after them
// the folds. First come those after a bet of the opponent: ours to that bet, its to our raise, ours to its raise, its
// to our last; then those after a bet of ours: its to that bet, ours to its raise, its to our raise, ours to its last.
type Ends[R Real] [numEnds]Vector[R]

// Pay fills in the losses to us, at each end, of an opponent in some bucket, a showdown as if we won it: its shares
// times the stakes. A fold loses the stakes before the last bet, a showdown is for the stakes with it.
func (e *Ends[R]) Pay(shares *Shares[R], stakes *Stakes[R], opponentFirst bool) {
	for i := range shares {
		for l, share := range shares[i] {
			e[i][l] = R(stakes[betsOf(i)][l] * share)
		}
	}
	e.fold(shares, stakes, opponentFirst)
}

// fold fills in the folds: the opponent folds the reach at its decision that neither calls nor raises.
func (e *Ends[R]) fold(f *Shares[R], stakes *Stakes[R], opponentFirst bool) {
	folds := e[Sequences:]
	for l := range Lanes {
		arrived := f[0][l] - f[5][l] - f[6][l]
		if !opponentFirst {
			arrived += f[1][l] // it bets after our check with it
		}
		folds[0][l] = -R(stakes[0][l] * f[1][l])
		folds[1][l] = R(stakes[1][l] * (f[1][l] - f[2][l] - f[3][l]))
		folds[2][l] = -R(stakes[2][l] * f[3][l])
		folds[3][l] = R(stakes[3][l] * (f[3][l] - f[4][l]))
		folds[4][l] = R(stakes[0][l] * arrived)
		folds[5][l] = -R(stakes[1][l] * f[6][l])
		folds[6][l] = R(stakes[2][l] * (f[6][l] - f[7][l] - f[8][l]))
		folds[7][l] = -R(stakes[3][l] * f[8][l])
	}
}

// Play fills in the probability that we, in some bucket, play our part of each end.
func (e *Ends[R]) Play(shares *Shares[R], opponentFirst bool) {
	copy(e[:Sequences], shares[:])
	p, folds := shares, e[Sequences:]
	for l := range Lanes {
		arrived := R(1)
		if !opponentFirst {
			arrived = p[0][l] // by our check
		}
		folds[0][l] = arrived - p[1][l] - p[2][l]
		folds[1][l] = p[2][l]
		folds[2][l] = p[2][l] - p[3][l] - p[4][l]
		folds[3][l] = p[4][l]
		folds[4][l] = p[5][l]
		folds[5][l] = p[5][l] - p[6][l] - p[7][l]
		folds[6][l] = p[7][l]
		folds[7][l] = p[7][l] - p[8][l]
	}
}

// Book holds Ends by bucket, laid out for a kernel: lanes that it works on together are neighbours.
type Book[R Real] struct {
	buckets, width int
	numbers        []R // by part of the lanes, bucket, end and lane
}

// NewBook returns an empty book with a number of buckets.
func (k *Kernel[R]) NewBook(buckets int) *Book[R] {
	return &Book[R]{buckets, k.width, make([]R, buckets*numEnds*Lanes)}
}

// Set fills in the ends of a bucket.
func (b *Book[R]) Set(bucket int, ends *Ends[R]) {
	for part := range Lanes / b.width {
		at := b.numbers[(part*b.buckets+bucket)*numEnds*b.width:]
		for k := range ends {
			copy(at[k*b.width:][:b.width], ends[k][part*b.width:])
		}
	}
}

func (b *Book[R]) end(bucket uint16, k int) *Vector[R] {
	return (*Vector[R])(b.numbers[(int(bucket)*numEnds+k)*Lanes:])
}

func (b *Book[R]) from(lane int) *R { return &b.numbers[lane*b.buckets*numEnds] }
