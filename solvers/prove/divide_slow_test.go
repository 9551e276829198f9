//go:build slow

package prove

import (
	"slices"
	"testing"
	"time"

	"feltlab/internal/clock"
	"feltlab/internal/must"
	"feltlab/model/regression"
)

// TestThousandColumns proves two and three of 1,000 columns that 500 rows follow, and bounds noise.
func TestThousandColumns(t *testing.T) {
	for n := 2; n <= 3; n++ {
		s := must.Get(NewProblem(wideTable(1, 500, 1000, 1, -0.8, 0.6)))(t)
		result, full, err := Make(t.Context(), s, regression.Program{Kind: regression.AvgErr, N: n}, nil, Options{})
		ids := []int{1, 334, 667}[:n]
		if err != nil || !result.Proved || full == nil || !slices.Equal(result.Incumbent.IDs, ids) {
			t.Fatalf("N = %d: %v, %v, want columns %v proved", n, result.Incumbent.IDs, err, ids)
		}
		t.Logf("N = %d: %d cuts", n, len(full.Cuts))
		must.Do(t, s.Exact.Check(t.Context(), full, nil))
	}
	ctx, cancel := clock.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	s := must.Get(NewProblem(wideTable(2, 500, 1000)))(t)
	result, _, err := Make(ctx, s, regression.Program{Kind: regression.AvgErr, N: 2}, nil, Options{})
	must.Do(t, err)
	t.Logf("noise: the bound %v of %v", result.Bound, result.Incumbent.Error)
}
