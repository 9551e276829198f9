package matrix

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/ranges"

	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

var (
	// ErrNotParquet marks a file that does not begin like a Parquet file.
	ErrNotParquet = errors.New("matrix: not a Parquet file")
	// ErrTruncated marks a Parquet file without its end.
	ErrTruncated = errors.New("matrix: truncated Parquet file")
	// ErrSchema marks a Parquet file that is not a matrix: other columns or no metadata.
	ErrSchema = errors.New("matrix: Parquet file of another schema")
	// ErrVersion marks a matrix of another layout or of other definitions of the features.
	ErrVersion = errors.New("matrix: another version")
	// ErrCorrupt marks a matrix whose parts do not agree.
	ErrCorrupt = errors.New("matrix: corrupt file")
)

// maxPageBytes bounds what a page header can make the reader allocate. The largest page of a
// matrix file, the flops' text, has 0.2 MB.
const maxPageBytes = 4 << 20

// ReadParquet reads a file that WriteParquet wrote. The error wraps [ErrNotParquet],
// [ErrTruncated], [ErrSchema], [ErrVersion] or [ErrCorrupt], or tells why the file cannot be
// read; a matrix that is returned is the one that was written.
func ReadParquet(path string) (*Matrix, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("matrix: %w", err)
	}
	defer f.Close()
	m, err := DecodeParquet(f)
	if err != nil {
		return nil, fmt.Errorf("%w (%s)", err, path)
	}
	return m, nil
}

// DecodeParquet reads a matrix as [ReadParquet] does, with its errors. The Parquet library indexes and
// allocates by what the file says and panics on some damaged files; as it runs in this goroutine,
// recover sees that.
func DecodeParquet(r parquet.ReaderAtSeeker) (m *Matrix, err error) {
	if err := checkMagic(r); err != nil {
		return nil, err
	}
	defer func() {
		if p := recover(); p != nil {
			m, err = nil, fmt.Errorf("%w: %v", ErrCorrupt, p)
		}
	}()
	size, err := r.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, fmt.Errorf("matrix: %w", err)
	}
	footer, err := readFooter(r, size)
	if err != nil {
		return nil, err
	}
	properties := parquet.NewReaderProperties(&ration{Allocator: memory.DefaultAllocator})
	properties.BufferedStreamEnabled = true // read as needed, not as much as the footer says
	properties.MaxCompressedPageSize = maxPageBytes
	properties.MaxUncompressedPageSize = maxPageBytes
	in, err := file.NewParquetReader(r, file.WithReadProps(properties))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	if err := checkSchema(in); err != nil {
		return nil, err
	}
	m, values, err := readMetadata(in)
	if err != nil {
		return nil, err
	}
	if err := footer.checkChunks(r); err != nil {
		return nil, err
	}
	if err := m.readRows(in, values); err != nil {
		return nil, err
	}
	if digest := m.digest(); digest != values[keySHA256] {
		return nil, fmt.Errorf("%w: SHA-256 is %s, metadata says %s", ErrCorrupt, digest, values[keySHA256])
	}
	return m, nil
}

// checkMagic looks at the four bytes that begin and end every Parquet file.
func checkMagic(r parquet.ReaderAtSeeker) error {
	const (
		magic    = "PAR1"
		smallest = 2*len(magic) + 4 // both magics and the length of the footer
	)
	size, err := r.Seek(0, io.SeekEnd)
	if err != nil {
		return fmt.Errorf("matrix: %w", err)
	}
	var begin, end [len(magic)]byte
	if _, err := r.ReadAt(begin[:], 0); err != nil && err != io.EOF {
		return fmt.Errorf("matrix: %w", err)
	}
	if string(begin[:]) != magic {
		return ErrNotParquet
	}
	if size < int64(smallest) {
		return ErrTruncated
	}
	if _, err := r.ReadAt(end[:], size-int64(len(end))); err != nil {
		return fmt.Errorf("matrix: %w", err)
	}
	if string(end[:]) != magic {
		return ErrTruncated
	}
	return nil
}

func checkSchema(in *file.Reader) error {
	want, err := pqarrow.ToParquet(table.Schema(columns, nil), nil, pqarrow.DefaultWriterProps())
	if err != nil {
		return err
	}
	got := in.MetaData().Schema
	for i := range min(want.NumColumns(), got.NumColumns()) {
		w, g := want.Column(i), got.Column(i)
		if w.Path() != g.Path() || w.PhysicalType() != g.PhysicalType() || w.MaxDefinitionLevel() != g.MaxDefinitionLevel() || w.MaxRepetitionLevel() != g.MaxRepetitionLevel() {
			return fmt.Errorf("%w: column %d is %s (%v), want %s (%v, required)", ErrSchema, i+1, g.Path(), g.PhysicalType(), w.Path(), w.PhysicalType())
		}
	}
	if want.NumColumns() != got.NumColumns() {
		return fmt.Errorf("%w: %d columns, want %d", ErrSchema, got.NumColumns(), want.NumColumns())
	}
	return nil
}

// readMetadata returns an empty matrix with its Meta, and all values of the metadata.
func readMetadata(in *file.Reader) (*Matrix, map[string]string, error) {
	values := map[string]string{}
	for _, item := range in.MetaData().KeyValueMetadata() {
		values[item.Key] = item.GetValue()
	}
	for _, key := range []string{keyFormat, keyDefinitions, keyHand, keyCards, keyRange, keySource, keySHA256} {
		if _, ok := values[key]; !ok {
			return nil, nil, fmt.Errorf("%w: no %s in its metadata", ErrSchema, key)
		}
	}
	if got := values[keyFormat]; got != Format {
		return nil, nil, fmt.Errorf("%w: layout %q, this program reads %q", ErrVersion, got, Format)
	}
	if got := values[keyDefinitions]; got != features.Version {
		return nil, nil, fmt.Errorf("%w: definitions of the features %q, this program has %q; build the matrix again", ErrVersion, got, features.Version)
	}
	return &Matrix{Meta: Meta{
		Hand:        values[keyHand],
		Range:       values[keyRange],
		Definitions: values[keyDefinitions],
		Source:      values[keySource],
	}}, values, nil
}

// readRows reads all columns and rebuilds the rows. Cards and features follow from the hand,
// so they are computed and compared; the equity follows from the counts.
func (m *Matrix) readRows(in *file.Reader, values map[string]string) error {
	spec, err := ranges.ParseHand(m.Hand)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	if in.NumRows() != NumFlops || in.NumRowGroups() != 1 {
		return fmt.Errorf("%w: %d rows in %d row groups, want %d in 1", ErrCorrupt, in.NumRows(), in.NumRowGroups(), NumFlops)
	}
	if got := values[keyCards]; got != spec.Combo.String() {
		return fmt.Errorf("%w: %s is %s, for %s it is %v", ErrCorrupt, keyCards, got, m.Hand, spec.Combo)
	}
	d := decoded{group: in.RowGroup(0)}
	text := readColumn(&d, (*file.ByteArrayColumnChunkReader).ReadBatch)
	var numbers [3][]int32
	for i := range numbers {
		numbers[i] = readColumn(&d, (*file.Int32ColumnChunkReader).ReadBatch)
	}
	vectors := make([]features.Vector, NumFlops)
	for id := 1; id <= features.Count; id++ {
		for i, has := range readColumn(&d, (*file.BooleanColumnChunkReader).ReadBatch) {
			if has {
				vectors[i] = vectors[i].With(id)
			}
		}
	}
	equities := readColumn(&d, (*file.Float64ColumnChunkReader).ReadBatch)
	var counts [4][]int64 // wins, ties, combos, orbit weight
	for i := range counts {
		counts[i] = readColumn(&d, (*file.Int64ColumnChunkReader).ReadBatch)
	}
	if d.err != nil {
		return fmt.Errorf("%w: column %s: %w", ErrCorrupt, columns[d.next-1].Field.Name, d.err)
	}
	m.Flops = make([]Row, NumFlops)
	for i, set := range flopsOf(spec.Combo) {
		r := &m.Flops[i]
		set := set.Cards()
		r.Cards = [3]cards.Card{set[2], set[1], set[0]}
		r.Features = vectors[i]
		r.Wins, r.Ties, r.Combos = uint64(counts[0][i]), uint64(counts[1][i]), uint64(counts[2][i])
		r.OrbitWeight = uint32(counts[3][i])
		if string(text[i]) != cards.Format(r.Cards[:]) || [3]int32{numbers[0][i], numbers[1][i], numbers[2][i]} != [3]int32{int32(set[2]), int32(set[1]), int32(set[0])} {
			return fmt.Errorf("%w: row %d is not the flop %s", ErrCorrupt, i, cards.Format(r.Cards[:]))
		}
		if r.Features != features.Of(spec.Combo, r.Cards) {
			return fmt.Errorf("%w: row %d, %s: features do not fit the definitions %s", ErrCorrupt, i, text[i], m.Definitions)
		}
		if equities[i] != r.Equity() {
			return fmt.Errorf("%w: row %d, %s: equity %v, but the counts give %v", ErrCorrupt, i, text[i], equities[i], r.Equity())
		}
	}
	return nil
}

// decoded walks through the columns of a row group and keeps the first error.
type decoded struct {
	group *file.RowGroupReader
	next  int // index of the next column
	err   error
}

// readColumn reads the next column, whose values are of type V and whose reader is a C. It
// returns NumFlops values, zeros after an error.
func readColumn[V any, C file.ColumnChunkReader](d *decoded, readBatch func(C, int64, []V, []int16, []int16) (int64, int, error)) []V {
	out := make([]V, NumFlops)
	if d.err != nil {
		return out
	}
	d.next++
	column, err := d.group.Column(d.next - 1)
	if err != nil {
		d.err = err
		return out
	}
	read := 0
	for read < NumFlops && err == nil {
		var n int
		_, n, err = readBatch(column.(C), int64(NumFlops-read), out[read:], nil, nil)
		if n == 0 && err == nil {
			err = fmt.Errorf("ends after %d values, want %d", read, NumFlops)
		}
		read += n
	}
	// Text points into the column's one page, whose memory the reader may use again.
	if text, ok := any(out).([]parquet.ByteArray); ok {
		for i := range text {
			text[i] = bytes.Clone(text[i])
		}
	}
	d.err = errors.Join(err, column.Err(), column.Close())
	return out
}

// flopsOf lists the 19,600 flops that avoid a hand in ascending order of their sets' bits.
func flopsOf(hand cards.Combo) []cards.Set {
	out := make([]cards.Set, 0, NumFlops)
	var deck []cards.Card
	for c := range cards.Card(cards.NumCards) {
		if !hand.Set().Has(c) {
			deck = append(deck, c)
		}
	}
	for k, high := range deck {
		for j, middle := range deck[:k] {
			for _, low := range deck[:j] {
				out = append(out, cards.SetOf(high, middle, low))
			}
		}
	}
	return out
}
