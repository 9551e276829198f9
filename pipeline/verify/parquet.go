package verify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// parquetGrid reads a Parquet file as text, floats with all digits. A damaged file is an error, whatever
// the reader makes of it.
func parquetGrid(text []byte) (g *grid, err error) {
	if !bytes.HasSuffix(text, []byte("PAR1")) {
		return nil, errors.New("a Parquet file without its end: it is truncated")
	}
	defer func() {
		if p := recover(); p != nil {
			g, err = nil, fmt.Errorf("a damaged Parquet file: %v", p)
		}
	}()
	in, err := file.NewParquetReader(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("a damaged Parquet file: %w", err)
	}
	defer in.Close()
	if value := in.MetaData().KeyValueMetadata().FindValue("feltlab.format"); value == nil {
		return nil, errors.New("a Parquet file of another program: no feltlab.format in its metadata")
	} else if *value != "feltlab-sweep-1" {
		return nil, fmt.Errorf("a Parquet file of the format %q, want a sweep's, feltlab-sweep-1", *value)
	}
	reader, err := pqarrow.NewFileReader(in, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
	if err != nil {
		return nil, fmt.Errorf("a damaged Parquet file: %w", err)
	}
	table, err := reader.ReadTable(context.Background())
	if err != nil {
		return nil, fmt.Errorf("a damaged Parquet file: %w", err)
	}
	defer table.Release()
	g = &grid{rows: make([][]string, table.NumRows())}
	for i := range int(table.NumCols()) {
		column := table.Column(i)
		g.header = append(g.header, column.Name())
		at := 0
		for _, chunk := range column.Data().Chunks() {
			for k := range chunk.Len() {
				cell, err := cellText(chunk, k)
				if err != nil {
					return nil, fmt.Errorf("column %s: %w", column.Name(), err)
				}
				g.rows[at] = append(g.rows[at], cell)
				at++
			}
		}
	}
	return g, g.regular()
}

// cellText writes a value, or nothing for a missing one.
func cellText(chunk arrow.Array, i int) (string, error) {
	if chunk.IsNull(i) {
		return "", nil
	}
	switch c := chunk.(type) {
	case *array.Float64:
		return strconv.FormatFloat(c.Value(i), 'g', -1, 64), nil
	case *array.String:
		return c.Value(i), nil
	}
	return "", fmt.Errorf("values of type %v, want text or double", chunk.DataType())
}
