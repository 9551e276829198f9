package extensive

import (
	"fmt"
	"math"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

func buckets(t testing.TB, g game.Game, names ...string) (out [2]strategy.Bucketing) {
	t.Helper()
	for seat, name := range names {
		out[seat] = must.Get(strategy.BucketingOf(g, name))(t)
	}
	return out
}

// Equilibria whose values are known; the certificate is recomputed by package bestresponse.
func TestKnownValues(t *testing.T) {
	for _, tc := range []struct {
		g         game.Game
		value     float64
		tolerance float64 // of the known value
		gap       float64
	}{
		{game.Kuhn(), -1. / 18, 1e-9, 1e-5},
		{game.Leduc(), -0.0856, 5e-5, 1e-4 * 0.0856},
	} {
		for _, predictive := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/predictive=%t", tc.g.Name(), predictive), func(t *testing.T) {
				o := CFROptions{Buckets: buckets(t, tc.g, "real", "real"), Iterations: 100_000, Gap: tc.gap,
					Predictive: predictive}
				checkValue(t, tc.g, o, tc.value, tc.tolerance)
			})
		}
	}
}

func checkValue(t *testing.T, g game.Game, o CFROptions, value, tolerance float64) {
	t.Helper()
	r := must.Get(SolveCFR(t.Context(), g, o))(t)
	t.Logf("%s: %v after %d iterations, gap %g", g.Name(), r.Value, r.Iterations, r.Gap)
	if d := math.Abs(r.Value - value); d > r.Gap+tolerance || r.Gap > o.Gap || r.Gap < 0 {
		t.Errorf("%s: value %v, want %v; gap %g, want %g", g.Name(), r.Value, value, r.Gap, o.Gap)
	}
	response := must.Get(BestResponse(t.Context(), g, r.Strategy, ResponseOptions{}))(t)
	must.Near(t, response.NashConv(), r.Gap, 1e-12, g.Name())
}

// A bucketing that tells suits apart sees all boards, and finds the same value.
func TestSuitsToldApart(t *testing.T) {
	g := game.Leduc()
	r := must.Get(SolveCFR(t.Context(), g, CFROptions{Buckets: buckets(t, g, "cards", "real"), Iterations: 2_000}))(t)
	response := must.Get(BestResponse(t.Context(), g, r.Strategy, ResponseOptions{AllDeals: true}))(t)
	if math.Abs(r.Value+0.0856) > 1e-3 || math.Abs(response.NashConv()-r.Gap) > 1e-12 {
		t.Errorf("value %v, gap %g, NashConv %g", r.Value, r.Gap, response.NashConv())
	}
}

// In an abstraction the gap goes to zero too, and the real game's exploitability does not.
func TestAbstraction(t *testing.T) {
	g := game.Leduc()
	r := must.Get(SolveCFR(t.Context(), g, CFROptions{Buckets: buckets(t, g, "[JQ].K", "real"), Iterations: 3_000}))(t)
	response := must.Get(BestResponse(t.Context(), g, r.Strategy, ResponseOptions{}))(t)
	t.Logf("gap %g, NashConv %v", r.Gap, response.NashConv())
	if r.Gap > 1e-3 || response.NashConv() < 0.1 {
		t.Errorf("gap %g, NashConv %v", r.Gap, response.NashConv())
	}
}

// Different starts lead to different strategies of the same value.
func TestRandomStarts(t *testing.T) {
	g := game.Kuhn()
	var first *Equilibrium
	for _, seed := range []uint64{1, 2, 1} {
		o := CFROptions{Buckets: buckets(t, g, "real", "real"), Iterations: 20_000, Gap: 1e-4, Seed: seed}
		r := must.Get(SolveCFR(t.Context(), g, o))(t)
		if math.Abs(r.Value+1./18) > 1e-4 {
			t.Errorf("seed %d: value %v", seed, r.Value)
		}
		if first == nil {
			first = r
			continue
		}
		same := true
		for b := range 3 {
			same = same && r.Strategy.Row(0, b)[0] == first.Strategy.Row(0, b)[0]
		}
		if same != (seed == 1) {
			t.Errorf("seed %d: same as seed 1: %v", seed, same)
		}
	}
}

func TestOptions(t *testing.T) {
	g := game.Kuhn()
	for _, o := range []CFROptions{{}, {Iterations: 3}, {Buckets: buckets(t, g, "real", "real")}} {
		must.Fails(SolveCFR(t.Context(), g, o))(t, ErrCFROptions)
	}
}
