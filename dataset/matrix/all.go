package matrix

import (
	"context"
	"fmt"
	"io"
	"strings"

	"feltlab/dataset/equity"
	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/ranges"
)

const (
	NumPairs  = 1_286_792       // the number of orbits of hand-flop pairs under suit permutations
	allFormat = "feltlab-all-1" // the version of the layout of the file of all pairs
)

// AllRanges are the ranges of the file of all pairs, those of the source.
var AllRanges = [4]string{"RUS", "RS", "RML", "ATC"}

// pair is a hand on a flop, with a row for each range. Size is the size of the pair's orbit.
type pair [len(AllRanges)]Row

var allColumns = func() (out []table.Column[pair]) {
	of := func(i int, columns ...table.Column[Row]) {
		out = append(out, table.Through(columns, func(p *pair) *Row { return &p[i] })...)
	}
	of(0, table.Text("hand", func(r *Row) string { return r.Hand.String() }),
		table.Text("class", func(r *Row) string { return r.Hand.Class().String() }), boardColumn("flop"))
	of(0, featureColumns(Meta{})...)
	of(0, table.Int64("orbit_weight", func(r *Row) int64 { return int64(r.Size) }))
	for i, name := range AllRanges {
		of(i, countColumns("_"+strings.ToLower(name))...)
	}
	return out
}()

// EncodeAll writes the Parquet file of all hand-flop pairs: NumPairs rows, one for each orbit of a hand and a flop
// under the 24 suit permutations, for the four ranges. The columns are
//
//	hand          text     the class's representative, "AsAh"
//	class         text     "AA"
//	flop          text     "KhTc5s", the orbit's smallest by the bits of the card set
//	f1 .. f73     boolean  features
//	orbit_weight  int64    size of the orbit; they sum to 1326 * 19,600 = 25,989,600
//	equity_rus wins_rus ties_rus combos_rus   as in a matrix, and so on for rs, rml and atc
//
// The metadata are "feltlab.format", "feltlab.definitions", "feltlab.source", "feltlab.range.rus" and so on. Rows
// ascend by class and then by flop. EncodeAll computes all equities first, by [equity.AllFlops] with its progress,
// and holds one row group at a time. The error is that of the context or of w.
func EncodeAll(ctx context.Context, w io.Writer, workers int, progress func(done, total int)) error {
	metadata := [][2]string{{keyFormat, allFormat}, {keyDefinitions, features.Version}, {keySource, Source}}
	var opponents []*ranges.Range
	for _, name := range AllRanges {
		r, err := ranges.Parse(name)
		if err != nil {
			return err
		}
		opponents = append(opponents, r)
		metadata = append(metadata, [2]string{keyRange + "." + strings.ToLower(name), r.String()})
	}
	flops, err := equity.AllFlops(ctx, opponents, workers, progress)
	if err != nil {
		return err
	}
	out, err := table.NewWriter(w, "parquet", allColumns, metadata)
	if err != nil {
		return err
	}
	for class := range cards.Class(cards.NumClasses) {
		if err := ctx.Err(); err != nil {
			return err
		}
		pairs, err := pairsOf(class, flops, opponents)
		if err != nil {
			return err
		}
		for i := range pairs {
			out.Add(&pairs[i])
		}
		if out.Waiting() >= table.RowGroupRows {
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
	if out.Rows() != NumPairs {
		return fmt.Errorf("%d hand-flop pairs, want %d", out.Rows(), NumPairs)
	}
	return out.Close()
}

// pairsOf returns the pairs of a class's representative.
func pairsOf(class cards.Class, table *equity.FlopTable, opponents []*ranges.Range) ([]pair, error) {
	var out []pair
	for i, r := range opponents {
		rows, err := Meta{Range: r}.class(paper, class, table.Flops(class.Representative(), i))
		if err != nil {
			return nil, err
		}
		if out == nil {
			out = make([]pair, len(rows))
		}
		for k, row := range rows {
			out[k][i] = row
		}
	}
	return out, nil
}
