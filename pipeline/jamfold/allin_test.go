package jamfold

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/model/cards"
	"feltlab/pipeline/store"
)

// TestPairs computes the pairs once, reads them back, and computes them again after damage.
func TestPairs(t *testing.T) {
	root := t.TempDir()
	var log strings.Builder
	store, err := store.Open(root, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	aces, kings := cards.ClassOf(cards.Ace, cards.Ace, false), cards.ClassOf(cards.King, cards.King, false)
	first, err := AllInPairs(t.Context(), store, 2)
	if err != nil {
		t.Fatal(err)
	}
	want := first.Counts(aces, kings)
	if e := want.Equity(); e < 0.81 || e > 0.83 || want.Deals() != 36*1712304 {
		t.Errorf("AA against KK: %+v, equity %v", want, e)
	}
	damage(t, root)
	again, err := AllInPairs(t.Context(), store, 2)
	if err != nil {
		t.Fatal(err)
	}
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
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(files[0], data, 0o666); err != nil {
		t.Fatal(err)
	}
}
