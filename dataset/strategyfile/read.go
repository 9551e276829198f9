package strategyfile

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"feltlab/model/game"
	"feltlab/model/strategy"
)

// parquetMagic begins and ends every Parquet file.
const parquetMagic = "PAR1"

// Read reads the strategy for a game from a file of any format; lookup returns its bucketings. Errors name the file and
// wrap those of package strategy, table.ErrCorrupt or table.ErrColumns.
func Read(path string, g game.Game, lookup strategy.Lookup) (*strategy.Table, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	t, err := decode(f, g, lookup)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

// Decode is Read for a file's content.
func Decode(content []byte, g game.Game, lookup strategy.Lookup) (*strategy.Table, error) {
	return decode(bytes.NewReader(content), g, lookup)
}

// Encode returns the content of a strategy's Parquet file.
func Encode(t *strategy.Table) ([]byte, error) {
	var b bytes.Buffer
	err := writeParquet(&b, t)
	return b.Bytes(), err
}

// source is the content of a file.
type source interface {
	io.Reader
	io.ReaderAt
	io.Seeker
}

func decode(r source, g game.Game, lookup strategy.Lookup) (*strategy.Table, error) {
	start := make([]byte, len(parquetMagic))
	n, err := r.ReadAt(start, 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	switch start = start[:n]; {
	case string(start) == parquetMagic:
		return readParquet(r, g, lookup)
	case bytes.HasPrefix(start, []byte("{")), bytes.HasPrefix(start, []byte("Tabu")):
		return strategy.ReadOpenSpiel(r, g)
	}
	return strategy.Read(r, g, lookup)
}
