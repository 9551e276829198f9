//go:build slow

package allin

import (
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
)

// TestWriteAllTriples writes the whole table in every format: its counts sum to the number of all deals.
func TestWriteAllTriples(t *testing.T) {
	triples := must.Get(Compute(background, 0, nil))(t)
	lines := formatsAgree(t, triples.Write)
	want := uint64(cards.NumCombos) * 1_225 * 1_128 * BoardsAvoidingThree
	if total := holdTriples(t, lines); total != want {
		t.Errorf("%d deals in all, want %d", total, want)
	}
	holdEntry(t, lines, [3]string{"KK", "JTs", "98o"})
}
