package strategyfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"

	"feltlab/dataset/buckets"
	"feltlab/dataset/table"
	"feltlab/dataset/tablefile"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

const parquetMagic = "PAR1"

// ReadPart reads the strategy for a game from a file of any format; lookup returns its bucketings. Text and OpenSpiel's
// tables may lack rows (see strategy.Table.Lacks). Errors name the file and wrap those of package strategy,
// tablefile.ErrCorrupt or tablefile.ErrColumns, or are those of
// tablefile.Open, so that a file may be compressed or come through a pipe.
//
// A table takes memory by its bucketings, which a short file can name as large as it likes. So a file that has no room
// for the rows of a bucketing, or does not say that it has as many, is refused before lookup builds the bucketing.
func ReadPart(path string, g game.Game, lookup strategy.Lookup) (*strategy.Table, error) {
	f, file, err := tablefile.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	t, err := decode(f, g, lookup)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

// Read is ReadPart for a complete table. The error may be that of strategy.Table.Check.
func Read(path string, g game.Game, lookup strategy.Lookup) (*strategy.Table, error) {
	t, err := ReadPart(path, g, lookup)
	if err != nil {
		return nil, err
	}
	if err := t.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

// Decode is Read for a file's content.
func Decode(content []byte, g game.Game, lookup strategy.Lookup) (*strategy.Table, error) {
	t, err := decode(bytes.NewReader(content), g, lookup)
	if err == nil {
		err = t.Check()
	}
	return t, err
}

// Encode returns the content of a strategy's Parquet file.
func Encode(t *strategy.Table) ([]byte, error) {
	var b bytes.Buffer
	err := writeParquet(&b, t)
	return b.Bytes(), err
}

type source interface {
	tablefile.Source
	io.Reader
}

func decode(r source, g game.Game, lookup strategy.Lookup) (*strategy.Table, error) {
	start := make([]byte, len(parquetMagic))
	n, err := r.ReadAt(start, 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	size, err := r.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = r.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, err
	}
	switch start = start[:n]; {
	case string(start) == parquetMagic:
		return readParquet(r, g, lookup)
	case bytes.HasPrefix(start, []byte("{")), bytes.HasPrefix(start, []byte("Tabu")):
		const most = 16 << 20 // those of Kuhn and Leduc have less than 1 MB
		if size > most {
			return nil, fmt.Errorf("%w: a policy of OpenSpiel of %d bytes, want at most %d",
				strategy.ErrNotStrategy, size, most)
		}
		return strategy.ReadOpenSpiel(r, g)
	}
	return strategy.Read(r, g, within(lookup, "bytes", size, func(_, bytes int64) int64 { return bytes }))
}

// within returns a lookup that first compares what the rows of a bucketing take at least with what the file has.
func within(lookup strategy.Lookup, unit string, has int64, needs func(rows, bytes int64) int64) strategy.Lookup {
	return func(g game.Game, name string) (strategy.Bucketing, error) {
		b, err := buckets.Outline(g, name)
		if err != nil {
			return lookup(g, name) // it may know more names
		}
		if least := needs(strategy.Least(g, b)); least > has {
			return nil, fmt.Errorf("%w: a table with the buckets %s has at least %d %s, the file has %d",
				strategy.ErrTruncated, name, least, unit, has)
		}
		return lookup(g, name)
	}
}

// readParquet reads a file of writeParquet, also after another program has written it again with its metadata.
func readParquet(r source, g game.Game, lookup strategy.Lookup) (*strategy.Table, error) {
	var builder *strategy.Builder
	var want string
	err := tablefile.Read(r, table.Fields(columns),
		func(h tablefile.Header) (err error) {
			want = h.Metadata[keyChecksum]
			rows := within(lookup, "rows", h.Rows, func(rows, _ int64) int64 { return rows })
			builder, err = header(h.Metadata, g, rows)
			return err
		},
		func(batch *tablefile.Batch) error { return addBatch(batch, builder) })
	if errors.Is(err, tablefile.ErrColumns) {
		return nil, fmt.Errorf("%w: %w", strategy.ErrNotStrategy, err)
	}
	if err != nil {
		return nil, err
	}
	t := builder.Table()
	checksum, err := strategy.Digest(t)
	if err == nil && checksum != want {
		err = fmt.Errorf("%w: the checksum of the rows is %s, the metadata say %q", tablefile.ErrCorrupt, checksum,
			want)
	}
	return t, err
}

func header(metadata map[string]string, g game.Game, lookup strategy.Lookup) (*strategy.Builder, error) {
	if got := metadata[keyFormat]; got != strategy.Format {
		return nil, fmt.Errorf("%w: %s in its metadata is %q, want %q",
			strategy.ErrNotStrategy, keyFormat, got, strategy.Format)
	}
	if got := metadata[keyVersion]; got != strategy.Version {
		return nil, fmt.Errorf("%w: %s, want %s", strategy.ErrVersion, got, strategy.Version)
	}
	if got := metadata[keyGame]; got != g.Name() {
		return nil, fmt.Errorf("%w: %s, want %s", strategy.ErrGame, got, g.Name())
	}
	var of [2]strategy.Bucketing
	for seat := range of {
		var err error
		if of[seat], err = lookup(g, metadata[keyBuckets[seat]]); err != nil {
			return nil, err
		}
	}
	return strategy.NewBuilder(g, of), nil
}

func addBatch(batch *tablefile.Batch, builder *strategy.Builder) error {
	for r := range batch.Rows {
		n, err := builder.State(batch.Text(0, r))
		if err != nil {
			return err
		}
		label := batch.Text(1, r)
		out, err := builder.Row(n, label)
		if err != nil {
			return err
		}
		next := 0
		for i, a := range actions {
			p := batch.Float(2+i, r)
			legal := next < len(n.Actions) && n.Actions[next] == a
			if legal == math.IsNaN(p) {
				return fmt.Errorf("%w: at %s, bucket %s, want probabilities of %v and no others",
					strategy.ErrSyntax, n.History, label, n.Actions)
			}
			if legal {
				out[next] = p
				next++
			}
		}
	}
	return nil
}
