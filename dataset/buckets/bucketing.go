package buckets

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"sync"

	"feltlab/dataset/showdown"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// shape is the name and the numbers of buckets of a bucketing.
type shape struct {
	name string
	lens [streets]int
}

// Name returns the name of the bucketing.
func (s *shape) Name() string { return s.name }

// Len returns the number of buckets on a street.
func (s *shape) Len(round int) int { return s.lens[round] }

// Label returns the bucket's number. 0 is the weakest.
func (s *shape) Label(_, bucket int) string { return strconv.Itoa(bucket) }

// Bucketing is a built bucketing. It is safe for concurrent use.
type Bucketing struct {
	shape
	spec Spec
	// Buckets by class, by pair on flop and turn, and on the river by strength.
	preflop, flop, turn, river []uint16
}

func newBucketing(s Spec) *Bucketing { return &Bucketing{spec: s, shape: shape{lens: s.lens()}} }

var fullSizes = [streets]int{cards.NumClasses, showdown.NumFlopPairs, showdown.NumTurnPairs, riverStrengths}

// Named returns the bucketing with the name that the caller parsed.
func (b *Bucketing) Named(name string) *Bucketing {
	named := *b
	named.name = name
	return &named
}

// Of sets the bucket of each combo. It blocks all combos on a board of the wrong number of cards, and on a board
// for which the bucketing was not built.
func (b *Bucketing) Of(round int, board game.Board, of []int32) {
	of = of[:cards.NumCombos]
	set := board.Set()
	switch {
	case set.Len() != boardCards[round]:
		for h := range of {
			of[h] = strategy.Blocked
		}
	case round == 0:
		for h := range of {
			of[h] = int32(b.preflop[classOf[h]])
		}
	case round == 1:
		look(showdown.FlopPairs(), b.flop, set, of)
	case round == 2:
		look(showdown.TurnPairs(), b.turn, set, of)
	default:
		byStrength(b.river, set, of)
	}
}

var workspaces = sync.Pool{New: func() any { return &workspace{Sweeper: NewSweeper()} }}

type workspace struct {
	*Sweeper
	row showdown.PairRow
}

func look(pairs *showdown.Pairs, table []uint16, board cards.Set, of []int32) {
	w := workspaces.Get().(*workspace)
	defer workspaces.Put(w)
	i, p := pairs.Boards.Index(board)
	pairs.Row(i, &w.row)
	for h, image := range &showdown.ComboMaps()[showdown.PermIndex(p)] {
		of[h] = strategy.Blocked
		if n := int(w.row.Number[image]); uint(n) < uint(len(table)) {
			of[h] = int32(table[n])
		}
	}
}

// byStrength looks up the bucket of each hand on the river by its strength.
func byStrength(table []uint16, board cards.Set, of []int32) {
	w := workspaces.Get().(*workspace)
	defer workspaces.Put(w)
	// Outcomes of hands with a card of the board are those of an earlier board; these hands are blocked.
	for h, o := range w.Outcomes(board) {
		of[h] = int32(table[2*o.Below+o.Tied])
	}
	blockHeld(board, of)
}

// blockHeld takes hands with a card of the board out of their buckets.
func blockHeld(board cards.Set, of []int32) {
	for rest := board; rest != 0; rest &= rest - 1 {
		for other := range cards.Card(cards.NumCards) {
			if other != rest.Min() {
				of[cards.ComboOf(rest.Min(), other)] = strategy.Blocked
			}
		}
	}
}

var classOf = func() (table [cards.NumCombos]cards.Class) {
	for h := range table {
		table[h] = cards.Combo(h).Class()
	}
	return table
}()

// Schema is the name of the format of Encode: 16-bit little-endian numbers. They are the bucket of each class; of
// each pair of a hand and a flop (package showdown numbers them); of each pair of a hand and four cards; and of each
// strength on the river.
const Schema = "feltlab bucketing"

// ErrFormat marks a file that is not a bucketing of the spec.
var ErrFormat = errors.New("not a bucketing")

const chunk = 1 << 15

// Encode writes the bucketing.
func (b *Bucketing) Encode(w io.Writer) error {
	for _, table := range b.tables() {
		for part := range slices.Chunk(*table, chunk) {
			if err := binary.Write(w, binary.LittleEndian, part); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *Bucketing) tables() [streets]*[]uint16 {
	return [streets]*[]uint16{&b.preflop, &b.flop, &b.turn, &b.river}
}

// Decode reads a bucketing that Build built for all boards. The error is that of the reader, or wraps ErrFormat, also
// if a hand has no bucket.
func Decode(r io.Reader, s Spec) (*Bucketing, error) {
	b := newBucketing(s)
	for street, n := range fullSizes {
		table := make([]uint16, n)
		for part := range slices.Chunk(table, chunk) {
			if err := binary.Read(r, binary.LittleEndian, part); err != nil {
				return nil, fmt.Errorf("%w: street %d has fewer than %d entries: %w", ErrFormat, street, n, err)
			}
			if k := slices.Max(part); int(k) >= b.lens[street] {
				return nil, fmt.Errorf("%w: a hand on street %d is in bucket %d of %d",
					ErrFormat, street, k, b.lens[street])
			}
		}
		*b.tables()[street] = table
	}
	if n, _ := io.ReadFull(r, make([]byte, 1)); n > 0 {
		return nil, fmt.Errorf("%w: it has bytes after its end", ErrFormat)
	}
	return b, nil
}
