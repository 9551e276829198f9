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
	AllFormat = "feltlab-all-1" // the version of the layout of the file of all pairs
)

// AllRanges are the ranges of the file of all pairs, those of the source.
var AllRanges = [4]string{"RUS", "RS", "RML", "ATC"}

type pair struct {
	Row                // without counts; OrbitWeight is the size of the pair's orbit
	hand, class string // a class and its representative
	counts      [len(AllRanges)]equity.Flop
}

var allColumns = func() []table.Column[pair] {
	out := []table.Column[pair]{
		table.Text("hand", func(p *pair) string { return p.hand }),
		table.Text("class", func(p *pair) string { return p.class }),
		table.Text("flop", func(p *pair) string { return cards.Format(p.Cards[:]) }),
	}
	out = append(out, featureColumns(features.Count, func(p *pair) features.Vector { return p.Features })...)
	out = append(out, table.Int64("orbit_weight", func(p *pair) int64 { return int64(p.OrbitWeight) }))
	for i, name := range AllRanges {
		flop := func(p *pair) *equity.Flop { return &p.counts[i] }
		out = append(out, countColumns("_"+strings.ToLower(name), flop)...)
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
	metadata := [][2]string{{keyFormat, AllFormat}, {keyDefinitions, features.Version}, {keySource, Source}}
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
	out, err := table.NewWriter(w, allColumns, metadata)
	if err != nil {
		return err
	}
	for class := range cards.Class(cards.NumClasses) {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, p := range pairsOf(class, flops) {
			out.Add(&p)
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

// pairsOf returns the rows of a class: for its representative, the flops that are the smallest of their images under
// the suit permutations that fix the hand. The size of a pair's orbit is that of the flop's orbit times the number of
// combos of the class, since the permutations that fix the hand and those to the class's other combos are all 24.
func pairsOf(class cards.Class, table *equity.FlopTable) []pair {
	hand := class.Representative()
	suits := hand.Set().Stabilizer()
	var flops [len(AllRanges)][]equity.Flop
	for i := range flops {
		flops[i] = table.Flops(hand, i)
	}
	var out []pair
	for k := range flops[0] {
		set := cards.SetOf(flops[0][k].Cards[:]...)
		smallest, size := cards.Orbit(set, suits)
		if set != smallest {
			continue
		}
		p := pair{hand: hand.String(), class: class.String()}
		p.Cards = flops[0][k].Cards
		p.Features = features.Of(hand, p.Cards)
		p.OrbitWeight = uint32(size * class.Size())
		for i := range flops {
			p.counts[i] = flops[i][k]
		}
		out = append(out, p)
	}
	return out
}
