package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"feltlab/internal/must"
)

// TestCommittedTables generates the tables in memory and compares them, byte by byte, with those in the repository.
func TestCommittedTables(t *testing.T) {
	files := must.Get(generate())(t)
	for name, want := range files {
		got := must.Get(os.ReadFile(filepath.Join("..", "..", "dataset", "eval", name)))(t)
		if !bytes.Equal(got, want) {
			t.Errorf("dataset/eval/%s is not what the generator writes: run go generate ./dataset/eval", name)
		}
	}
}

// TestCounts holds the sizes that docs/evaluator.md derives.
func TestCounts(t *testing.T) {
	for size, want := range []int{1, 13, 91, 455, 1820, 6175, 18395, 49205} {
		n := 0
		for range multisets(size) {
			n++
		}
		if n != want {
			t.Errorf("%d rank multisets of %d cards, want %d", n, size, want)
		}
	}
	classes := make([]int, numCategories)
	for _, v := range ladder() {
		classes[v.category()]++
	}
	for category, want := range []int{1277, 2860, 858, 858, 10, 1277, 156, 156, 10} {
		if classes[category] != want {
			t.Errorf("%d classes of category %d, want %d", classes[category], category, want)
		}
	}
}

// TestDisplaceFull fills a table that has exactly as many slots as there are entries. One
// entry more is an error, and so are two that share row and place.
func TestDisplaceFull(t *testing.T) {
	var entries []entry
	for row := range uint16(4) {
		for place := range uint16(4) {
			entries = append(entries, entry{key{row, 4 * place}, 1 + row*4 + place})
		}
	}
	shifts, table, err := displace(entries, 16)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if got := table[slotOf(e, int(shifts[e.sum.row]), len(table))]; got != e.strength {
			t.Errorf("%v has strength %d, want %d", e.sum, got, e.strength)
		}
	}
	for _, e := range []key{{row: 5}, {row: 1, place: 16}} {
		if _, _, err := displace(append(entries, entry{sum: e}), 16); err == nil {
			t.Errorf("%v fits in too", e)
		}
	}
}
