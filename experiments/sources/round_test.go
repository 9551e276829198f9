package sources

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

// TestRound solves two sizes of a row and reads page, sheet and answers.
func TestRound(t *testing.T) {
	env, out := filled(t)
	must.Do(t, run(t, env, "round", only("AA", "RUS", 2)))
	results, err := ledger.Read(filepath.Join(env.Out, "round"))
	if err != nil || len(results) != 8 {
		t.Fatalf("%d results, %v", len(results), err)
	}
	for i, r := range results {
		if r.Status != question.Optimal || r.Proof == nil || i%4 > 0 && r.Objective() < results[i-i%4].Objective() {
			t.Errorf("%v: %s, error %v", r, r.Status, r.Objective())
		}
	}
	hold(t, pageOf(t, env, "round"), "| 1 | 10 | 1 of 1 |", "| 2 | 1 | 1 of 1 |")
	if !strings.Contains(out.String(), "2 features, step 5: 1 of 1 proved") {
		t.Error(out)
	}
	if text, err := os.ReadFile(filepath.Join(env.Out, "round", "sheet.html")); err != nil ||
		!strings.Contains(string(text), "<table>") {
		t.Errorf("%v: %s", err, text)
	}
}
