package ganzfried

import (
	"strings"
	"testing"

	"feltlab/experiments/published"
	"feltlab/model/tournament"
	"feltlab/pipeline/equilibrium"
	"feltlab/solvers/jamfold/game"
)

// TestJamFoldMatch plays the published tables themselves, with one cell moved.
func TestJamFoldMatch(t *testing.T) {
	m := &jamFoldModel{preset: "paper", cash: &equilibrium.State{Strategy: new(game.Strategy)}}
	tables := published.JamFoldTables()
	for i := range tables {
		p := &tables[i]
		if p.Mode != tournament.Cash {
			continue
		}
		for k, percent := range p.JamPercent {
			m.cash.Strategy[p.Situation][k] = percent / 100
		}
		if c := m.match(p); c.SameSide != 169 || c.Within5 != 169 || c.Identical != 169 || len(c.Apart) != 0 {
			t.Errorf("table %d against itself: %+v", p.Number, c)
		}
		m.cash.Strategy[p.Situation][0] = 0 // aces
		if c := m.match(p); c.SameSide != 168 || c.Within5 != 168 || c.Identical != 168 || strings.Join(c.Apart, "") != "AA" {
			t.Errorf("table %d with folded aces: %+v", p.Number, c)
		}
	}
}

// TestRankings jams the best hands of the ranking, and then one that is not of them.
func TestRankings(t *testing.T) {
	m := &jamFoldModel{cash: &equilibrium.State{Strategy: new(game.Strategy)}}
	opens := &m.cash.Strategy[tournament.ButtonOpens]
	worst := 0
	for k, rank := range published.KarlsonSklansky() {
		if rank < 40 {
			opens[k] = 1
		}
		if rank == 168 {
			worst = k
		}
	}
	if s := m.rankings(tournament.Cash)[0]; s.Jammed != 40 || len(s.Against) != 0 {
		t.Errorf("by the ranking: %+v", s)
	}
	opens[worst] = 1
	if s := m.rankings(tournament.Cash)[0]; s.Jammed != 41 || len(s.Against) != 1 {
		t.Errorf("with the worst hand: %+v", s)
	}
}
