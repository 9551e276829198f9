package buckets

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
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
	river   [riverStrengths]uint16 // by strength
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
		t.river[v] = uint16(s.bucket(percentile, 3))
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
		byStrength(s.tables().river[:], set, of)
		return
	}
	blockHeld(set, of)
}

func (s *strength) look(boards *showdown.Orbits, rows []row, street int, set cards.Set, of []int32) {
	i, p := boards.Index(set)
	from := &rows[i]
	for h, image := range &showdown.ComboMaps()[showdown.PermIndex(p)] {
		of[h] = s.bucket(from[image], street)
	}
}

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
var ComputePercentiles = sync.OnceValue(func() *Percentiles { return newTables(sweepAll()) })

// PercentilesSchema is the name of the format of Percentiles.Encode: little-endian numbers of 16 bits by class, and of
// 8 their ranks; of 16 bits by flop, turn and combo, as showdown numbers the boards, and by strength on the river.
const PercentilesSchema = "feltlab percentiles"

func (t *Percentiles) parts() []any {
	parts := []any{t.preflop[:], t.rank[:], t.river[:]}
	for _, rows := range [][]row{t.flop, t.turn} {
		for i := range rows {
			parts = append(parts, rows[i][:])
		}
	}
	return parts
}

// Encode writes the percentiles.
func (t *Percentiles) Encode(w io.Writer) error {
	for _, part := range t.parts() {
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
	for _, part := range t.parts() {
		if err := binary.Read(in, binary.LittleEndian, part); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrFormat, err)
		}
	}
	if slices.Max(t.rank[:]) >= cards.NumClasses {
		return nil, fmt.Errorf("%w: a class has the rank %d", ErrFormat, slices.Max(t.rank[:]))
	}
	return t, nil
}

func newTables(all *strengths) *Percentiles {
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
func rowsOf(boards *showdown.Orbits, strengths []sums, most int) []row {
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

// ranks returns the places of values in ascending order; of equal ones the first comes first.
func ranks(values []uint64) []uint16 {
	order, out := make([]int, len(values)), make([]uint16, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	for place, i := range order {
		out[i] = uint16(place)
	}
	return out
}

func (t *Percentiles) rankClasses(strengths *[cards.NumClasses]uint64) {
	for k, place := range ranks(strengths[:]) {
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
