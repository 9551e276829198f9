package jamfold

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/pipeline/store"
)

// TestPairs computes the pairs once, reads them back, and computes them again after damage.
func TestPairs(t *testing.T) {
	root := t.TempDir()
	var log strings.Builder
	store := must.Get(store.Open(root, slog.New(slog.NewTextHandler(&log, nil))))(t)
	aces, kings := cards.ClassOf(cards.Ace, cards.Ace, false), cards.ClassOf(cards.King, cards.King, false)
	first := must.Get(AllInPairs(t.Context(), store, 2))(t)
	want := first.Counts(aces, kings)
	if e := want.Equity(); e < 0.81 || e > 0.83 || want.Deals() != 36*1712304 {
		t.Errorf("AA against KK: %+v, equity %v", want, e)
	}
	damage(t, root)
	again := must.Get(AllInPairs(t.Context(), store, 2))(t)
	if got := again.Counts(aces, kings); got != want || !strings.Contains(log.String(), "corrupt") {
		t.Errorf("after damage %+v, want %+v; log %q", got, want, log.String())
	}
}

// damage flips a bit of the only artifact in a store.
func damage(t *testing.T, root string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "*", "*", "data"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	data := must.Get(os.ReadFile(files[0]))(t)
	data[len(data)/2] ^= 1
	must.Do(t, os.WriteFile(files[0], data, 0o666))
}
