package reproducetest

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"feltlab/pipeline/store"
	"feltlab/report/reproduce"
)

// Env returns an environment with an empty store and an empty folder, and what it prints.
func Env(t *testing.T) (*reproduce.Env, *bytes.Buffer) {
	t.Helper()
	store, err := store.Open(t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	return &reproduce.Env{Store: store, Out: t.TempDir(), Workers: 2, Stdout: &out, Stderr: io.Discard}, &out
}

// Files returns the content of all files under a folder.
func Files(t *testing.T, root string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[path], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
