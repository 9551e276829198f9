//go:build slow

package worstcase

import (
	"testing"

	"feltlab/internal/must"
)

// The walk that says where losses arise agrees with the engine that says how large they are, in
// every round, on the same drawn boards.
func TestLosses(t *testing.T) {
	o := Options{Flops: 2, Turns: 1, Rivers: 1, Seed: 3, ByRound: true}
	r := must.Get(BestResponse(t.Context(), byClass{}, "", o))(t)
	losses := estimateOf(t, r).Losses()
	l := must.Get(LossesByDecision(t.Context(), byClass{}, o))(t)
	var rounds [4]float64
	for _, d := range l.Decisions {
		rounds[d.Round] += d.Loss
	}
	for k, want := range losses {
		tolerance := 1e-5
		if k == len(losses)-1 { // the engine has single precision there; a slope from two flops has a small divisor
			tolerance = 3e-4
		}
		must.Near(t, rounds[k], want/Millis, tolerance, k)
	}
	must.Fails(LossesByDecision(t.Context(), byClass{}, Options{}))(t, ErrSample)
}
