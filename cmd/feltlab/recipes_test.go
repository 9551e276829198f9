package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
)

var (
	spans      = regexp.MustCompile("`([^`\n]+)`")
	pathOf     = regexp.MustCompile(`^[a-z0-9_./-]+\.(?:go|md|yaml|txt|py|tmpl|sh)$|^[a-z]+(?:/[a-z0-9_-]+)+$`)
	identifier = regexp.MustCompile(`^(?:[a-z]+\.)?([A-Za-z]\w{3,})(?:\(.*\))?$`)
	runs       = regexp.MustCompile(`go test (?:-tags slow )?\./(\S+?)(?:/\.\.\.)? -run '?(\w+)`)
)

// TestRecipes holds CONTRIBUTING.md to the tree: the files, folders, identifiers and tests that it names exist. Its
// blocks run in TestPages.
func TestRecipes(t *testing.T) {
	root := filepath.Join("..", "..")
	page := string(must.Get(os.ReadFile(filepath.Join(root, "CONTRIBUTING.md")))(t))
	var paths []string
	var code strings.Builder
	must.Do(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if slices.Contains([]string{".git", ".deps", "node_modules"}, d.Name()) && d.IsDir() {
			return filepath.SkipDir
		}
		paths = append(paths, "/"+filepath.ToSlash(must.Get(filepath.Rel(root, path))(t)))
		if strings.HasSuffix(path, ".go") && filepath.Base(path) != "recipes_test.go" {
			code.Write(must.Get(os.ReadFile(path))(t))
		}
		return nil
	}))
	words := map[string]bool{}
	for _, w := range regexp.MustCompile(`\w+`).FindAllString(code.String(), -1) {
		words[w] = true
	}
	exists := func(path string) bool {
		path = "/" + strings.TrimPrefix(path, "feltlab/")
		return slices.ContainsFunc(paths, func(p string) bool { return strings.HasSuffix(p, path) })
	}
	seen := 0
	for _, m := range spans.FindAllStringSubmatch(page, -1) {
		span := m[1]
		switch name := identifier.FindStringSubmatch(span); {
		case pathOf.MatchString(span) && span != "my.yaml" && !strings.HasPrefix(span, "results/") &&
			span != ".deps/env.sh":
			seen++
			if !exists(span) {
				t.Errorf("no file or folder %s", span)
			}
		case name != nil && name[1] != "NAME" && name[1] != strings.ToUpper(name[1]):
			seen++
			if !words[name[1]] {
				t.Errorf("no %s in any Go file", span)
			}
		}
	}
	for _, m := range runs.FindAllStringSubmatch(page, -1) {
		seen++
		test := m[2]
		declared := regexp.MustCompile(`func Test\w*` + strings.TrimPrefix(test, "Test"))
		if !exists(m[1]) || !declared.MatchString(code.String()) {
			t.Errorf("go test ./%s -run %s runs nothing", m[1], test)
		}
	}
	if seen < 60 {
		t.Errorf("%d names found in the page", seen)
	}
}
