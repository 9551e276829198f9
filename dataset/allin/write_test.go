package allin

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	_ "feltlab/dataset/table/columnar"
	"feltlab/dataset/tablefile"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// written returns a table's bytes in a format.
func written(t *testing.T, write func(io.Writer, string) error, format string) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, write(&b, format))
	return b.Bytes()
}

// cellsOf returns the lines of a file, the header first.
func cellsOf(t *testing.T, file []byte) (lines [][]string) {
	t.Helper()
	begin := func(h tablefile.Header) ([]bool, error) {
		lines = append(lines, slices.Clone(h.Columns))
		return slices.Repeat([]bool{true}, len(h.Columns)), nil
	}
	each := func(_ int64, cells []string) error {
		lines = append(lines, slices.Clone(cells))
		return nil
	}
	must.Do(t, tablefile.Rows(bytes.NewReader(file), begin, each))
	return lines
}

func number(t *testing.T, text string) uint64 {
	return must.Get(strconv.ParseUint(text, 10, 64))(t)
}

// formatsAgree returns the lines of a table, which CSV, Parquet and Arrow all have.
func formatsAgree(t *testing.T, write func(io.Writer, string) error) [][]string {
	t.Helper()
	lines := cellsOf(t, written(t, write, "csv"))
	for _, format := range []string{"parquet", "arrow"} {
		file := written(t, write, format)
		other := cellsOf(t, file)
		if len(other) != len(lines) {
			t.Fatalf("%d lines as %s, %d as CSV", len(other), format, len(lines))
		}
		for i := range lines {
			if !slices.Equal(lines[i], other[i]) {
				t.Fatalf("line %d: %q as %s, %q as CSV", i, other[i], format, lines[i])
			}
		}
		if !bytes.Equal(file, written(t, write, format)) {
			t.Errorf("%s: the same table has other bytes", format)
		}
	}
	return lines
}

// pairsCSVSHA256 is the SHA-256 of the table of pairs as CSV.
const pairsCSVSHA256 = "cae166d0e8ec1a820e8d3de1bf6844f45234f399954d23560cbf893dc74d8bcb"

// TestWritePairs holds the file of pairs to dealing every board, and its sums to the number of all deals.
func TestWritePairs(t *testing.T) {
	pairs := pairTable()
	lines := formatsAgree(t, pairs.Write)
	if want := "hand opponent combos wins ties losses equity"; strings.Join(lines[0], " ") != want {
		t.Fatalf("columns %v, want %s", lines[0], want)
	}
	rows, total := lines[1:], uint64(0)
	if len(rows) != cards.NumClasses*cards.NumClasses {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		deals := number(t, row[3]) + number(t, row[4]) + number(t, row[5])
		if deals != number(t, row[2])*BoardsAvoidingTwo {
			t.Errorf("%v: %d deals", row, deals)
		}
		total += deals
	}
	if want := uint64(cards.NumCombos) * 1_225 * BoardsAvoidingTwo; total != want {
		t.Errorf("%d deals in all, want %d", total, want)
	}
	for _, names := range [][2]string{{"AKs", "QQ"}, {"22", "AKo"}, {"T9s", "T9s"}} {
		a, b := class(t, names[0]), class(t, names[1])
		want := naivePair(a, b)
		got := rows[int(a)*cards.NumClasses+int(b)]
		row := strings.Fields(fmt.Sprintln(names[0], names[1], want.Deals()/BoardsAvoidingTwo, want.Wins, want.Ties,
			want.Losses, want.Equity()))
		if !slices.Equal(got, row) {
			t.Errorf("%v, want %v", got, row)
		}
	}
	sum := sha256.Sum256(written(t, pairs.Write, "csv"))
	if got := hex.EncodeToString(sum[:]); got != pairsCSVSHA256 {
		t.Errorf("SHA-256 of the CSV %s, want %s", got, pairsCSVSHA256)
	}
}

// holdTriples holds lines of the table of triples to the sum of each row, and returns the deals of all.
func holdTriples(t *testing.T, lines [][]string) (total uint64) {
	t.Helper()
	want := "a b c combos a_b_c a_c_b b_a_c c_a_b b_c_a c_b_a ab_c ac_b bc_a a_bc b_ac c_ab abc equity_a equity_b " +
		"equity_c"
	if strings.Join(lines[0], " ") != want {
		t.Fatalf("columns %v, want %s", lines[0], want)
	}
	rows := lines[1:]
	if len(rows) != NumTriples {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		deals := uint64(0)
		for _, cell := range row[4:17] {
			deals += number(t, cell)
		}
		if deals != number(t, row[3])*BoardsAvoidingThree || (deals == 0) != (row[17] == "") {
			t.Fatalf("%v: %d deals", row, deals)
		}
		orders := uint64(6)
		switch {
		case row[0] == row[2]:
			orders = 1
		case row[0] == row[1] || row[1] == row[2]:
			orders = 3
		}
		total += orders * deals
	}
	return total
}

// rowOf returns the row of three classes, which are in order.
func rowOf(lines [][]string, names [3]string) []string {
	at := slices.IndexFunc(lines, func(row []string) bool { return [3]string(row[:3]) == names })
	return lines[at]
}

// holdEntry holds an entry to dealing every board: each column counts what its name says, and the equities are the
// shares of the pot.
func holdEntry(t *testing.T, lines [][]string, names [3]string) {
	t.Helper()
	row := rowOf(lines, names)
	want := map[string]uint64{}
	var share [3]float64
	counts := naiveTriple([3]cards.Class(classes(t, names[:]...)))
	for o, n := range counts {
		ranks := tournament.Order(o).Ranks()
		name, best := "", 0.0
		for place := range uint8(3) {
			if place > 0 && slices.Contains(ranks[:], place) {
				name += "_"
			}
			for hand, rank := range ranks {
				if rank == place {
					name += string(rune('a' + hand))
				}
				if place == 0 && rank == 0 {
					best++
				}
			}
		}
		want[name] = n
		for hand, rank := range ranks {
			if rank == 0 {
				share[hand] += float64(n) / best
			}
		}
	}
	for i, name := range lines[0][4:17] {
		if got := number(t, row[4+i]); got != want[name] {
			t.Errorf("%v: %s %d, want %d", names, name, got, want[name])
		}
	}
	for hand, s := range share {
		got, err := strconv.ParseFloat(row[17+hand], 64)
		if want := s / float64(counts.Deals()); err != nil || got-want > 1e-15 || want-got > 1e-15 {
			t.Errorf("%v: equity %s of hand %d, want %v", names, row[17+hand], hand, want)
		}
	}
}

// TestWriteTriples writes a table that has the triples of some classes.
func TestWriteTriples(t *testing.T) {
	lines := cellsOf(t, written(t, subsetTable(t, 0).Write, "csv"))
	holdTriples(t, lines)
	for _, names := range [][3]string{{"AA", "AKs", "A5s"}, {"AKs", "AKs", "22"}, {"AQo", "54s", "72o"}} {
		holdEntry(t, lines, names)
	}
	if row := rowOf(lines, [3]string{"AA", "AA", "AA"}); row[3] != "0" || row[17] != "" {
		t.Errorf("%v", row)
	}
}
