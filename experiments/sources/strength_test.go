package sources

import (
	"math"
	"strconv"
	"testing"

	"feltlab/dataset/strength"
	"feltlab/internal/must"
)

// committedStrengths returns the strengths of the committed results; it computes those of the case, which have too few
// digits there.
func committedStrengths(t *testing.T) (all []setting) {
	t.Helper()
	count := func(text string) uint64 { return must.Get(strconv.ParseUint(text, 10, 64))(t) }
	for _, r := range readCSV(t, results, "strength/preflop.csv")[1:] {
		if n := len(all); n == 0 || all[n-1].Mode != r[3] || all[n-1].Opponent != r[4] {
			all = append(all, setting{Mode: r[3], Opponent: r[4], By: map[string]*hand{}})
		}
		chen := must.Get(strconv.Atoi(r[2]))(t)
		h := hand{Hand: r[0], Combos: int(count(r[1])), Chen: chen, Wins: count(r[6]), Ties: count(r[7]),
			Deals: count(r[8])}
		h.Strength = (float64(h.Wins) + float64(h.Ties)/2) / float64(h.Deals)
		s := &all[len(all)-1]
		s.Hands = append(s.Hands, h)
		s.By[h.Hand] = &h
	}
	for i, m := range strength.Modes() {
		streets := must.Get(streetsOf(t.Context(), m, 2))(t)
		all[2*i].Streets, all[2*i+1].Streets = streets[0], streets[1]
	}
	return all
}

// TestStrength writes tables, figures and page again from the strengths of the committed results.
func TestStrength(t *testing.T) {
	all := committedStrengths(t)
	s := with(map[string]any{"strengths": func() []setting { return all }})
	rewritten(t, s, "strength", "")
}

// TestSpearman checks ranks with ties against values worked out by hand.
func TestSpearman(t *testing.T) {
	got := fractionalRanks([]float64{7, 1, 7, 3, 7})
	for i, want := range []float64{4, 1, 4, 2, 4} {
		must.Equal(t, got[i], want, got)
	}
	// Differences of the ranks 0 -1 1 0: 1 - 6*2/(4*15).
	must.Near(t, spearman([]any{1, 2, 3, 4}, []any{10, 300, 20, 4000}), 0.8, 1e-12)
	if r := pearson([]any{1, 2, 3}, []any{3, 2, 1}); math.Abs(r+1) > 1e-12 {
		t.Errorf("Pearson %v, want -1", r)
	}
}
