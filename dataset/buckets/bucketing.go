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

// Label returns the bucket's number. 0 is the weakest, with perfect recall within a bucket of the street before.
func (s *shape) Label(_, bucket int) string { return strconv.Itoa(bucket) }

// Bucketing is a built bucketing. It is safe for concurrent use.
type Bucketing struct {
	shape
	spec Spec
	// Buckets by class; by item on flop and turn; and on the river by strength, with perfect recall by bucket
	// of the turn and strength, or by pair. none means no bucket.
	preflop, flop, turn, river []uint16
}

func newBucketing(s Spec) *Bucketing { return &Bucketing{spec: s, shape: shape{lens: s.lens()}} }

func (b *Bucketing) fullSizes() [streets]int {
	rivers := riverStrengths
	switch {
	case b.spec.riverPairs():
		rivers = showdown.NumRiverPairs
	case b.spec.PerfectRecall:
		rivers *= b.lens[2]
	}
	return [streets]int{cards.NumClasses, showdown.NumFlopPairs, b.spec.lasts() * showdown.NumTurnPairs, rivers}
}

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
	w := workspaces.Get().(*workspace)
	defer workspaces.Put(w)
	dealt := board.Cards()
	set := board.Set()
	switch {
	case set.Len() != boardCards[round]:
		for h := range w.of {
			w.of[h] = none
		}
	case round == 0:
		for h := range w.of {
			w.of[h] = b.preflop[classOf[h]]
		}
	case round == 1:
		b.look(showdown.FlopPairs(), b.flop, set, &w.row, w.of[:])
	case round == 2:
		b.lookTurn(set, dealt[3], &w.row, w.of[:])
	case b.spec.riverPairs():
		b.look(showdown.RiverPairs(), b.river, set, &w.row, w.of[:])
	default:
		b.ofRiver(set, dealt, w)
	}
	for h, k := range w.of {
		of[h] = int32(k)
		if k == none {
			of[h] = strategy.Blocked
		}
	}
}

type workspace struct {
	*Sweeper
	row showdown.PairRow
	of  [cards.NumCombos]uint16
}

var workspaces = sync.Pool{New: func() any { return &workspace{Sweeper: NewSweeper()} }}

func (b *Bucketing) look(pairs *showdown.Pairs, table []uint16, board cards.Set, row *showdown.PairRow, of []uint16) {
	i, p := pairs.Boards.Index(board)
	pairs.Row(i, row)
	for h, image := range &showdown.ComboMaps()[showdown.PermIndex(p)] {
		of[h] = none
		if n := int(row.Number[image]); uint(n) < uint(len(table)) {
			of[h] = table[n]
		}
	}
}

func (b *Bucketing) lookTurn(board cards.Set, last cards.Card, row *showdown.PairRow, of []uint16) {
	pairs := showdown.TurnPairs()
	if !b.spec.PerfectRecall {
		b.look(pairs, b.turn, board, row, of)
		return
	}
	i, p := pairs.Boards.Index(board)
	pairs.Row(i, row)
	canonical, came := pairs.Boards.Set(i), p.Card(last)
	// A symmetry that maps the hand to the representative maps the last card too.
	var place [len(cards.SuitPerms)]int
	for k, s := range cards.SuitPerms {
		place[k] = (canonical & (1<<s.Card(came) - 1)).Len()
	}
	for h, image := range &showdown.ComboMaps()[showdown.PermIndex(p)] {
		of[h] = none
		n := int(row.Number[image])
		if item := n*turnCards + place[row.Via[image]]; n >= 0 && item < len(b.turn) {
			of[h] = b.turn[item]
		}
	}
}

func (b *Bucketing) ofRiver(set cards.Set, dealt []cards.Card, w *workspace) {
	if b.spec.PerfectRecall {
		b.lookTurn(cards.SetOf(dealt[:4]...), dealt[3], &w.row, w.of[:])
	} else {
		clear(w.of[:])
	}
	// Outcomes of hands with a card of the board are those of an earlier board; they get none below.
	for h, o := range w.Outcomes(set) {
		if g := w.of[h]; g != none {
			w.of[h] = b.river[int(g)*riverStrengths+int(2*o.Below+o.Tied)]
		}
	}
	for rest := set; rest != 0; rest &= rest - 1 {
		for _, h := range &holding()[rest.Min()] {
			w.of[h] = none
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
// each pair of a hand and a flop (package showdown numbers them); of each pair of a hand and four cards, with
// perfect recall four times, for each card in ascending order as the last; and on the river of each strength, with
// perfect recall for each bucket of the turn, or for KMeansOCHS of each pair of a hand and five cards.
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
	for street, n := range b.fullSizes() {
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
