package ranges

import (
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
)

// TestPaperRows holds both modes on every row of Kumar & Keshner 2017, table 1. The
// published column is the paper's; the stated column follows its rules by hand.
func TestPaperRows(t *testing.T) {
	for _, row := range []struct {
		hand              string
		stated, published int
	}{
		{"AA", 20, 20}, {"KK", 16, 16}, {"QQ", 14, 14}, {"JJ", 12, 12}, {"TT", 10, 10}, {"99", 9, 9},
		{"AKs", 12, 11}, {"AQs", 11, 10}, {"AJs", 10, 8}, {"88", 8, 8}, {"AKo", 10, 9},
		{"ATs", 8, 7}, {"AQo", 9, 8}, {"AJo", 8, 6}, {"A9s", 7, 7},
		// What the other gap does, away from the paper's rows.
		{"T9s", 8, 7},   // connected: no cost, and a cost of 1
		{"J9s", 8, 6},   // one between: cost 1 and the bonus, then cost 2 and no bonus
		{"72o", -1, -1}, // four or more either way
		{"22", 5, 2},    // the least of 5 points for a pair, and none
		{"44", 5, 4},
	} {
		k := must.Get(cards.ParseClass(row.hand))(t)
		if ChenScore(k) != row.stated || ChenAsPublished.Score(k) != row.published {
			t.Errorf("%v: %d and %d, want %d and %d", k, ChenScore(k), ChenAsPublished.Score(k), row.stated,
				row.published)
		}
	}
}

// TestGrid holds the stated scores of all 169 classes against the grid worked out by hand
// from the rules: pairs on the diagonal, suited above, offsuit below, aces first.
func TestGrid(t *testing.T) {
	want := [cards.NumRanks][cards.NumRanks]int{
		{20, 12, 11, 10, 8, 7, 7, 7, 7, 7, 7, 7, 7},
		{10, 16, 10, 9, 8, 6, 5, 5, 5, 5, 5, 5, 5},
		{9, 8, 14, 9, 8, 7, 5, 4, 4, 4, 4, 4, 4},
		{8, 7, 7, 12, 9, 8, 6, 4, 3, 3, 3, 3, 3},
		{6, 6, 6, 7, 10, 8, 7, 5, 3, 2, 2, 2, 2},
		{5, 4, 5, 6, 6, 9, 8, 7, 5, 3, 2, 2, 2},
		{5, 3, 3, 4, 5, 6, 8, 7, 6, 4, 2, 1, 1},
		{5, 3, 2, 2, 3, 5, 5, 7, 7, 6, 4, 2, 1},
		{5, 3, 2, 1, 1, 3, 4, 5, 6, 6, 5, 3, 1},
		{5, 3, 2, 1, 0, 1, 2, 4, 4, 5, 6, 5, 3},
		{5, 3, 2, 1, 0, 0, 0, 2, 3, 4, 5, 5, 4},
		{5, 3, 2, 1, 0, 0, -1, 0, 1, 3, 3, 5, 5},
		{5, 3, 2, 1, 0, 0, -1, -1, -1, 1, 2, 3, 5},
	}
	for k := range cards.Class(cards.NumClasses) {
		must.Equal(t, ChenScore(k), want[k/cards.NumRanks][k%cards.NumRanks], k)
		if ChenWeight(k) < 1 || ChenWeight(k) != max(ChenScore(k), 1) {
			t.Errorf("Weight(%v) = %d", k, ChenWeight(k))
		}
	}
}
