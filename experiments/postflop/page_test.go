package postflop

import (
	"cmp"
	"context"
	"strings"
	"testing"

	"feltlab/experiments"
	"feltlab/experiments/experimentstest"
	"feltlab/internal/must"
	"feltlab/pipeline/store/storetest"
)

// TestPage makes the page with a river in place of the larger games, and holds what is stored of it.
func TestPage(t *testing.T) {
	env, out := experimentstest.Env(t)
	small := &experiments.Source{Files: files, Methods: func(ctx context.Context, env *experiments.Env) map[string]any {
		m := methods(ctx, env)
		m["solved"] = func(_ string, _, stack float64) (*solution, error) {
			return solve(ctx, env, "akq", 0.001, cmp.Or(stack, 5))
		}
		return m
	}}
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
	value := must.Get(solve(t.Context(), env, "akq", 0.001, 0))(t)
	storetest.Stages(t, storetest.Output{Spec: specOf("akq", 0.001, 0), Value: value})
}
