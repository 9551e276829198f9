package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
)

// mostLines bounds the lines of this project that feltcheck links, without tests and generated files.
const mostLines = 12_000

// modules are what feltcheck links besides: expressions.
var modules = []string{"github.com/expr-lang/expr"}

// TestSmall holds what must be trusted to a size.
func TestSmall(t *testing.T) {
	const format = "{{if .Module}}{{.Module.Path}} {{.Dir}}{{end}}"
	out := must.Get(exec.Command("go", "list", "-deps", "-f", format, ".").Output())(t)
	lines := 0
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		module, folder, _ := strings.Cut(line, " ")
		if module != "feltlab" {
			if !slices.Contains(modules, module) {
				t.Errorf("it links %s", module)
			}
			continue
		}
		files := must.Get(filepath.Glob(filepath.Join(folder, "*.go")))(t)
		for _, file := range files {
			text := must.Get(os.ReadFile(file))(t)
			if !strings.HasSuffix(file, "_test.go") && !strings.HasPrefix(string(text), "// Code generated") {
				lines += strings.Count(string(text), "\n")
			}
		}
	}
	if t.Logf("%d lines", lines); lines > mostLines {
		t.Errorf("it links %d lines of this project, want at most %d", lines, mostLines)
	}
}
