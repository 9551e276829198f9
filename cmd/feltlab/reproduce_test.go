package main

import (
	"path/filepath"
	"testing"
)

func TestReproduceBadInput(t *testing.T) {
	file := write(t, filepath.Join(t.TempDir(), "file"), "")
	refuses(t, "reproduce", map[string]string{
		"strenght":                `did you mean "strength"`,
		"":                        "want NAME",
		"strength aces":           "unexpected argument",
		"strength --time-limit 5": "no solves to limit",
		"leduc --fresh":           "starts from no known results",
		"table4 --time-limit 0":   "not above zero",
		"strength --only hand=AA": "as a whole, want aces, figures, round, sor13, table3 or table4",
		"table4 --only hand=A9":   "table4 has no such hand",
	})
	fails(t, 1, "reproduce aces --out "+file, file)
	fails(t, 1, "reproduce aces --out "+filepath.Join(file, "below"), file)
}
