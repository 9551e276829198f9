package ganzfried

import (
	"strings"
	"testing"

	"feltlab/experiments/experimentstest"
	"feltlab/internal/must"
)

// TestVIFPPage puts an end of VI-FP on a page.
func TestVIFPPage(t *testing.T) {
	s := &viFPSummary{
		States: 946, Rounds: 12, Epsilon: viFPEpsilon, Delta: viFPDelta, Moved: .0432, Gain: .0765, Mean: .0321,
		Mixing: mixing{Decisions: 2000, Mixed: 34}, LeastICM: 0.00001234, AKs: .96, AKsEdge: -.00012,
	}
	env, _ := experimentstest.Env(t)
	must.Do(t, s.write(env))
	page := experimentstest.Page(t, env, "vi-fp")
	for _, part := range []string{
		"regret of $0.001,", "more than $0.05 in a round", "| rounds |  | 12 |", "| largest gain, $ | 0.0488 | " +
			"0.07650 |", "| mixed (1% to 99%) |  | 34 |",
		"| least, $ | 0.0000442 | 1.23e-05 |", "| jam less fold with it, $ |  | -0.00012 |",
	} {
		if !strings.Contains(page, part) {
			t.Errorf("no %q in\n%s", part, page)
		}
	}
	var text strings.Builder
	if err := pages.ExecuteTemplate(&text, "vi-fp summary", s); err != nil ||
		!strings.Contains(text.String(), "12 rounds; a player gains at most $0.0765") {
		t.Errorf("%v: %s", err, text.String())
	}
}
