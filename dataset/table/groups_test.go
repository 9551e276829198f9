package table_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"feltlab/dataset/table"
	"feltlab/dataset/tablefile"
	"feltlab/internal/must"
)

// TestRowGroups reads a table of nine row groups, of columns whose dictionaries become too large: what the library
// holds of a group that was read must not count for the next.
func TestRowGroups(t *testing.T) {
	type row [7]int64
	r := rand.New(rand.NewPCG(1, 0))
	var columns []table.Column[row]
	var fields []tablefile.Field
	for k := range len(row{}) {
		name := string(rune('a' + k))
		columns = append(columns, table.Int64(name, func(b *row) int64 { return b[k] }))
		fields = append(fields, tablefile.Field{Name: name, Kind: tablefile.Int64s})
	}
	rows := make([]row, 1_120_000)
	for i := range rows {
		for k := range rows[i] {
			rows[i][k] = r.Int64N(1 << (8 * (k%4 + 1)))
		}
	}
	var out bytes.Buffer
	must.Do(t, table.Write(&out, "parquet", columns, nil, rows))
	n := 0
	must.Do(t, tablefile.Read(bytes.NewReader(out.Bytes()), fields, func(tablefile.Header) error { return nil },
		func(b *tablefile.Batch) error {
			n += b.Rows
			return nil
		}))
	must.Equal(t, n, len(rows))
}
