package jamfold

import (
	"math"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold"
	"feltlab/solvers/jamfold/stochastic"
)

// TestRoads asks for one hand of two players by every road: as a chart by depth, as a table for chips, for prizes and
// for bounties, and as a state for chips and of a tournament, once with antes. All give the same ranges: the
// equilibrium of a game with a constant sum, also where hands mix (T3s at 7.7 big blinds). Bounties that only the
// winner gets are no such game.
func TestRoads(t *testing.T) {
	lab := realLab(t)
	for tenths, want := range map[int]map[string]float64{
		90: {"T7o": 1, "43s": 1, "Q5o": 0}, 77: {"T3s": 0.768929}, 40: {"32o": 0}, 250: {"AA": 1},
	} {
		depth, ante := float64(tenths)/10, 0
		if tenths == 250 {
			ante = 1
		}
		depths := Depths{From: depth, To: depth, Step: 1, Ante: float64(ante) / 10}
		c := must.Get(lab.Chart(t.Context(), depths))(t)
		var jam, call [cards.NumClasses]float64
		for k := range jam {
			jam[k], call[k] = c.Jam[k].Probability[0], c.Call[k].Probability[0]
		}
		for name, p := range want {
			k, err := cards.ParseClass(name)
			if err != nil || math.Abs(jam[k]-p) > 1e-6 {
				t.Errorf("%d tenths: %s jams %v, want %v, %v", tenths, name, jam[k], p, err)
			}
		}
		same := func(road string, x stochastic.Strategy) {
			t.Helper()
			for k := range cards.Class(cards.NumClasses) {
				jams, calls := x[tournament.HeadsUpOpens][k], x[tournament.HeadsUpCalls][k]
				if math.Abs(jams-jam[k]) > 1e-6 || math.Abs(calls-call[k]) > 1e-6 {
					t.Errorf("%d tenths, %s: %v jams %v and calls %v, want %v and %v", tenths, road, k, jams, calls,
						jam[k], call[k])
				}
			}
		}
		hand := tournament.Table{Stacks: []int{tenths, tenths}, SmallBlind: 5, BigBlind: 10, Ante: ante}
		table := func(road string, change func(*tournament.Table)) {
			t.Helper()
			q := &TableQuestion{Table: hand}
			change(&q.Table)
			s := must.Get(lab.Table(t.Context(), q))(t)
			same(road, s.Play.Strategy)
		}
		table("chips", func(*tournament.Table) {})
		table("winner take all", func(t *tournament.Table) { t.Prizes = []float64{100} })
		table("two prizes", func(t *tournament.Table) { t.Prizes = []float64{65, 35} })
		table("bounties by chips", func(t *tournament.Table) {
			t.Prizes, t.Heads, t.Bounty = []float64{65, 35}, []float64{10, 10}, tournament.BountyProportional
		})
		state := func(road string, hand *tournament.Table) {
			t.Helper()
			c := &Config{Settings: jamfold.Settings{Epsilon: 1e-5, Iterations: 1000}}
			s := must.Get(lab.SolveHand(t.Context(), c, hand))(t)
			same(road, s.Strategy)
		}
		state("hand for chips", &hand)
		config := must.Get(Preset("default"))(t)
		config.Unit, config.SmallBlind, config.BigBlind, config.Ante, config.Chips = 1, 5, 10, ante, 2*tenths
		state("state", config.HandAt(tournament.Stacks{0, tenths, tenths}, config.ICMOfAll()))
	}
}
