package buckets

import (
	"context"
	"fmt"
	"io"

	"feltlab/dataset/showdown"
	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// Dumped is a row of Dump.
type Dumped struct {
	Street int    // number of cards on the board
	Board  string // cards of the canonical board
	Hand   string
	Bucket string
	Deals  int32 // number of pairs of a hand and a board that suit permutations make of this one
}

var dumpColumns = []table.Column[Dumped]{
	table.Int32("street", func(r *Dumped) int32 { return int32(r.Street) }),
	table.Text("board", func(r *Dumped) string { return r.Board }),
	table.Text("hand", func(r *Dumped) string { return r.Hand }),
	table.Text("bucket", func(r *Dumped) string { return r.Bucket }),
	table.Int32("deals", func(r *Dumped) int32 { return r.Deals }),
}

// Dump writes the bucket of every hand on every board of some streets, up to suits, as a Parquet file, and returns the
// number of rows: 169, 1,286,792, 13,960,050 and 123,156,254. Boards and hands are the representatives of
// showdown.Pairs, before the flop of the classes. The error is that of w or of the context.
func Dump(ctx context.Context, w io.Writer, b strategy.Bucketing, streets []int, report func(done, total int),
) (rows int64, err error) {
	out, err := table.NewWriter(w, "parquet", dumpColumns, [][2]string{{"feltlab.buckets", b.Name()}})
	if err != nil {
		return 0, err
	}
	d := &dumper{Writer: out, bucketing: b, ctx: ctx, report: report, of: make([]int32, cards.NumCombos)}
	for h := range d.names {
		d.names[h] = cards.Combo(h).String()
	}
	for _, street := range streets {
		if street > 0 {
			d.total += pairsOf[street]().Boards.Len()
		}
	}
	for _, street := range streets {
		if street == 0 {
			d.classes()
		} else if err := d.street(street); err != nil {
			return 0, err
		}
	}
	return int64(out.Rows()), out.Close()
}

var pairsOf = [streets]func() *showdown.Pairs{1: showdown.FlopPairs, 2: showdown.TurnPairs, 3: showdown.RiverPairs}

type dumper struct {
	*table.Writer[Dumped]
	bucketing   strategy.Bucketing
	ctx         context.Context
	report      func(done, total int)
	done, total int // boards
	of          []int32
	names       [cards.NumCombos]string
}

func (d *dumper) classes() {
	d.bucketing.Of(0, game.Board{}, d.of)
	for k := range cards.Class(cards.NumClasses) {
		hand := k.Representative()
		d.Add(&Dumped{0, "", d.names[hand], d.bucketing.Label(0, int(d.of[hand])), int32(k.Size())})
	}
}

func (d *dumper) street(street int) error {
	var row showdown.PairRow
	pairs := pairsOf[street]()
	for i := range pairs.Boards.Len() {
		pairs.Row(i, &row)
		board := pairs.Boards.Set(i)
		d.bucketing.Of(street, game.BoardOf(board.Cards()...), d.of)
		text := cards.Format(board.Cards())
		for k, h := range row.Hands {
			if d.of[h] == strategy.Blocked {
				return fmt.Errorf("%w: %s has no bucket of %v on %s", ErrFormat, d.bucketing.Name(), h, text)
			}
			bucket := d.bucketing.Label(street, int(d.of[h]))
			d.Add(&Dumped{board.Len(), text, d.names[h], bucket, int32(row.Sizes[k])})
		}
		if d.Waiting() >= table.RowGroupRows {
			if err := d.Flush(); err != nil {
				return err
			}
		}
		if d.done++; d.report != nil {
			d.report(d.done, d.total)
		}
		if err := d.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}
