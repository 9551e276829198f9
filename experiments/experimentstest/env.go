package experimentstest

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"feltlab/experiments"
	"feltlab/pipeline/store"
)

// Env returns an environment with an empty store and an empty folder, and what it prints.
func Env(t *testing.T) (*experiments.Env, *bytes.Buffer) {
	t.Helper()
	store, err := store.Open(t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	return &experiments.Env{Store: store, Out: t.TempDir(), Workers: 2, Stdout: &out, Stderr: io.Discard}, &out
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

// Page returns the page that an experiment wrote.
func Page(t *testing.T, env *experiments.Env, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(env.Out, name, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
