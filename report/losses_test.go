package report

import (
	"testing"

	"feltlab/model/game"
)

func TestWords(t *testing.T) {
	w := newWords(game.LimitHoldem())
	for history, want := range map[string]string{
		"/":    "at the start",
		"/c":   "before the flop small blind calls",
		"/cr":  "before the flop small blind calls, big blind raises",
		"/cc/": "before the flop small blind calls, big blind checks; on the flop first",
		"/cc/cr": "before the flop small blind calls, big blind checks; on the flop big blind checks, small " +
			"blind bets",
		"/rc/cc/crr": "before the flop small blind raises, big blind calls; on the flop big blind checks, small " +
			"blind checks; on the turn big blind checks, small blind bets, big blind raises",
		"/rc/rc/rc/r": "before the flop small blind raises, big blind calls; on the flop big blind bets, small " +
			"blind calls; on the turn big blind bets, small blind calls; on the river big blind bets",
	} {
		t.Run(history, func(t *testing.T) {
			if got := w.path(history); got != want {
				t.Errorf("%s: %s, want %s", history, got, want)
			}
		})
	}
}
