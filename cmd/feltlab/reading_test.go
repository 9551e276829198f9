package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
)

// TestPaths sweeps over a table whose path is relative to the YAML file, with more features than the table has columns.
func TestPaths(t *testing.T) {
	folder := t.TempDir()
	must.Do(t, os.Mkdir(filepath.Join(folder, "rows"), 0o700))
	must.Do(t, os.WriteFile(filepath.Join(folder, "rows", "a.csv"),
		[]byte(",x,y\n0,5,yes\n1,7,no\n2,5,yes\n3,8,no\n"), 0o600))
	config := filepath.Join(folder, "a.yaml")
	must.Do(t, os.WriteFile(config, []byte("data: rows/a.csv\ntargets: y\nprograms: AVGERR\nfeatures: 1..5\noutput: "+
		filepath.Join(folder, "out")+"\n"), 0o600))
	var out bytes.Buffer
	err := Run(t.Context(), []string{"--cache", cacheDir, "sweep", config}, &out, &out)
	for _, want := range []string{"a.csv  y=yes", "makes 2 yes/no columns, so that 3 in a formula are too many",
		"2 solves in "} {
		if err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%v, no %q in\n%s", err, want, out.String())
		}
	}
	text := must.Get(feltlab(t, "regress", filepath.Join(folder, "rows", "a.csv"), "--target", "y", "--features", "9",
		"--json"))(t)
	var answer struct {
		N int `json:"max_features"`
	}
	if must.Do(t, json.Unmarshal([]byte(text), &answer)); answer.N != 2 {
		t.Errorf("%d features at most", answer.N)
	}
	text = must.Get(feltlab(t, "regress", "curve", filepath.Join(folder, "rows", "a.csv"), "--target", "y"))(t)
	if !strings.Contains(strings.Join(strings.Fields(text), " "), "so that 5 in a formula are too many") {
		t.Error(text)
	}
}
