package equity

import (
	"context"

	"feltlab/dataset/showdown"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// FlopTable has the counts of all hands on all flops against several ranges. It is safe for concurrent use.
type FlopTable struct {
	packs []*flopPack
	place []struct{ pack, lane int } // by range
	live  []*Live                    // by range
}

type flopPack struct {
	words *words   // the ranges' weights
	bits  laneBits // lanes of a turn's sums; those of a flop are twice as wide, up to 64 bits
	rows  []flopRow
}

type flopRow [2]outcomes

// newFlopTable returns a table without counts. The error says that a range is not suit-symmetric.
func newFlopTable(rs []*ranges.Range) (*FlopTable, error) {
	t := &FlopTable{place: make([]struct{ pack, lane int }, len(rs)), live: make([]*Live, len(rs))}
	byWidth := map[laneBits][]int{}
	for i, r := range rs {
		if err := checkSymmetric(r); err != nil {
			return nil, err
		}
		t.live[i] = NewLive(r.Weights())
		bits := laneFor(boardsPerTurn * t.live[i].Total)
		byWidth[bits] = append(byWidth[bits], i)
	}
	for _, bits := range []laneBits{16, 32, 64} {
		for at, i := range byWidth[bits] {
			if at%bits.perWord() == 0 {
				t.packs = append(t.packs, &flopPack{words: new(words), bits: bits})
			}
			pack := t.packs[len(t.packs)-1]
			t.place[i] = struct{ pack, lane int }{len(t.packs) - 1, at % bits.perWord()}
			bits.put(pack.words, at%bits.perWord(), rs[i].Weights())
		}
	}
	return t, nil
}

const boardsPerTurn = 48

func (f *flopPack) sumTurns(ctx context.Context, t *turnTable, workers int, report func(done, total int)) error {
	flops, maps := showdown.Flops(), showdown.ComboMaps()
	f.rows = make([]flopRow, flops.Len())
	const flopsPerBlock = 4
	loop := parallel.Loop{Items: flops.Len(), Block: flopsPerBlock, Workers: workers, Report: report}
	return loop.Each(ctx, parallel.Same(func(i int) error {
		flop := flops.Set(i)
		for rest := cards.FullDeck &^ flop; rest != 0; rest &= rest - 1 {
			turn, p := t.turns.Index(flop.With(rest.Min()))
			f.rows[i].add(&t.rows[turn], &maps[showdown.PermIndex(p)], f.bits)
		}
		f.rows[i].halve()
		return nil
	}))
}

// add adds a turn's sums, read through a suit permutation. It separates even and odd lanes, so that each sum
// has twice the bits.
func (r *flopRow) add(turn *turnRow, from *showdown.ComboMap, bits laneBits) {
	mask, shift := bits.evenMask(), uint(bits)
	for h, k := range from {
		even, odd, o := &r[0][h], &r[1][h], &turn[k]
		even.Below += o.Below & mask
		even.Tied += o.Tied & mask
		odd.Below += o.Below >> shift & mask
		odd.Tied += o.Tied >> shift & mask
	}
}

// times multiplies every lane.
func (r *flopRow) times(n uint64) {
	for half := range r {
		for h := range r[half] {
			r[half][h].Below *= n
			r[half][h].Tied *= n
		}
	}
}

// halve halves every lane. All sums are even, since each pair of turn and river was added in both orders; so no
// bit moves to the next lane.
func (r *flopRow) halve() {
	for half := range r {
		for h := range r[half] {
			r[half][h].Below >>= 1
			r[half][h].Tied >>= 1
		}
	}
}

// Flops returns the rows of one hand against a range, by its index in the list of AllFlops, in the order of
// FlopsOf. If no hand of the range avoids the hand and a flop, then Combos, Wins and Ties are 0.
func (t *FlopTable) Flops(hand cards.Combo, rangeIndex int) []Flop {
	place := t.place[rangeIndex]
	pack := t.packs[place.pack]
	wide := min(2*pack.bits, 64)
	maps := showdown.ComboMaps()
	return listFlops(hand, t.live[rangeIndex], func(_ int, f flopEntry) (wins, ties uint64) {
		row, k := &pack.rows[f.orbit], maps[f.perm][hand]
		sum, lane := row[place.lane%2][k], place.lane/2
		return wide.lane(sum.Below, lane), wide.lane(sum.Tied, lane)
	})
}

type words = [cards.NumCombos]uint64

type outcomes = [cards.NumCombos]showdown.Outcome[uint64]

// laneBits is the size of a lane, the part of a word for one range: 16, 32 or 64 bits, so that one addition
// serves four, two or one ranges. Sums that fit their lanes never carry into the next.
type laneBits uint

func laneFor(limit uint64) laneBits {
	switch {
	case limit < 1<<16:
		return 16
	case limit < 1<<32:
		return 32
	}
	return 64
}

func (b laneBits) perWord() int { return 64 / int(b) }

func (b laneBits) lane(word uint64, i int) uint64 {
	return word >> (uint(i) * uint(b)) & (^uint64(0) >> (64 - b))
}

func (b laneBits) put(packed *words, i int, w *weights) {
	for h, weight := range w {
		packed[h] += uint64(weight) << (uint(i) * uint(b))
	}
}

func (b laneBits) pack(ranges []*weights) *words {
	packed := new(words)
	for i, w := range ranges {
		b.put(packed, i, w)
	}
	return packed
}

// evenMask selects lanes 0, 2, ..., or all 64 bits of a single lane.
func (b laneBits) evenMask() uint64 {
	switch b {
	case 16:
		return 0x0000_ffff_0000_ffff
	case 32:
		return 0x0000_0000_ffff_ffff
	}
	return ^uint64(0)
}
