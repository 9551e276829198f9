package jamfold

import (
	"math"
	"strings"
	"testing"

	"feltlab/model/cards"
	"feltlab/solvers/expost"
	"feltlab/solvers/jamfold/multiway"
	"feltlab/solvers/jamfold/stochastic"
)

// TestBunching describes a made-up correction: all hands jam at one decision, none at another that is rare, and the
// product jams half of them at both.
func TestBunching(t *testing.T) {
	c := multiway.Correction{
		Deals: 7, Applied: true, Range: []float64{0.5, 0.5}, Moved: make([][cards.NumClasses]float64, 2),
		Error: make([][cards.NumClasses]float64, 2),
	}
	play := &multiway.Solution{Strategy: make(stochastic.Strategy, 2), Reach: []float64{1, often / 2}, Correction: &c}
	for k := range cards.NumClasses {
		play.Strategy[0][k], c.Moved[0][k] = 1, []float64{-2, 2}[k%2]
	}
	c.Error[0][3] = 0.25
	b := handBunching(play, 0, 3)
	if math.Abs(b.Range-50) > 1e-9 || b.Moved != 2 || b.Error != 0.25 || b.Product != 50 || b.Deals != 7 {
		t.Errorf("%+v", b)
	}
	if mean := meanMove(play, 0); math.Abs(mean-2) > 1e-9 {
		t.Errorf("mean %v", mean)
	}
	c.Applied = false
	product := bunchingOf(play)
	for _, x := range []struct {
		b    *Bunching
		stop string
		want string
	}{
		{nil, expost.StopExact, "All deals of the cards are counted"}, {nil, expost.StopInterrupted, "no deals have"},
		{&b.Bunching, expost.StopTarget, "up to 50.0%"}, {product, expost.StopTarget, "7 sampled deals measure"},
	} {
		if got := x.b.Note(&expost.TableCertificate{Stop: x.stop}); !strings.Contains(got, x.want) {
			t.Errorf("%s, %+v: %s", x.stop, x.b, got)
		}
	}
	play.Correction = nil
	if b := handBunching(play, 0, 3); b != nil || meanMove(play, 0) != 0 {
		t.Errorf("without deals: %+v", b)
	}
}
