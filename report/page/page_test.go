package page

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
)

// TestFresh holds the committed bundle to its sources, by what was noted when it was made, and to its size.
func TestFresh(t *testing.T) {
	want := must.Get(Sources("."))(t)
	got, err := os.ReadFile(filepath.Join("dist", "sources.sha256"))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("the page's bundle is stale (%v): run go generate ./report/page", err)
	}
	const most = 1_000_000
	size := 0
	files := must.Get(filepath.Glob(filepath.Join("dist", "*")))(t)
	for _, file := range files {
		text := must.Get(os.ReadFile(file))(t)
		size += len(text)
	}
	if size == 0 || size > most {
		t.Errorf("the bundle has %d bytes, want at most %d", size, most)
	}
}

// TestLicences finds the licences of the libraries in the bundle.
func TestLicences(t *testing.T) {
	text := must.Get(os.ReadFile(filepath.Join("dist", "page.js")))(t)
	_, notice, found := strings.Cut(string(text), "This bundle contains the following libraries.")
	for _, want := range []string{"@observablehq/plot 0.6", "d3-scale", "Copyright 2020-2025 Observable, Inc.",
		"Mike Bostock", "THE SOFTWARE IS PROVIDED"} {
		if !found || !strings.Contains(notice, want) {
			t.Errorf("no %q in the licences", want)
		}
	}
}

// TestLock expects no place in the lock file from which a library would be fetched.
func TestLock(t *testing.T) {
	text, err := os.ReadFile("package-lock.json")
	if err != nil || bytes.Contains(text, []byte("://")) && bytes.Contains(text, []byte(`"resolved"`)) {
		t.Errorf("the lock file names hosts: %v", err)
	}
}
