package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestMissingFile names the file that is meant.
func TestMissingFile(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "demo.yaml"), "")
	for file, want := range map[string]string{
		"dem.yaml":        `dem.yaml: no such file or directory, did you mean "demo.yaml"?`,
		"other.csv":       "other.csv: no such file or directory",
		"none/demo2.yaml": "demo2.yaml: no such file or directory",
	} {
		t.Run(file, func(t *testing.T) {
			_, err := feltlab(t, "sweep", filepath.Join(folder, file))
			if ExitCode(err) != 2 || !strings.HasSuffix(err.Error(), want) {
				t.Errorf("%s: exit code %d, %s", file, ExitCode(err), err.Error())
			}
		})
	}
}
