package sources

import (
	"fmt"
	"path/filepath"
	"testing"

	"feltlab/dataset/buckets"
	"feltlab/dataset/published"
	"feltlab/dataset/strategyfile"
	"feltlab/experiments"
	"feltlab/internal/must"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/extensive"
)

// Rows with one answer: the certified bounds hold the published number to the digit printed.
// The whole table takes half a minute and is run by feltlab reproduce leduc.
func TestLeducUniqueRows(t *testing.T) {
	g := game.Leduc()
	value := must.Get(solveLeduc(t.Context(), g, [2]string{"real", "real"}, leducGap, 0, true))(t)
	must.Near(t, value.Value, leducValue, leducGap)
	for _, p := range published.LeducAbstractions() {
		if !p.Unique {
			continue
		}
		row := &leducRow{Player1: p.Players[0], Player2: p.Players[1], Published: p.Millichips, Unique: true}
		start := must.Get(startLeduc(t.Context(), g, row, 0, value.Value))(t)
		row.take(0, start)
		const width = 0.02 // of the bounds: the certificates of row and game
		if !row.Meets() || row.Most-row.Least > width || row.Least > row.Ours {
			t.Errorf("%+v", row)
		}
	}
}

// leducValue is the value of Leduc to player 1.
const leducValue = -0.085606424078

// judgeLeduc computes the loss of player 1's half of a strategy and the strategy's gap in its abstract game, both in
// thousandths of a chip.
func judgeLeduc(t *testing.T, s *strategy.Table) (loss, gap float64) {
	t.Helper()
	r := must.Get(extensive.BestResponse(t.Context(), s.Game(), s, extensive.ResponseOptions{Workers: 1}))(t)
	return halfMillis * (r.SeatValues[1] + leducValue), 1000 * extensive.AbstractGap(s).Gap
}

// Each row with several equilibria has one in results/leduc that loses the printed number. Nothing
// of how they were found is used here.
func TestLeducWitnesses(t *testing.T) {
	g := game.Leduc()
	for _, p := range published.LeducAbstractions() {
		if p.Unique {
			continue
		}
		path := filepath.Join("..", "..", "results", "leduc", "equilibria", fmt.Sprintf("%.1f.txt", p.Millichips))
		table := must.Get(strategyfile.Read(path, g, buckets.Lookup))(t)
		loss, gap := judgeLeduc(t, table)
		names := [2]string{table.Buckets(0).Name(), table.Buckets(1).Name()}
		if names != p.Players || !experiments.Prints(loss, p.Millichips, 1) || !(gap < 1e-4) {
			t.Errorf("%s: %v lose %v with a gap of %v, want %v", path, names, loss, gap, p)
		}
	}
}

// The range of a row with several answers grows with each start.
func TestLeducTake(t *testing.T) {
	row := &leducRow{Published: 4.96}
	for seed, ours := range []float64{3, 5, 2, 4} {
		row.take(uint64(seed), leducStart{ours: ours})
	}
	if row.Ours != 3 || row.Least != 2 || row.Most != 5 || !row.Meets() {
		t.Errorf("%+v", row)
	}
	if row.Published = 5.2; row.Meets() {
		t.Errorf("%+v meets", row)
	}
}
