package jamfold

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

func TestSpans(t *testing.T) {
	c := &Chart{BigBlinds: []float64{2, 3, 4, 5, 6, 7}}
	p := Play{Probability: []float64{1, 0.4, 0.5, 1, 0, 1}, Gain: []float64{1, -0.03, 0, 1, -0.005, 0}}
	if got := c.Spans(p); !slices.Equal(got, [][2]float64{{2, 2}, {4, 7}}) {
		t.Error(got)
	}
}

func TestDepths(t *testing.T) {
	for _, bad := range []Depths{
		{From: 1, To: 3, Step: 1}, {From: 3, To: 2, Step: 1}, {From: 2, To: 3}, {From: 2, To: 3, Step: 0.0001},
		{From: 2, To: 101, Step: 1},
		{From: 2, To: 25, Step: 0.001}, {From: 2, To: 3, Step: 1, Ante: -0.1}, {From: 2, To: 3, Step: 1, Ante: 1},
	} {
		if _, _, err := bad.chips(); !errors.Is(err, ErrDepths) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	if got, ante, err := (Depths{From: 2, To: 2.35, Step: 0.1, Ante: 0.125}).chips(); err != nil || ante != 125 ||
		!slices.Equal(got, []int{2000, 2100, 2200, 2300}) {
		t.Errorf("%v, ante %d, %v", got, ante, err)
	}
}

// TestChartDepths: T3s is folded at 7.6 and 7.8 big blinds and mixed at 7.7. Published values of the game hold, and the
// check sees what a hand loses that plays otherwise.
func TestChartDepths(t *testing.T) {
	pairs := stochastic.NewPairs(countedPairs(), tournament.RemovalExact)
	c := newChart(4)
	copy(c.BigBlinds, []float64{7.6, 7.7, 7.8, 10})
	for i := range c.BigBlinds {
		regret, err := c.solve(t.Context(), pairs, i, 0)
		if err != nil || !(regret <= chartRegret) {
			t.Fatalf("%v big blinds: regret %v, %v", c.BigBlinds[i], regret, err)
		}
	}
	hand := func(name string) cards.Class { return must.Get(cards.ParseClass(name))(t) }
	p := c.Jam[hand("T3s")]
	if mixes := c.Mixes(p); len(mixes) != 1 || mixes[0].BigBlinds != 7.7 || mixes[0].Least != mixes[0].Most ||
		math.Abs(mixes[0].Most-0.768929) > 1e-6 || c.Always(p) != nil {
		t.Errorf("T3s: mixes %v, always %v", mixes, c.Always(p))
	}
	if always := c.Always(c.Jam[hand("AA")]); !slices.Equal(always, [][2]float64{{7.6, 10}}) {
		t.Errorf("AA is always jammed at %v", always)
	}

	holdHeadsUpChart(t, c)

	value := -0.5
	for k := range cards.NumClasses {
		value += c.Jam[k].Probability[3] * c.Jam[k].Gain[3] * float64(cards.Class(k).Size()) / cards.NumCombos
	}
	if math.Abs(value+0.045371) > 1e-6 {
		t.Errorf("the value with 10 big blinds is %v", value)
	}
}

// holdHeadsUpChart compares the stored chart with one of some of its stacks.
func holdHeadsUpChart(t *testing.T, c *Chart) {
	t.Helper()
	var stored DepthsAnswer
	must.Do(t, json.Unmarshal(HeadsUpChart(), &stored))
	for call, plays := range map[bool]*[cards.NumClasses]Play{false: &c.Jam, true: &c.Call} {
		hands := map[bool]map[string]ChartHand{false: stored.Jam, true: stored.Call}[call]
		for k := range plays {
			hand := hands[cards.Class(k).String()]
			for i, depth := range c.BigBlinds {
				always := slices.ContainsFunc(hand.Always, func(s [2]float64) bool {
					return s[0] <= depth && depth <= s[1]
				})
				mix := slices.IndexFunc(hand.Mixes, func(m Mix) bool { return m.BigBlinds == depth })
				want, got := plays[k].Most[i], 0.0
				if always {
					got = 1
				} else if mix >= 0 {
					got = hand.Mixes[mix].Most
				}
				if math.Abs(got-want) > 1e-9 {
					t.Errorf("%v with %v big blinds, call %v: stored %v, want %v", cards.Class(k), depth, call, got,
						want)
				}
			}
		}
	}
}
