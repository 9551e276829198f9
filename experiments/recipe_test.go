package experiments_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/experiments"
	"feltlab/internal/must"
	"feltlab/pipeline/store"
	"feltlab/pipeline/store/storetest"
)

const newTable = `name: mine
short: a table of my own
time_limit: 20s

questions:
  - {hands: AA, ranges: ATC, programs: AVGERR, features: 1..2}

published:
  file: mine.csv
  keys: [hand, range, max_features]
  number: printed
`

// write writes files to a new folder.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666))
	}
	return folder
}

// filled returns an environment whose store has the matrices of package matrixtest, and what it prints.
func filled(t *testing.T) (*experiments.Env, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	s := must.Get(store.Open(t.TempDir(), nil))(t)
	must.Do(t, storetest.Fill(s))
	return &experiments.Env{Store: s, Out: t.TempDir(), Workers: 2, Stdout: &out, Stderr: io.Discard}, &out
}

// TestNewTable adds a published table by two files, without Go, and reproduces it.
func TestNewTable(t *testing.T) {
	folder := write(t, map[string]string{
		"mine.yaml": newTable,
		"mine.csv":  "hand,range,max_features,printed\nAA,ATC,1,4.0\nAA,ATC,2,2.97\nKK,ATC,2,3.1\n",
	})
	e := must.Get(experiments.Load(filepath.Join(folder, "mine.yaml")))(t)
	if questions, err := e.Questions(); err != nil || len(questions) != 2 || e.Name != "mine" {
		t.Errorf("%v, %v, %s", questions, err, e.Name)
	}
	env, out := filled(t)
	must.Do(t, e.Run(t.Context(), env))
	page := string(must.Get(os.ReadFile(filepath.Join(env.Out, "mine", "README.md")))(t))
	for _, part := range []string{"# mine\n\na table of my own", "| 2 | ", "| hand | range | max_features | ours |",
		"| AA | ATC | 1 | ", " | optimal | 4.0 | ", " | optimal | 2.97 | "} {
		if !strings.Contains(page, part) {
			t.Errorf("no %q in\n%s", part, page)
		}
	}
	if _, err := os.Stat(filepath.Join(env.Out, "mine", "mine.csv")); err != nil || !strings.Contains(out.String(),
		"rows: 2") {
		t.Errorf("%v, %s", err, out)
	}
}

// TestBadRecipes expects errors that name what is wrong.
func TestBadRecipes(t *testing.T) {
	for want, text := range map[string]string{
		`a.yaml:2: unknown key "colour"`:              "name: a\ncolour: red\n",
		`unknown key "numbr", did you mean "number"?`: strings.Replace(newTable, "number:", "numbr:", 1),
		"the experiment has no name":                  "short: a\n",
		"depends on itself":                           "name: a\nvalues: {summary: b, b: c + 1, c: b + 1}\n",
		"unknown name nothing":                        "name: a\nvalues: {summary: nothing + 1}\n",
		"no such value or table":                      "name: a\nvalues: {b: \"1\"}\n",
		"group 1 of the questions": "name: a\nquestions: [{hands: AB, ranges: ATC, programs: AVGERR, features: " +
			"1}]\n",
		"want columns such as": "name: a\ntables: {b: {columns: [hand]}}\n",
		"a int is none":        "name: a\nvalues: {summary: \"1\"}\nfigures: {b: \"1\"}\n",
		"mine.csv":             strings.Replace(newTable, "printed", "other", 1),
		"no style \"dotted\"": "name: a\nvalues: {summary: 'chart({title: \"\", series: [{style: " +
			"\"dotted\"}]})'}\n",
		"is not there: run `feltlab sw": "name: a\nvalues: {summary: sweep(\"paper\")}\n",
	} {
		folder := write(t, map[string]string{"a.yaml": text})
		e, err := experiments.Load(filepath.Join(folder, "a.yaml"))
		if err == nil {
			env, _ := filled(t)
			err = e.Run(t.Context(), env)
		}
		must.Fail(t, err, want)
	}
}
