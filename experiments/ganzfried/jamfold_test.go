package ganzfried

import (
	"io"
	"strings"
	"testing"

	"feltlab/dataset/published"
	"feltlab/experiments/experimentstest"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
	"feltlab/report/draw"
	"feltlab/solvers/jamfold/stochastic"
)

// TestJamFoldMatch plays the published tables themselves, with one cell moved.
func TestJamFoldMatch(t *testing.T) {
	m := &model{preset: "paper", cash: &jamfold.State{Strategy: make(stochastic.Strategy, tournament.NumNodes)}}
	tables := published.JamFoldTables()
	for i := range tables {
		p := &tables[i]
		if p.Mode != published.Cash {
			continue
		}
		for k, percent := range p.JamPercent {
			m.cash.Strategy[p.Situation.Node()][k] = percent / 100
		}
		if c := m.match(p); c.SameSide != 169 || c.Within5 != 169 || c.Identical != 169 || len(c.Apart) != 0 {
			t.Errorf("table %d against itself: %+v", p.Number, c)
		}
		m.cash.Strategy[p.Situation.Node()][0] = 0 // aces
		if c := m.match(p); c.SameSide != 168 || c.Within5 != 168 || c.Identical != 168 ||
			strings.Join(c.Apart, "") != "AA" {
			t.Errorf("table %d with folded aces: %+v", p.Number, c)
		}
	}
}

// TestGridInWords: a published table is titled for people.
func TestGridInWords(t *testing.T) {
	m := &model{preset: "paper", cash: &jamfold.State{Strategy: make(stochastic.Strategy, tournament.NumNodes)},
		hands: map[[tournament.NumSeats]int]*jamfold.State{
			equalChips: {Strategy: make(stochastic.Strategy, tournament.NumNodes)}, {3300, 1500, 8700}: {Strategy: make(stochastic.Strategy, tournament.NumNodes)},
		}}
	want := map[int][3]string{
		3: {"Table 3: small blind, after the button folds",
			"tournament, button 3300, small blind 1500, big blind 8700 chips; model paper", "jam, % of the time"},
		6: {"Table 6: small blind, after the button jams", "tournament, 4500 chips each; model paper",
			"call, % of the time"},
		11: {"Table 11: button, first to act", "cash, 4500 chips each; model paper", "jam, % of the time"},
	}
	tables := published.JamFoldTables()
	for i := range tables {
		p := &tables[i]
		g := m.grid(p)
		if got := [3]string{g.Title, g.Note, g.Legend}; want[p.Number] != [3]string{} && got != want[p.Number] {
			t.Errorf("%q, want %q", got, want[p.Number])
		}
		if strings.ContainsAny(g.Title+g.Note, "|[]") {
			t.Errorf("%q, %q", g.Title, g.Note)
		}
	}
}

// TestICMHistogram: bins of $0.10 to $2 are drawn to their widths.
func TestICMHistogram(t *testing.T) {
	study := published.JamFoldICM()
	i := &icmStudy{Preset: "paper", Counts: study.Counts}
	h := i.histogram()
	if err := draw.SVG(io.Discard, h); err != nil || h.Per != 0.1 || !strings.Contains(h.Y.Label, "per $0.10") {
		t.Errorf("per %v, %q, %v", h.Per, h.Y.Label, err)
	}
}

// TestRankings jams the best hands of the ranking, and then one that is not of them.
func TestRankings(t *testing.T) {
	m := &model{cash: &jamfold.State{Strategy: make(stochastic.Strategy, tournament.NumNodes)}}
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
	if s := m.rankings(published.Cash)[0]; s.Jammed != 40 || len(s.Against) != 0 {
		t.Errorf("by the ranking: %+v", s)
	}
	opens[worst] = 1
	if s := m.rankings(published.Cash)[0]; s.Jammed != 41 || len(s.Against) != 1 {
		t.Errorf("with the worst hand: %+v", s)
	}
}

// TestJamFoldPage puts two models that are made up on a page: one plays the published tables, the
// other folds aces.
func TestJamFoldPage(t *testing.T) {
	s := &summary{HeadsUpDeviation: 0.01234, reversalCount: 77}
	var models []*model
	tables, study := published.JamFoldTables(), published.JamFoldICM()
	for i, preset := range presets {
		m := &model{preset: preset, cash: &jamfold.State{Strategy: make(stochastic.Strategy, tournament.NumNodes)},
			hands: map[[tournament.NumSeats]int]*jamfold.State{}}
		for k := range tables {
			p := &tables[k]
			if p.Mode != published.Cash && m.hands[p.Stacks] == nil {
				m.hands[p.Stacks] = &jamfold.State{Strategy: make(stochastic.Strategy, tournament.NumNodes)}
			}
			played := m.ours(p)
			for class, percent := range p.JamPercent {
				played[class] = percent / 100
			}
			if i > 0 {
				played[0] = 0 // aces
			}
			s.Tables = append(s.Tables, m.match(p))
		}
		models = append(models, m)
		s.Certificates = append(s.Certificates, certificate{preset, 0.0024, 0.00012, 9 + i})
		s.Mixing = append(s.Mixing, mixing{preset, 1000, 3 + i})
		s.ICM = append(s.ICM, icmStudy{
			Preset: preset, Mean: 0.37, Largest: 3.25, LargestAt: []int{300, 12300, 900}, Seat: "big blind",
			Counts: make([]float64, len(study.Counts)), ICM: [tournament.NumSeats]float64{21, 45,
				34}, Values: [tournament.NumSeats]float64{20.5, 47, 32.5},
		})
	}
	for _, mode := range []published.Mode{published.Tournament, published.Cash} {
		s.Rankings = append(s.Rankings, models[0].rankings(mode)...)
	}
	s.Frequencies = []frequencyRow{{"cash", "button", 0.357, map[string]float64{"default": 0.36, "paper": 0.3575}}}
	s.Reversals = []ranksTwice{{"J2o", "43s", [2]int{600, 900}, [2]int{1200, 300}, 0.00123}}
	env, _ := experimentstest.Env(t)
	if err := writeJamFold(env, models, s); err != nil {
		t.Fatal(err)
	}
	page := experimentstest.Page(t, env, "jamfold")
	for _, part := range []string{"stays within 0.0123\nof the share of the chips. 77 pairs",
		"| default | 1000 | 3 | 0.300% |", "| J2o | 43s |", "exact model.\n\n| situation |"} {
		if !strings.Contains(page, part) {
			t.Errorf("no %q in\n%s", part, page)
		}
	}
}
