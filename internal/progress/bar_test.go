package progress

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"feltlab/internal/must"
)

func TestSilentInWriters(t *testing.T) {
	var out bytes.Buffer
	b := Start(&out, "work", 3)
	b.Set(1)
	b.Step("done")
	b.Close()
	if b != nil || out.Len() != 0 {
		t.Fatalf("wrote %q to something that is no file", out.String())
	}
}

// TestLinesInFiles: a file gets lines with counts, time left and the latest result; short work gets none.
func TestLinesInFiles(t *testing.T) {
	first := firstLine
	t.Cleanup(func() { firstLine = first })
	for _, wait := range []time.Duration{time.Hour, 20 * time.Millisecond} {
		firstLine = wait
		file := must.Get(os.CreateTemp(t.TempDir(), ""))(t)
		defer file.Close()
		b := Start(file, "work", 0)
		b.Of(0, 4)
		b.began.Store(time.Now().Add(-time.Minute).UnixNano())
		b.Step("found 7")
		if wait < time.Second {
			time.Sleep(10 * wait)
		}
		b.Close()
		b.Close() // by a deferred call
		text := must.Get(os.ReadFile(file.Name()))(t)
		lines := len(regexp.MustCompile(`(?m)^work: 1/4  3m\ds left  found 7$`).FindAll(text, -1))
		if strings.Count(string(text), "\n") != lines || wait < time.Second && (lines < 2 || lines > 4) ||
			wait > time.Second && lines > 0 {
			t.Errorf("wait %v: wrote\n%s", wait, text)
		}
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

// TestSteps: a bar goes to totals that come late and round again, and names no time before the first step.
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
		must.Equal(t, b.left(decor.Statistics{Current: done, Total: 6}), want, done)
	}
	must.Equal(t, counts(decor.Statistics{})+counts(decor.Statistics{Current: 1, Total: 2}), "1/2 ")
}
