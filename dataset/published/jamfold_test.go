package published

import (
	"testing"

	"feltlab/model/cards"
)

// TestJamFoldTables holds the tables to Table 2: the frequencies of the printed strategies are
// the printed frequencies, but for rounding.
func TestJamFoldTables(t *testing.T) {
	tables := JamFoldTables()
	if len(tables) != 13 || tables[0].Number != 3 || tables[12].Number != 16 {
		t.Fatalf("%d tables", len(tables))
	}
	for _, table := range tables[1:] {
		sum := 0.0
		for k, percent := range table.JamPercent {
			if percent < 0 || percent > 100 {
				t.Errorf("table %d: %v jams %v", table.Number, cards.Class(k), percent)
			}
			sum += percent / 100 * float64(cards.Class(k).Size()) / cards.NumCombos
		}
		const misprints = 0.006
		want := JamFoldFrequency(table.Mode, table.Situation)
		if sum < want-misprints || sum > want+misprints {
			t.Errorf("table %d, %s: %.4f, Table 2 prints %.3f", table.Number, table.Label(), sum, want)
		}
		if (table.Number > 10) != (table.Mode == Cash) {
			t.Errorf("table %d: %v", table.Number, table.Mode)
		}
	}
}

func TestKarlsonSklansky(t *testing.T) {
	var seen [cards.NumClasses]bool
	for k, rank := range KarlsonSklansky() {
		if rank < 0 || rank >= cards.NumClasses || seen[rank] {
			t.Fatalf("%v has rank %d", cards.Class(k), rank)
		}
		seen[rank] = true
	}
}

func TestJamFoldICM(t *testing.T) {
	study, sum := JamFoldICM(), 0.0
	for _, n := range study.Counts {
		sum += n
	}
	if len(study.Edges) != len(study.Counts)+1 || sum != 946*3 {
		t.Errorf("%d edges, counts sum to %v", len(study.Edges), sum)
	}
}
