package buckets

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"slices"
	"sync"

	"feltlab/dataset/showdown"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

const streets = 4

var boardCards = [streets]int{0, 3, 4, 5}

type strength struct {
	shape
	percentiles func() *Percentiles
	tables      func() *bucketTables
}

// bucketTables are the tables of one bucketing; on flop and turn all bucketings share the percentiles.
type bucketTables struct {
	preflop [cards.NumCombos]int32
	river   [riverStrengths]int32 // by strength
}

func newStrength(name string, counts [streets]int, percentiles func() *Percentiles) *strength {
	s := &strength{shape: shape{name, counts}, percentiles: percentiles}
	s.tables = sync.OnceValue(s.newTables)
	return s
}

func (s *strength) newTables() *bucketTables {
	t, p := new(bucketTables), s.percentiles()
	for h := range t.preflop {
		k := cards.Combo(h).Class()
		t.preflop[h] = s.bucket(p.preflop[k], 0)
		if s.lens[0] == cards.NumClasses {
			t.preflop[h] = int32(p.rank[k])
		}
	}
	for v, percentile := range p.river {
		t.river[v] = s.bucket(percentile, 3)
	}
	return t
}

func (s *strength) bucket(percentile uint16, street int) int32 {
	return int32(uint32(percentile) * uint32(s.lens[street]) >> 16)
}

func (s *strength) Of(round int, board game.Board, of []int32) {
	set := board.Set()
	if set.Len() != boardCards[round] {
		for h := range of {
			of[h] = strategy.Blocked
		}
		return
	}
	of = of[:cards.NumCombos]
	switch round {
	case 0:
		copy(of, s.tables().preflop[:])
	case 1:
		s.look(showdown.Flops(), s.percentiles().flop, 1, set, of)
	case 2:
		s.look(showdown.Turns(), s.percentiles().turn, 2, set, of)
	case 3:
		s.ofRiver(set, of)
	}
	for rest := set; rest != 0; rest &= rest - 1 {
		for _, h := range &holding()[rest.Min()] {
			of[h] = strategy.Blocked
		}
	}
}

func (s *strength) look(boards *showdown.Orbits, rows []row, street int, set cards.Set, of []int32) {
	i, p := boards.Index(set)
	from := &rows[i]
	for h, image := range &showdown.ComboMaps()[showdown.PermIndex(p)] {
		of[h] = s.bucket(from[image], street)
	}
}

func (s *strength) ofRiver(set cards.Set, of []int32) {
	w := workspaces.Get().(*workspace)
	defer workspaces.Put(w)
	table := &s.tables().river
	// Outcomes of hands with a card of the board are those of an earlier board; Of blocks these hands.
	for h, o := range w.Outcomes(set) {
		of[h] = table[2*o.Below+o.Tied]
	}
}

var holding = sync.OnceValue(func() *[cards.NumCards][cards.NumCards - 1]cards.Combo {
	list := new([cards.NumCards][cards.NumCards - 1]cards.Combo)
	for c := range cards.Card(cards.NumCards) {
		at := 0
		for other := range cards.Card(cards.NumCards) {
			if other != c {
				list[c][at] = cards.ComboOf(c, other)
				at++
			}
		}
	}
	return list
})

// row has the percentile of each combo on a canonical board, in 65,536ths, and 0 for combos with a card of the board.
type row [cards.NumCombos]uint16

// Percentiles are those of all hands on all boards, which all bucketings by strength share.
type Percentiles struct {
	preflop [cards.NumClasses]uint16
	rank    [cards.NumClasses]uint8 // rank among the classes, 0 for the weakest
	flop    []row                   // by index in showdown.Flops()
	turn    []row                   // by index in showdown.Turns()
	river   [riverStrengths]uint16  // by strength
}

// ComputePercentiles computes them once, in 3 CPU-seconds.
var ComputePercentiles = sync.OnceValue(func() *Percentiles { return newTables(sweepAll(plain)) })

// PercentilesSchema is the name of the format of Percentiles.Encode: little-endian numbers of 16 bits by class, and of
// 8 their ranks; of 16 bits by flop, turn and combo, as showdown numbers the boards, and by strength on the river.
const PercentilesSchema = "feltlab percentiles"

func (t *Percentiles) parts() iter.Seq[any] {
	return func(yield func(any) bool) {
		for _, part := range []any{t.preflop[:], t.rank[:], t.river[:]} {
			if !yield(part) {
				return
			}
		}
		for _, rows := range [][]row{t.flop, t.turn} {
			for i := range rows {
				if !yield(rows[i][:]) {
					return
				}
			}
		}
	}
}

// Encode writes the percentiles.
func (t *Percentiles) Encode(w io.Writer) error {
	for part := range t.parts() {
		if err := binary.Write(w, binary.LittleEndian, part); err != nil {
			return err
		}
	}
	return nil
}

// DecodePercentiles reads what Encode wrote. The error is that of the reader, or wraps ErrFormat.
func DecodePercentiles(r io.Reader) (*Percentiles, error) {
	t := &Percentiles{flop: make([]row, showdown.NumFlops), turn: make([]row, showdown.NumTurns)}
	in := bufio.NewReaderSize(r, 1<<16)
	for part := range t.parts() {
		if err := binary.Read(in, binary.LittleEndian, part); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrFormat, err)
		}
	}
	if slices.Max(t.rank[:]) >= cards.NumClasses {
		return nil, fmt.Errorf("%w: a class has the rank %d", ErrFormat, slices.Max(t.rank[:]))
	}
	return t, nil
}

func newTables(all *strengths[uint32]) *Percentiles {
	t := new(Percentiles)
	copy(t.river[:], partsOf(all.rivers, percentileParts))
	t.turn = rowsOf(showdown.Turns(), all.turns, turnHalves)
	t.flop = rowsOf(showdown.Flops(), all.flops, flopHalves)
	t.rankClasses(&all.classes)
	return t
}

// percentileParts is the number of parts in which a percentile counts.
const percentileParts = 1 << 16

// rowsOf returns the percentiles of strengths on canonical boards, each weighted by the size of its orbit.
func rowsOf(boards *showdown.Orbits, strengths []sums[uint32], most int) []row {
	histogram := make([]uint64, most+1)
	for i := range strengths {
		board, size := boards.Set(i), uint64(boards.Size(i))
		for h, v := range &strengths[i] {
			if cards.Combo(h).Set()&board == 0 {
				histogram[v] += size
			}
		}
	}
	table := partsOf(histogram, percentileParts)
	rows := make([]row, len(strengths))
	for i := range strengths {
		board := boards.Set(i)
		for h, v := range &strengths[i] {
			if cards.Combo(h).Set()&board == 0 {
				rows[i][h] = table[v]
			}
		}
	}
	return rows
}

func (t *Percentiles) rankClasses(strengths *[cards.NumClasses]uint64) {
	for k, place := range ranks(strengths[:], true) {
		t.rank[k] = uint8(place)
		below, equal := uint64(0), uint64(0)
		for other, v := range strengths {
			switch size := uint64(cards.Class(other).Size()); {
			case v < strengths[k]:
				below += size
			case v == strengths[k]:
				equal += size
			}
		}
		t.preflop[k] = uint16(partOf(below, equal, cards.NumCombos, percentileParts))
	}
}
