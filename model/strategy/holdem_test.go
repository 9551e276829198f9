package strategy

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/game"
)

// numbered is a bucketing of limit hold'em with as many buckets on each street: hands by
// their number, whatever the board.
type numbered int

func (n numbered) Name() string          { return fmt.Sprintf("numbered-%d", int(n)) }
func (n numbered) Len(int) int           { return int(n) }
func (n numbered) Label(_, b int) string { return strconv.Itoa(b) }
func (n numbered) Of(_ int, _ game.Board, of []int32) {
	for h := range of {
		of[h] = int32(h % int(n))
	}
}

func (n numbered) lookup(g game.Game, name string) (Bucketing, error) {
	if name != n.Name() {
		return nil, fmt.Errorf("%w: %q for %s", ErrBuckets, name, g.Name())
	}
	return n, nil
}

// holdemTable fills a table for limit hold'em with random probabilities of a few digits.
func holdemTable(n numbered, digits int) *Table {
	rng := rand.New(rand.NewPCG(7, 0))
	g := game.LimitHoldem()
	table := NewTable(g, [2]Bucketing{n, n})
	scale := math.Pow10(digits)
	for n, b := range table.All() {
		row, left := table.Row(n.ID, b), int(scale)
		for i := range row[1:] {
			part := rng.IntN(left + 1)
			row[1+i] = float64(part) / scale
			left -= part
		}
		row[0] = float64(left) / scale
	}
	return table
}

// Limit hold'em with buckets from elsewhere: every row comes back, and damage anywhere in its
// thousands of lines is named with its line.
func TestHoldemFile(t *testing.T) {
	const buckets = numbered(3)
	g := game.LimitHoldem()
	table := holdemTable(buckets, 6)
	var file bytes.Buffer
	must.Do(t, Write(&file, table))
	good := file.String()
	again := must.Get(whole(Read(strings.NewReader(good), g, buckets.lookup)))(t)
	for id, row := range table.rows {
		if !slices.Equal(again.rows[id], row) {
			t.Fatalf("decision %d: %v, want %v", id, again.rows[id], row)
		}
	}
	lines := strings.SplitAfter(good, "\n")
	const at = 12_345 // a row on the river
	words := strings.Fields(lines[at-1])
	state, place := words[0], "at "+words[0]+", bucket "+words[1]
	for _, tc := range []struct {
		name, line string
		want       error
		text       string
	}{
		{"NaN", state + " " + words[1] + strings.Repeat(" NaN", len(words)-2), game.ErrProbability, place},
		{"negative", state + " " + words[1] + " -0.5 1.5" + strings.Repeat(" 0", len(words)-4), game.ErrProbability,
			place},
		{"sum", state + " " + words[1] + strings.Repeat(" 0.9", len(words)-2), game.ErrProbability, place},
		{"five bets", strings.Replace(lines[at-1], "/", "/rrrr", 1), ErrState, "/rrrr"},
		{"bucket", state + " 3 " + strings.Join(words[2:], " "), ErrBucket, `"3" at ` + state + " (numbered-3)"},
		{"twice", lines[at-2], ErrDuplicate, state},
		{"cut", state + " " + words[1], ErrSyntax, state},
	} {
		t.Run(tc.name, func(t *testing.T) {
			damaged := strings.Join(lines[:at-1], "") + strings.TrimSuffix(tc.line, "\n") + "\n" +
				strings.Join(lines[at:], "")
			line := fmt.Sprintf("line %d: ", at)
			must.Fails(whole(Read(strings.NewReader(damaged), g, buckets.lookup)))(t, tc.want, tc.text, line)
		})
	}
	without := strings.Join(lines[:at-1], "") + strings.Join(lines[at:], "")
	rows := len(lines) - 6 // without the header, the end and what follows it
	fewer := strings.Replace(without, fmt.Sprintf("end %d", rows), fmt.Sprintf("end %d", rows-1), 1)
	for _, tc := range []struct {
		name, file string
		want       error
	}{
		{"a row is missing", without, ErrTruncated},
		{"a row is missing and not counted", fewer, ErrMissing},
		{"the second half is missing", good[:len(good)/2], nil},
		{"another number of buckets", strings.Replace(good, "buckets 1 numbered-3", "buckets 1 numbered-4", 1),
			ErrBuckets},
		{"Leduc", strings.Replace(good, "limit-holdem", "leduc", 1), ErrGame},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := whole(Read(strings.NewReader(tc.file), g, buckets.lookup))
			if err == nil || tc.want != nil && !errors.Is(err, tc.want) {
				t.Errorf("%s: %v, want %v", tc.name, err, tc.want)
			}
		})
	}
}
