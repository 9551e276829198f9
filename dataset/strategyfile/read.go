package strategyfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"feltlab/model/game"
	"feltlab/model/strategy"
)

// ErrChecksum marks a Parquet file whose content is not what was written. Other errors are those of
// strategy and openspiel, and table.ErrCorrupt.
var ErrChecksum = errors.New("strategyfile: wrong checksum")

// parquetMagic begins and ends every Parquet file.
const parquetMagic = "PAR1"

// Read reads the strategy for a game from a file of any format, with its bucketings by lookup.
// Errors tell what is wrong and where, and name the file.
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

// source is what a file can do.
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
