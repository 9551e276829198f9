package matrix

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"

	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/features"
)

// Versions of the layouts of files.
const (
	Format       = "feltlab-matrix-1" // of a hand's flops
	boardsFormat = "feltlab-boards-1" // of turns and rivers
	SpotsFormat  = "feltlab-spots-1"  // of hands together
)

// Keys of a file's metadata.
const (
	keyFormat      = "feltlab.format"
	keyDefinitions = "feltlab.definitions"
	keyHand        = "feltlab.hand"
	keyCards       = "feltlab.cards"
	keyRange       = "feltlab.range"
	keySource      = "feltlab.source"
	keySHA256      = "feltlab.sha256"
)

// Write writes the rows as parquet, arrow or csv. Equities in CSV have as many digits as read back to the same float64.
// The error is that of w.
func (s *Rows) Write(w io.Writer, format string) error {
	columns, metadata := flopColumns(s.Meta), s.metadata()
	switch {
	case s.Hands != nil:
		columns = spotColumns
	case s.Street != cards.Flop:
		columns, metadata[0][1] = boardColumns(s.Meta), boardsFormat
		metadata = append(metadata[:5:5], [2]string{"feltlab.street", s.Street.String()}, metadata[5])
	default:
		metadata = append(metadata, [2]string{keySHA256, s.digest()})
	}
	return table.Write(w, format, columns, metadata, s.List)
}

// metadata says what the rows are, but for the street and the SHA-256.
func (m Meta) metadata() [][2]string {
	if m.Hands != nil {
		return [][2]string{
			{keyFormat, SpotsFormat}, {keyDefinitions, m.Definitions()}, {"feltlab.hands", m.Hands.String()},
			{keyRange, m.Range.String()}, {"feltlab.estimate", m.Estimate.String()}, {keySource, m.Source},
		}
	}
	return [][2]string{
		{keyFormat, Format}, {keyDefinitions, m.Definitions()}, {keyHand, m.Hand.Text},
		{keyCards, m.Hand.Combo.String()}, {keyRange, m.Range.String()}, {keySource, m.Source},
	}
}

// digest returns the SHA-256 of a hand's flops: of the metadata, one item a line, and the CSV form.
func (s *Rows) digest() string {
	hash := sha256.New() // its Write never fails
	fmt.Fprintf(hash, "%s\n%s\n%s\n%s\n", s.Hand, s.Range, s.Definitions(), s.Source)
	table.WriteCSV(hash, flopColumns(s.Meta), s.List)
	return hex.EncodeToString(hash.Sum(nil))
}

// flopColumns returns the columns of a hand's flops.
func flopColumns(m Meta) []table.Column[Row] {
	out := []table.Column[Row]{boardColumn("flop")}
	for i := range 3 {
		out = append(out, table.Int32("c"+strconv.Itoa(i+1), func(r *Row) int32 { return int32(r.Cards()[i]) }))
	}
	out = append(out, featureColumns(m)...)
	out = append(out, countColumns("")...)
	return append(out, table.Int64("orbit_weight", func(r *Row) int64 { return int64(r.orbit()) }))
}

// boardColumns returns the columns of turns and rivers.
func boardColumns(m Meta) []table.Column[Row] {
	out := append([]table.Column[Row]{boardColumn("board")}, featureColumns(m)...)
	out = append(out, countColumns("")...)
	return append(out, table.Int64("deals", func(r *Row) int64 { return int64(r.Deals) }),
		table.Int64("orbit_weight", func(r *Row) int64 { return int64(r.Size) }))
}

// spotColumns are the columns of hands together, for programs: numbers of classes, and sets of cards and features as
// bits. All hands have 11 MB.
var spotColumns = []table.Column[Row]{
	table.Int32("class", func(r *Row) int32 { return int32(r.Hand.Class()) }),
	table.Int64("flop", func(r *Row) int64 { return int64(r.Board) }),
	table.Int64("features_1_64", func(r *Row) int64 { return int64(r.Features.Word(0)) }),
	table.Int64("features_65_128", func(r *Row) int64 { return int64(r.Features.Word(1)) }),
	table.Int64("wins", func(r *Row) int64 { return int64(r.Wins) }),
	table.Int64("ties", func(r *Row) int64 { return int64(r.Ties) }),
	table.Int64("deals", func(r *Row) int64 { return int64(r.Deals) }),
}

func boardColumn(name string) table.Column[Row] {
	return table.Text(name, func(r *Row) string { return cards.Format(r.Cards()) })
}

func featureColumns(m Meta) (out []table.Column[Row]) {
	n := features.Count
	if m.Set != nil {
		n = m.Set.Count()
	}
	for id := 1; id <= n; id++ {
		out = append(out, table.Bool("f"+strconv.Itoa(id), func(r *Row) bool { return r.Features.Has(id) }))
	}
	return out
}

// countColumns returns the columns of the counts of a row, which a suffix tells from those against other ranges.
func countColumns(suffix string) []table.Column[Row] {
	return []table.Column[Row]{
		table.Float("equity"+suffix, func(r *Row) float64 { return r.Equity() }),
		table.Int64("wins"+suffix, func(r *Row) int64 { return int64(r.Wins) }),
		table.Int64("ties"+suffix, func(r *Row) int64 { return int64(r.Ties) }),
		table.Int64("combos"+suffix, func(r *Row) int64 { return int64(r.Combos()) }),
	}
}
