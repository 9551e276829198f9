//go:build slow

package holdem

import (
	"math"
	"runtime"
	"testing"

	"feltlab/model/strategy"
)

// The four trivial opponents over all flops: values in thousandths of a big blind as the
// source and an independent program have them, to four digits, cut off or rounded.
func TestTrivialOpponents(t *testing.T) {
	const digits = 1e-4
	for _, tc := range []struct {
		name string
		want [2]float64
	}{
		{"always-fold", [2]float64{1000, 500}},
		{"always-call", [2]float64{1163.4757, 1163.4757}},
		{"always-raise", [2]float64{3697.6929, 3697.6929}},
		{"uniform", [2]float64{4400.8924, 2531.7513}},
	} {
		p, _ := strategy.Named(tc.name)
		before := cpuSeconds(t)
		s := solve(t, p, Options{ByRound: tc.name == "always-call"})
		var items []*Item
		err := s.Run(t.Context(), Tasks(), runtime.GOMAXPROCS(0), func(i *Item) error {
			items = append(items, i)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Combine(items)
		if err != nil {
			t.Fatal(err)
		}
		for seat, v := range r.SeatValues {
			if v.Low != v.High || math.Abs(1000*v.Low-tc.want[seat]) > digits {
				t.Errorf("%s, seat %d: %v, want %v", tc.name, seat, v, tc.want[seat])
			}
		}
		checkRounds(t, r)
		t.Logf("%s: %.7f %.7f, %.1f CPU seconds", tc.name, 1000*r.SeatValues[0].Low, 1000*r.SeatValues[1].Low, cpuSeconds(t)-before)
	}
}

// checkRounds demands that the losses of the rounds are none below 0 and sum to NashConv.
func checkRounds(t *testing.T, r *Result) {
	sum := 0.0
	for round, v := range r.Rounds {
		t.Logf("round %d: %.4f", round, 1000*v)
		if v < 0 {
			t.Errorf("round %d gains %v", round, -v)
		}
		sum += v
	}
	if r.Rounds != nil && math.Abs(sum-r.NashConv().Low) > exact {
		t.Errorf("rounds sum to %v, NashConv is %v", sum, r.NashConv())
	}
}
