package experimentstest

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"feltlab/experiments"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
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

// results is the folder of committed results, from the folder of a source.
const results = "../../results"

// Rewritten writes an experiment again from the answers in the committed results and holds every file to the committed
// one. The experiment may read further folders of results. It returns what the experiment prints.
func Rewritten(t *testing.T, s *experiments.Source, name string, reads ...string) string {
	t.Helper()
	return RewrittenBut(t, s, name, "", reads...)
}

// RewrittenBut is Rewritten for all files but some, whose names the text except has.
func RewrittenBut(t *testing.T, s *experiments.Source, name, except string, reads ...string) string {
	t.Helper()
	env, out := Env(t)
	for _, folder := range reads {
		if err := os.CopyFS(filepath.Join(env.Out, folder), os.DirFS(filepath.Join(results, folder))); err != nil {
			t.Fatal(err)
		}
	}
	var answers []*question.Answer
	folder := filepath.Join(results, name)
	page, err := os.ReadFile(filepath.Join(folder, "README.md"))
	if err == nil {
		if answers, err = ledger.Read(folder); errors.Is(err, fs.ErrNotExist) {
			answers, err = nil, nil
		}
	}
	if err == nil {
		err = s.Rewrite(t.Context(), env, name, answers, page)
	}
	if err != nil {
		t.Fatal(err)
	}
	for path, content := range Files(t, env.Out) {
		file, err := filepath.Rel(env.Out, path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(except, filepath.Base(path)) {
			continue
		}
		if want, err := os.ReadFile(filepath.Join(results, file)); err != nil || !bytes.Equal(content, want) {
			t.Errorf("%s differs from the committed one (%v):\n%.3000s", file, err,
				cmp.Diff(string(want), string(content)))
		}
	}
	return out.String()
}
