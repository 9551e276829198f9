//go:build slow

package jamfold

import (
	"math"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/tournament"
)

// TestFuture holds the values of a hand of three with more and more further hands to those of the solved tournament:
// with 2 further hands they are within 0.10 dollars, with 5 within 0.014, with ICM within 1.05.
func TestFuture(t *testing.T) {
	lab, c := small(t, t.TempDir())
	c.Chips = 12 * c.Unit
	solved := must.Get(lab.Tournament(t.Context(), c, nil))(t)
	space := solved.Game.Space
	stacks := tournament.Stacks{4, 4, 4}
	want := solved.Values[space.Index(stacks)]
	q := &TableQuestion{
		Table:  tournament.Table{SmallBlind: c.SmallBlind, BigBlind: c.BigBlind, Ante: c.Ante, Prizes: c.Prizes},
		Target: 0.001, Deals: 1000,
	}
	for _, units := range stacks {
		q.Table.Stacks = append(q.Table.Stacks, units*c.Unit)
	}
	distance := map[int]float64{}
	for _, hands := range []int{0, 1, 2, 3, 5} {
		q.Future = hands
		s := must.Get(lab.Table(t.Context(), q))(t)
		for seat, v := range s.Certificate.Values {
			distance[hands] = max(distance[hands], math.Abs(v-want[seat]))
		}
		t.Logf("%d further hands: %.4f, tournament %.4f", hands, s.Certificate.Values, want)
		if (s.Future != nil) != (hands > 0) || hands > 0 && (s.Future.Solved < hands || s.Future.Rare > 0.01) {
			t.Errorf("%d further hands: %+v", hands, s.Future)
		}
	}
	t.Log(distance)
	if !(distance[5] < distance[3] && distance[3] < distance[2] && distance[2] < distance[1] &&
		distance[1] < distance[0]) || distance[5] > 0.03*distance[0] {
		t.Errorf("distances to the tournament's values %v", distance)
	}
}
