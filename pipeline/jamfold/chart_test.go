package jamfold

import (
	"errors"
	"slices"
	"testing"
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
		{From: 1, To: 3, Step: 1}, {From: 3, To: 2, Step: 1}, {From: 2, To: 3}, {From: 2, To: 3, Step: 0.0001}, {From: 2, To: 101, Step: 1},
		{From: 2, To: 25, Step: 0.001}, {From: 2, To: 3, Step: 1, Ante: -0.1}, {From: 2, To: 3, Step: 1, Ante: 1},
	} {
		if _, _, err := bad.chips(); !errors.Is(err, ErrDepths) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	if got, ante, err := (Depths{From: 2, To: 2.35, Step: 0.1, Ante: 0.125}).chips(); err != nil || ante != 125 || !slices.Equal(got, []int{2000, 2100, 2200, 2300}) {
		t.Errorf("%v, ante %d, %v", got, ante, err)
	}
}
