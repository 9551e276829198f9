package memory

import (
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"feltlab/internal/must"
)

func TestSpare(t *testing.T) {
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	path := filepath.Join(t.TempDir(), "rows.csv")
	for size, want := range map[int64]int{largeInput - 1: 100, largeInput: sparePercent} {
		must.Do(t, os.WriteFile(path, nil, 0o600))
		must.Do(t, os.Truncate(path, size))
		Spare(path)
		must.Equal(t, debug.SetGCPercent(100), want, size)
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]int64{
		"MemTotal:  100 kB\nMemAvailable:   70 kB\nSwapFree: 3 kB\n": 70 << 10,
		"MemTotal:  100 kB\n":     -1,
		"MemAvailable:   x kB\n":  -1,
		"MemAvailable:   70 MB\n": -1,
		"":                        -1,
	} {
		if got, known := parse(text); known != (want >= 0) || known && got != want {
			t.Errorf("%q: %d, %v, want %d", text, got, known, want)
		}
	}
}

func TestCheck(t *testing.T) {
	if _, known := Available(); !known {
		t.Skip("the system does not tell")
	}
	must.Do(t, Check("nothing", 0))
	must.Fail(t, Check("everything", math.MaxInt64), ErrMemory, "everything needs")
}
