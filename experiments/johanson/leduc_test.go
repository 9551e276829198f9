package johanson

import (
	"testing"

	"feltlab/experiments/published"
	"feltlab/model/game"
)

// Rows with one answer: the certified bounds hold the published number to the digit printed.
// The whole table takes half a minute and is run by feltlab reproduce leduc.
func TestLeducUniqueRows(t *testing.T) {
	g := game.Leduc()
	value, err := solveLeduc(t.Context(), g, [2]string{"real", "real"}, leducGap, 0, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range published.LeducAbstractions() {
		if !p.Unique {
			continue
		}
		row := &leducRow{Player1: p.Players[0], Player2: p.Players[1], Published: p.Millichips, Unique: true}
		start, err := startLeduc(t.Context(), g, row, 0, value.Value)
		if err != nil {
			t.Fatal(err)
		}
		row.take(0, start)
		const width = 0.02 // of the bounds: the certificates of row and game
		if !row.meets() || row.Most-row.Least > width || row.Least > row.Ours {
			t.Errorf("%+v", row)
		}
	}
}

// The range of a row with several answers grows with each start.
func TestLeducTake(t *testing.T) {
	row := &leducRow{Published: 4.96}
	for seed, ours := range []float64{3, 5, 2, 4} {
		row.take(uint64(seed), leducStart{ours: ours})
	}
	if row.Ours != 3 || row.Least != 2 || row.Most != 5 || !row.meets() {
		t.Errorf("%+v", row)
	}
	if row.Published = 5.2; row.meets() {
		t.Errorf("%+v meets", row)
	}
	if got := millichips(-1e-9, 2); got != "0.00" {
		t.Error(got)
	}
}
