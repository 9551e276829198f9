package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"feltlab/internal/must"
	"feltlab/internal/plain"
	"feltlab/pipeline/scaleout"
)

// hostile clears the screen, in both ways to write CSI, and turns the words around.
const hostile = "x\x1b[2J\u009b2J\u202esdloh\u2066"

// obeyed is what a terminal would obey in a text.
func obeyed(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			return r
		}
		return -1
	}, text)
}

// TestHostileText brings names that a terminal obeys to every way out: errors, tables, JSON, agents' last words and
// workers' names.
func TestHostileText(t *testing.T) {
	folder := t.TempDir()
	results, agent := filepath.Join(folder, hostile), filepath.Join(folder, "agent.sh")
	must.Do(t, os.CopyFS(results, os.DirFS("../../results/small")))
	script := "#!/bin/sh\nprintf '\\033[2J\\302\\2332J\\342\\200\\256holds' >&2\nexit 3\n"
	must.Do(t, os.WriteFile(agent, []byte(script), 0o700))
	for name, args := range map[string][]string{
		"a hand":           {"fit", "--hand", hostile, "--features", "1"},
		"a range":          {"equity", "AA", "--range", hostile},
		"a board":          {"strength", "AhAd", "--board", hostile},
		"a missing file":   {"export", filepath.Join(folder, "none"+hostile)},
		"a command":        {hostile},
		"a flag":           {"fit", "--" + hostile},
		"a folder":         {"sweep", "status", results},
		"a folder in JSON": {"sweep", "status", results, "--json"},
		"a wrong folder":   {"explain", results, "--hand", "22"},
		"last words":       {"bestresponse", "--game", "kuhn", "--opponent", "exec:" + agent},
	} {
		t.Run(name, func(t *testing.T) {
			var out, errOut bytes.Buffer
			err := Run(t.Context(), append([]string{"--cache", cacheDir}, args...), &out, &errOut)
			if err != nil {
				printError(&errOut, err)
			}
			text := out.String() + errOut.String()
			if bad := obeyed(text); bad != "" || !strings.Contains(text, `1b`) {
				t.Errorf("%q reach the terminal in\n%q", bad, text)
			}
			var status struct{ Folder string }
			if name == "a folder in JSON" && (json.Unmarshal(out.Bytes(), &status) != nil || status.Folder != results) {
				t.Errorf("JSON says %q", status.Folder)
			}
		})
	}
	var b bytes.Buffer
	status := scaleout.Status{Workers: []scaleout.Worker{{Worker: hostile + "\nthe coordinator"}}}
	if err := status.Text(plain.NewWriter(&b), time.Now()); err != nil || obeyed(b.String()) != "" ||
		strings.Contains(b.String(), "\nthe coordinator") {
		t.Errorf("a worker's name: %q, %v", b.String(), err)
	}
}

// TestLayersOfText demands that all text goes through package plain: only main names the streams of the process.
func TestLayersOfText(t *testing.T) {
	streams := []string{"cmd/feltlab/run.go", "cmd/feltcheck/main.go", "solvers/highs/apart.go"}
	behind := []string{"cmd/feltlab/output.go", "cmd/feltlab/run.go", "internal/progress/bar.go",
		"internal/plain/plain.go"}
	stream := regexp.MustCompile(`os\.Std(out|err)\b|\bfmt\.Print|\bprintln\(|/dev/(tty|std)`)
	raw := regexp.MustCompile(`\bRaw\(\)`)
	eachFile(t, func(path string, text []byte) {
		switch {
		case strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "scripts/"):
		case stream.Match(text) && !slices.Contains(streams, path):
			t.Errorf("%s prints past package plain", path)
		case raw.Match(text) && !slices.Contains(behind, path):
			t.Errorf("%s writes behind package plain", path)
		}
	})
}
