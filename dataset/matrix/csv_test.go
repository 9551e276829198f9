package matrix

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"strconv"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
)

// TestCSV reads the text back with the standard library and compares every field.
func TestCSV(t *testing.T) {
	m, columns := build(t, "AA", "ATC"), acesColumns
	var text bytes.Buffer
	must.Do(t, m.Write(&text, "csv"))
	records, err := csv.NewReader(bytes.NewReader(text.Bytes())).ReadAll()
	if err != nil || len(records) != 1+NumFlops || len(records[0]) != len(columns) {
		t.Fatalf("%d records: %v", len(records), err)
	}
	place := map[string]int{}
	for i, name := range records[0] {
		must.Equal(t, name, columns[i].Field.Name, i)
		place[name] = i
	}
	for i := range m.List {
		r, record := &m.List[i], records[1+i]
		number := func(name string) int64 { return must.Get(strconv.ParseInt(record[place[name]], 10, 64))(t) }
		equity, err := strconv.ParseFloat(record[place["equity"]], 64)
		if err != nil || equity != m.List[i].Equity() {
			t.Fatalf("row %d: equity %v, %v", i, equity, err)
		}
		if record[0] != cards.Format(r.Cards()) || number("c1") != int64(r.Cards()[0]) ||
			number("c2") != int64(r.Cards()[1]) || number("c3") != int64(r.Cards()[2]) ||
			number("wins") != int64(r.Wins) || number("ties") != int64(r.Ties) ||
			number("combos") != int64(r.Combos()) ||
			number("orbit_weight") != int64(r.orbit()) {
			t.Fatalf("row %d: %v for %+v", i, record, r)
		}
		for id := 1; id <= 73; id++ {
			must.Equal(t, record[place["f"+strconv.Itoa(id)]], strconv.FormatBool(r.Features.Has(id)), i, id)
		}
	}
	// The digest in the Parquet file's metadata is what the documentation says.
	sum := sha256.Sum256(append([]byte("AA\nATC\n"+m.Definitions()+"\n"+m.Source+"\n"), text.Bytes()...))
	must.Equal(t, hex.EncodeToString(sum[:]), m.digest(), "the digest is not that of the metadata and the CSV form")
}
