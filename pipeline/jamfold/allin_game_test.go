package jamfold

import (
	"math"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/extensive"
)

// The figures of the heads-up game that are known: values by stack, frequencies and the
// losses of two simple players at 10 big blinds.
func TestKnownFigures(t *testing.T) {
	pairs := countedPairs()
	const (
		gap     = 1e-6 // of the equilibrium
		printed = 6e-7 // values are printed with six digits
	)
	for stack, want := range map[float64]float64{2: 0.009549, 5: 0.056201, 8: -0.004138, 10: -0.045371, 15: -0.127227,
		20: -0.183190} {
		g := must.Get(HeadsUpGame(pairs, stack))(t)
		b := must.Get(strategy.BucketingOf(g, "classes"))(t)
		r, err := extensive.SolveCFR(t.Context(), g, extensive.CFROptions{Buckets: [2]strategy.Bucketing{b, b},
			Iterations: 20_000, Gap: gap})
		must.Do(t, err)
		if math.Abs(r.Value-want) > gap+printed || r.Gap > gap {
			t.Errorf("%v: value %.7f with a gap of %g, want %v", g, r.Value, r.Gap, want)
		}
		if stack == 10 {
			checkTen(t, g, r)
		}
	}
}

func checkTen(t *testing.T, g *game.HeadsUpJamFold, r *extensive.Equilibrium) {
	jam, call := 0.0, 0.0
	for h := range g.Hands().Len(0) {
		jam += 100 * g.Hands().Prior(0)[h] * r.Strategy.Row(0, h)[1]
		call += 100 * g.Hands().Prior(1)[h] * r.Strategy.Row(1, h)[1]
	}
	if math.Abs(jam-58.28) > 0.01 || math.Abs(call-37.38) > 0.01 {
		t.Errorf("jams %.3f%% and calls %.3f%%, want 58.28%% and 37.38%%", jam, call)
	}
	p, _ := strategy.Trivial("always-raise")
	response := must.Get(extensive.BestResponse(t.Context(), g, p, extensive.ResponseOptions{}))(t)
	jamming, calling := 1000*(response.SeatValues[1]+r.Value), 1000*(response.SeatValues[0]-r.Value)
	if math.Abs(jamming-332.35) > 0.01 || math.Abs(calling-613.61) > 0.01 {
		t.Errorf("always jamming loses %.3f, always calling %.3f millibigblinds, want 332.35 and 613.61", jamming,
			calling)
	}
	optimal, err := extensive.BestResponse(t.Context(), g, r.Strategy, extensive.ResponseOptions{})
	if err != nil || math.Abs(optimal.NashConv()-r.Gap) > 1e-12 {
		t.Errorf("NashConv %v, the solver's gap %v (%v)", optimal.NashConv(), r.Gap, err)
	}
}
