package main

import (
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/cards"
)

// TestCount holds the counts to those of package equity, which made the tests' matrices.
func TestCount(t *testing.T) {
	m := matrixtest.Of(t, "JTs", "RUS")
	hand := m.Hand.Combo
	got := must.Get(counted.tallies(t.Context(), &subject{hands: []cards.Combo{hand}, opponent: m.Range}))(t)[0]
	for _, row := range m.List {
		if n := row.Count; got[indexOf(row.Board)] != (tally{n.Wins, n.Ties, n.Deals}) {
			t.Fatalf("%v on %v: %v, want %v", hand, row.Board, got[indexOf(row.Board)], n)
		}
	}
}
