package sources

import (
	"cmp"
	"testing"
)

// TestPostflop makes the page with a river in place of the larger games.
func TestPostflop(t *testing.T) {
	small, _ := emptyEnv(t)
	_, page, out := made(t, "postflop", map[string]any{"solved": func(_ string, _, stack float64) (*solution, error) {
		return solve(t.Context(), small, "akq", 0.001, cmp.Or(stack, 5))
	}})
	hold(t, page, "| 20 | 8.3333 | 8.33", "Ours differ.", "| PioSOLVER | 5.361 | 4.639 | 5.396 | 4.662 | 0.29 |",
		"do not overlap")
	hold(t, out, "farthest from the closed form: 0.0")
}
