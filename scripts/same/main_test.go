package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
)

// program writes a shell script that prints a text and ends with a code.
func program(t *testing.T, text string, code string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program")
	script := "#!/bin/sh\ncat <<'EOF'\n" + text + "\nEOF\nexit " + code + "\n"
	must.Do(t, os.WriteFile(file, []byte(script), 0o755))
	return file
}

func TestCompare(t *testing.T) {
	const answer = `{"wins": 12, "equity": 0.5, "formula": [{"id": 3}], "seconds": 1.5}`
	for _, test := range []struct {
		name, after, code string
		differences       []string
	}{
		{"other seconds", `{"wins": 12, "equity": 0.5, "formula": [{"id": 3}], "seconds": 9}`, "0", nil},
		{"a new key", `{"wins": 12, "equity": 0.5, "formula": [{"id": 3}], "ties": 1}`, "0", nil},
		{"within the gap", `{"wins": 12, "equity": 0.50000001, "formula": [{"id": 3}]}`, "0", nil},
		{"beyond the gap", `{"wins": 12, "equity": 0.500001, "formula": [{"id": 3}]}`, "0",
			[]string{".equity: 0.500001, was 0.5"}},
		{"a count", `{"wins": 13, "equity": 0.5, "formula": [{"id": 3}]}`, "0", []string{".wins: 13, was 12"}},
		{"a key less", `{"wins": 12, "formula": [{"id": 3}]}`, "0", []string{".equity: gone"}},
		{"another feature", `{"wins": 12, "equity": 0.5, "formula": [{"id": 4}]}`, "0",
			[]string{".formula[0].id: 4, was 3"}},
		{"no list", `{"wins": 12, "equity": 0.5, "formula": null}`, "0",
			[]string{".formula: not a list of 1 any more"}},
		{"another exit code", answer, "1", []string{"exit code 1, was 0: "}},
		{"text", "no JSON", "0", []string{": no object any more"}},
		{"two values", answer + answer, "0", []string{"2 JSON values or lines, were 1"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			before := must.Get(ask(program(t, answer, "0"), "fit", t.TempDir()))(t)
			after := must.Get(ask(program(t, test.after, test.code), "fit", t.TempDir()))(t)
			if d := compare(before, after); strings.Join(d, "; ") != strings.Join(test.differences, "; ") {
				t.Errorf("differences %q, want %q", d, test.differences)
			}
		})
	}
}
