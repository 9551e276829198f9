package sources

import (
	"math"
	"testing"

	"feltlab/internal/must"
)

// TestJamFoldLosses compares with heads-up values that are known: at ten big blinds the small
// blind jams 58.28% and the big blind calls 37.38%.
func TestJamFoldLosses(t *testing.T) {
	env, _ := emptyEnv(t)
	rows := must.Get(jamFoldLosses(t.Context(), env))(t)
	for _, r := range rows {
		// Each seat gains at most the larger regret; the best response finds what the solver
		// certified.
		if r.Mean < -1e-9 || r.Mean > r.Regret+1e-6 || r.Regret > 2e-3 {
			t.Errorf("%+v", r)
		}
		if r.BigBlinds == 10 && (math.Abs(r.Jam-0.5828) > 5e-4 || math.Abs(r.Call-0.3738) > 5e-4) {
			t.Errorf("%+v, want 58.28%% and 37.38%%", r)
		}
	}
}
