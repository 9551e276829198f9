package progress

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/vbauerster/mpb/v8"
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
