package matrix

import (
	"context"
	"fmt"
	"io"

	"feltlab/dataset/equity"
	"feltlab/dataset/table"
	"feltlab/dataset/tablefile"
	"feltlab/internal/disk"
	"feltlab/model/cards"
	"feltlab/model/features"
)

// SpotsFormat is the version of the layout of files of hands together.
const SpotsFormat = "feltlab-spots-1"

// Columns of a file of hands together, for programs: numbers of classes, and sets of cards and features as bits.
var spotColumns = []table.Column[Spot]{
	table.Int32("class", func(s *Spot) int32 { return int32(s.Hand.Class()) }),
	table.Int64("flop", func(s *Spot) int64 { return int64(s.Board) }),
	table.Int64("features_1_64", func(s *Spot) int64 { return int64(s.Features[0]) }),
	table.Int64("features_65_128", func(s *Spot) int64 { return int64(s.Features[1]) }),
	table.Int64("wins", func(s *Spot) int64 { return int64(s.Wins) }),
	table.Int64("ties", func(s *Spot) int64 { return int64(s.Ties) }),
	table.Int64("deals", func(s *Spot) int64 { return int64(s.Deals) }),
}

// Write writes the spots of hands together as a Parquet file, which Together.Read reads: 11 MB for all hands. The error
// is that of w.
func (s *Spots) Write(w io.Writer) error {
	return table.WriteParquet(w, spotColumns, [][2]string{
		{keyFormat, SpotsFormat}, {keyDefinitions, s.Columns.Version}, {"feltlab.hands", s.Hands.String()},
		{keyRange, s.Range}, {"feltlab.estimate", s.Estimate.String()}, {keySource, Source},
	}, s.List)
}

// mostSpotBytes is some ten times the size of a file of all hands.
const mostSpotBytes = 256 << 20

// Read reads a file of Spots.Write for the same hands. It checks that the file has the flops of the hands and counts
// that can be, and counts some flops again; whether all are right only Spots tells. The error names the file.
func (t Together) Read(ctx context.Context, path string) (*Spots, error) {
	f, err := disk.Open(path, mostSpotBytes)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d := &spotDecoder{next: t.classes()}
	begin := func(h tablefile.Header) error {
		if got := h.Metadata[keyDefinitions]; got != t.Set.Reading {
			return fmt.Errorf("features by %.80q, want %s", got, t.Set.Reading)
		}
		return nil
	}
	err = tablefile.Read(f, table.Fields(spotColumns), begin, d.batch)
	if err == nil && (len(d.next) > 0 || d.boards != NumFlops) {
		err = fmt.Errorf("the flops of some hands are missing")
	}
	spots := t.with(d.list)
	if err == nil {
		err = spots.recount(ctx, t.Range)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return spots, nil
}

// spotDecoder reads spots, class by class.
type spotDecoder struct {
	next   []cards.Class // that no row has had yet
	class  cards.Class
	suits  []cards.SuitPerm // that fix the class's representative
	boards int              // flops of the class that its rows stand for
	last   cards.Set
	list   []Spot
}

func (d *spotDecoder) batch(b *tablefile.Batch) error {
	for i := range b.Rows {
		x := Spot{
			Count:    equity.Count{Wins: uint64(b.Int(4, i)), Ties: uint64(b.Int(5, i)), Deals: uint64(b.Int(6, i))},
			Features: features.Vector{uint64(b.Int(2, i)), uint64(b.Int(3, i))}, Board: cards.Set(b.Int(1, i)),
		}
		if err := d.add(cards.Class(b.Int(0, i)), x); err != nil {
			return fmt.Errorf("row %d: %w", b.First+int64(i)+1, err)
		}
	}
	return nil
}

func (d *spotDecoder) add(class cards.Class, x Spot) error {
	if d.suits == nil || class != d.class {
		if d.suits != nil && d.boards != NumFlops || len(d.next) == 0 || d.next[0] != class {
			return fmt.Errorf("class %d after %d flops of the one before", class, d.boards)
		}
		d.class, d.next = class, d.next[1:]
		d.suits, d.boards, d.last = class.Representative().Set().Stabilizer(), 0, 0
	}
	x.Hand = class.Representative()
	if x.Board&^cards.FullDeck != 0 || x.Board.Len() != 3 || x.Board&x.Hand.Set() != 0 || x.Board <= d.last {
		return fmt.Errorf("not the next flop of %v: %v", x.Hand, x.Board)
	}
	smallest, size := cards.Orbit(x.Board, d.suits)
	switch {
	case smallest != x.Board:
		return fmt.Errorf("flop %v stands for no others of %v", x.Board, x.Hand)
	case x.Deals == 0 || x.Wins > x.Deals || x.Ties > x.Deals-x.Wins:
		return fmt.Errorf("%d wins and %d ties of %d deals", x.Wins, x.Ties, x.Deals)
	}
	x.Size, d.last = int32(size*class.Size()), x.Board
	d.boards += size
	d.list = append(d.list, x)
	return nil
}
