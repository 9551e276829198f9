package disk_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/disk"
	"feltlab/internal/disk/disktest"
	"feltlab/internal/must"
)

// TestPowerLoss leaves the old file or the new one, and the new one once Write has returned.
func TestPowerLoss(t *testing.T) {
	const before, after = "the old text", "the new one, of two writes "
	long := strings.Repeat("x", 1<<17) // more than the buffer takes
	text := func(w io.Writer) error {
		io.WriteString(w, after) // the buffer remembers an error
		_, err := io.WriteString(w, long)
		return err
	}
	name := func(folder string) string { return filepath.Join(folder, "file") }
	disktest.Work{
		Prepare: func(t *testing.T, folder string) { must.Do(t, os.WriteFile(name(folder), []byte(before), 0o666)) },
		Do:      func(folder string) error { return disk.Write(name(folder), text) },
		Check: func(t *testing.T, folder string, done bool) {
			got, err := os.ReadFile(name(folder))
			if err != nil || string(got) != after+long && (done || string(got) != before) {
				t.Errorf("%d bytes are left, %.20q; done: %v; %v", len(got), got, done, err)
			}
			must.Do(t, disk.Write(name(folder), text))
		},
	}.Run(t)
}

// TestFailure leaves no temporary file behind.
func TestFailure(t *testing.T) {
	folder := t.TempDir()
	err := disk.Write(filepath.Join(folder, "file"), func(w io.Writer) error {
		io.WriteString(w, "half of it")
		return io.ErrUnexpectedEOF
	})
	if entries, _ := os.ReadDir(folder); err == nil || len(entries) > 0 {
		t.Errorf("%v, left %v", err, entries)
	}
}
