//go:build slow

package kumar

import (
	"encoding/json"
	"testing"

	"feltlab/experiments/experimentstest"
)

// TestStrength runs the whole experiment and holds it to what is known of the source's numbers.
func TestStrength(t *testing.T) {
	env, out := experimentstest.Env(t)
	env.JSON = true
	if err := strengths.Run(t.Context(), env); err != nil {
		t.Fatal(err)
	}
	var s strengthSummary
	if err := json.Unmarshal(out.Bytes(), &s); err != nil {
		t.Fatal(err)
	}
	// By sampling alone the published comparison is out by a standard error of about 0.0014.
	if m := s.Table1[1]; m.Mode != "as-published" || m.Agree != m.Of || m.RMS > 0.0015 {
		t.Errorf("Table 1: %+v", m)
	}
	if m := s.Table1[0]; m.Mode != "rules" || m.RMS < 0.01 {
		t.Errorf("Table 1: %+v", m)
	}
}
