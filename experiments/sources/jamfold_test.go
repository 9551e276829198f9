package sources

import (
	"strings"
	"testing"

	"feltlab/dataset/published"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
)

// madeUp returns a model that plays the published tables, or one that folds aces in addition.
func madeUp(preset string, aces bool) *model {
	study := published.JamFoldICM()
	m := &model{
		Preset: preset, Gain: 0.0024, Mean: 0.00012, Rounds: 9, Mixing: mixing{1000, 3},
		ICM: icmStudy{Mean: 0.37, Largest: 3.25, Least: 0.00001234, LargestAt: []int{300, 12300, 900},
			Seat:   "big blind",
			Counts: study.Counts, ICM: [tournament.NumSeats]float64{21, 45, 34}},
		Equal: map[string][]*byClass{}, Frequencies: map[string][]float64{},
	}
	for _, t := range published.JamFoldTables() {
		played := new(byClass)
		for k, percent := range t.JamPercent {
			played[k] = percent / 100
		}
		if !aces {
			played[0] = 0
		}
		m.Tables = append(m.Tables, played)
		if t.Number > 3 {
			m.Equal[string(t.Mode)] = append(m.Equal[string(t.Mode)], played)
			m.Frequencies[string(t.Mode)] = append(m.Frequencies[string(t.Mode)], 0.3575)
		}
	}
	return m
}

// TestJamFold puts two models that are made up on a page: one plays the published tables, the other folds aces.
func TestJamFold(t *testing.T) {
	exact, paper := madeUp("default", true), madeUp("paper", false)
	var worst int // jammed by the first model, though ranked last
	for k, rank := range published.KarlsonSklansky() {
		if rank == cards.NumClasses-1 {
			worst = k
		}
	}
	exact.Equal["cash"][0][worst] = 1
	env, page, out := made(t, "jamfold", map[string]any{
		"models": func() []*model { return []*model{exact, paper} },
		"headsUp": func() *jamfold.HeadsUpAnswer {
			h := &jamfold.HeadsUpAnswer{Deviation: 0.01234}
			for range 25 {
				h.Reversals = append(h.Reversals, jamfold.Reversal{Hands: [2]string{"K2o", "76s"}})
			}
			h.Reversals = append(h.Reversals, jamfold.Reversal{Hands: [2]string{"J2o", "43s"}, Margin: 0.00123,
				Only: [2][2]int{{600, 900}, {1200, 300}}})
			return h
		},
	})
	hold(t, page, "stays within 0.0123\nof the share of the chips. 26 pairs", "| default | 1000 | 3 | 0.300% |",
		"| J2o | 43s | [600 900] | [1200 300] | 0.00123 |", "exact model.\n\n| situation |",
		"| 3 | tournament, SB\\|fold | default | 169 | 169 | 169 | 169 |  |",
		"| 6 | tournament, SB\\|jam | paper | 168 | 168 | 168 | 169 | AA |", "| 5 to 10, tournament | paper | 1008 | ",
		"| default | 0.00240 | 0.000120 | 9 |", "| largest, $ | 2.99 | 3.250 | 3.250 |")
	must.Equal(t, strings.Count(page, "| K2o | 76s |"), 20, "other reversals than the clearest and the published one")
	hold(t, out, "default  no player gains more than $0.00240",
		"same side 1014, within 5 points 1014, identical 1014 of 1014")
	files := filesOf(t, env.Out)
	for _, line := range strings.Split(files["jamfold/karlson-sklansky.csv"], "\n") {
		must.Equal(t, strings.HasPrefix(line, "cash,BTN,"), strings.HasSuffix(line, cards.Class(worst).String()),
			line)
	}
	for name, want := range map[string][3]string{
		"table-3-paper": {"Table 3: small blind, after the button folds", "jam, % of the time",
			"tournament, button 3300, small blind 1500, big blind 8700 chips; model paper"},
		"table-6-paper": {"Table 6: small blind, after the button jams", "tournament, 4500 chips each; model paper",
			"call, % of the time"},
		"table-11-paper": {"Table 11: button, first to act", "cash, 4500 chips each; model paper",
			"jam, % of the time"},
	} {
		hold(t, files["jamfold/"+name+".svg"], want[:]...)
	}
}
