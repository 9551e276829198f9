package sources

import (
	"cmp"
	"strings"
	"testing"

	"feltlab/experiments/experimentstest"
	"feltlab/internal/must"
)

// TestPostflop makes the page with a river in place of the larger games.
func TestPostflop(t *testing.T) {
	env, out := experimentstest.Env(t)
	small := with(map[string]any{"solved": func(_ string, _, stack float64) (*solution, error) {
		return solve(t.Context(), env, "akq", 0.001, cmp.Or(stack, 5))
	}})
	must.Do(t, small.Rewrite(t.Context(), env, "postflop", nil, nil))
	page := experimentstest.Page(t, env, "postflop")
	for _, want := range []string{"| 20 | 8.3333 | 8.33", "Ours differ.",
		"| PioSOLVER | 5.361 | 4.639 | 5.396 | 4.662 | 0.29 |", "do not overlap"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	if !strings.Contains(out.String(), "farthest from the closed form: 0.0") {
		t.Errorf("%s", out)
	}
}
