package progress

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

func TestSilentWithoutTerminal(t *testing.T) {
	var out bytes.Buffer
	b := Start(&out, "work", 3)
	b.Set(1)
	b.Step("done")
	b.Close()
	if b != nil || out.Len() != 0 {
		t.Fatalf("wrote %q to something that is no terminal", out.String())
	}
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if Start(file, "work", 3) != nil {
		t.Fatal("a file is no terminal")
	}
}

func TestShortWorkShowsNoBar(t *testing.T) {
	var out bytes.Buffer
	b := start(&out, "work", 2, mpb.WithAutoRefresh())
	b.Step("first result")
	b.Step("second result")
	b.Close()
	if strings.Contains(out.String(), "work") {
		t.Fatalf("work of no time drew %q", out.String())
	}
}

// TestSteps: a bar goes to totals that come late and round again, and names no time before the
// first step.
func TestSteps(t *testing.T) {
	var out bytes.Buffer
	b := start(&out, "work", 1, mpb.WithAutoRefresh())
	defer b.Close()
	for _, done := range []int{0, 1, 2, 169, 3} {
		b.Of(done, 169)
		if got := b.bar.Current(); got != int64(done) || !b.bar.IsRunning() {
			t.Errorf("after step %d the bar is at %d, running %t", done, got, b.bar.IsRunning())
		}
	}
	b.began.Store(time.Now().Add(-time.Minute).UnixNano())
	// The bar went back to 3: what is left is judged from there.
	for done, want := range map[int64]string{0: "", 3: "", 4: "2m0s left  ", 5: "30s left  ", 6: ""} {
		if got := b.left(decor.Statistics{Current: done, Total: 6}); got != want {
			t.Errorf("%d of 6 done: %q, want %q", done, got, want)
		}
	}
	if got := counts(decor.Statistics{}) + counts(decor.Statistics{Current: 1, Total: 2}); got != "1/2 " {
		t.Errorf("counts %q", got)
	}
}
