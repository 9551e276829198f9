package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"feltlab/internal/must"
)

// facade is the layer of the package in the module's root folder.
const facade = "feltlab"

// layers lists the layers of docs/architecture.md; a package imports from its own layer or from one before it.
var layers = []string{"internal", "model", "dataset", "solvers", "pipeline", facade, "report", "experiments", "cmd"}

func layerOf(path string) int {
	first, _, _ := strings.Cut(path, "/")
	for i, name := range layers {
		if name == first {
			return i
		}
	}
	return -1
}

// eachFile goes through all Go files of the layers, tests included. Those of the root folder come with
// the path that they would have if the facade had a folder.
func eachFile(t *testing.T, do func(path string, text []byte)) {
	t.Helper()
	root := os.DirFS(filepath.Join("..", ".."))
	files := 0
	err := fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
		folder, _, below := strings.Cut(path, "/")
		if below && layerOf(folder) < 0 {
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := fs.ReadFile(root, path)
		if err != nil {
			return err
		}
		if !below {
			path = facade + "/" + path
		}
		files++
		do(path, text)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 100 {
		t.Fatalf("saw only %d files", files)
	}
}

// TestImportsPointOneWay reads the imports of every Go file.
func TestImportsPointOneWay(t *testing.T) {
	eachFile(t, func(path string, text []byte) { checkImports(t, path, text) })
}

func checkImports(t *testing.T, path string, text []byte) {
	t.Helper()
	file := must.Get(parser.ParseFile(token.NewFileSet(), path, text, parser.ImportsOnly))(t)
	for _, spec := range file.Imports {
		name := must.Get(strconv.Unquote(spec.Path.Value))(t)
		if name == facade {
			name += "/" + facade
		}
		if ours, found := strings.CutPrefix(name, "feltlab/"); found && layerOf(ours) > layerOf(path) {
			t.Errorf("%s imports %s, which lies below it", path, name)
		}
		if name == "C" {
			t.Errorf("%s uses cgo", path)
		}
	}
}

// TestLayersOfTime demands that time limits are those of package clock. Waits for a network are of another kind: there
// the other side goes on while this process is stopped.
func TestLayersOfTime(t *testing.T) {
	network := []string{"pipeline/scaleout/", "report/ask.go", "cmd/feltlab/serve_report.go"}
	limit := regexp.MustCompile(`context\.With(Timeout|Deadline)`)
	eachFile(t, func(path string, text []byte) {
		waits := slices.ContainsFunc(network, func(n string) bool { return strings.HasPrefix(path, n) })
		if !waits && !strings.HasSuffix(path, "_test.go") && limit.Match(text) {
			t.Errorf("%s: a time limit by the clock of the machine; want clock.WithTimeout", path)
		}
	})
}

// TestLinesAreShort holds every line of Go to 120 columns, a tab being four; generated files apart.
func TestLinesAreShort(t *testing.T) {
	const most = 120
	check := func(path string, text []byte) {
		if strings.HasPrefix(string(text), "// Code generated") {
			return
		}
		n := 0
		for line := range strings.Lines(strings.ReplaceAll(string(text), "\t", "    ")) {
			n++
			if wide := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); wide > most {
				t.Errorf("%s:%d has %d columns, want at most %d", path, n, wide, most)
			}
		}
	}
	eachFile(t, check)
	for _, path := range must.Get(filepath.Glob("../../scripts/*/*.go"))(t) {
		check(path, must.Get(os.ReadFile(path))(t))
	}
}

// opens matches calls that open a file past package disk, or take a user's path for a pattern.
var opens = regexp.MustCompile(`\bos\.(?:Open|OpenFile|OpenRoot|ReadFile|Create|WriteFile)\(|\bioutil\.|` +
	`\b(?:filepath|fs)\.Glob\(`)

// TestFilesAreOpenedByDisk demands that one package opens files: a named pipe, a device or a huge file is refused where
// a regular file is meant. A folder's name may have the characters of a pattern, so nothing lists it by one.
func TestFilesAreOpenedByDisk(t *testing.T) {
	seen := 0
	eachFile(t, func(path string, text []byte) {
		folder := filepath.Base(filepath.Dir(path))
		if strings.HasSuffix(path, "_test.go") || strings.HasSuffix(folder, "test") {
			return // tests, and packages for tests
		}
		for _, call := range opens.FindAll(text, -1) {
			if strings.HasPrefix(path, "internal/disk/") && !strings.HasSuffix(string(call), "Glob(") {
				seen++
				continue
			}
			t.Errorf("%s calls %s...); want disk.Open, OpenIn, Write or Stream, or os.ReadDir", path, call)
		}
	})
	if seen == 0 {
		t.Error("package disk opens nothing: the test looks for other calls than it makes")
	}
}

// specInPlace is an store.Spec that is not empty.
var specInPlace = regexp.MustCompile(`store\.Spec\{\s*\w`)

// TestStagesAreHeld demands of every package whose results go into the store that a test holds what its stages compute.
func TestStagesAreHeld(t *testing.T) {
	stages, held := map[string]bool{}, map[string]bool{}
	eachFile(t, func(path string, text []byte) {
		tests := strings.HasSuffix(path, "_test.go")
		if !tests && specInPlace.Match(text) {
			stages[filepath.Dir(path)] = true
		}
		if tests && strings.Contains(string(text), "storetest.Stages(") {
			held[filepath.Dir(path)] = true
		}
	})
	if len(stages) < 6 {
		t.Fatalf("found stages in %v only", stages)
	}
	for folder := range stages {
		if !held[folder] {
			t.Errorf("%s has stages, but no test that holds them by storetest.Stages", folder)
		}
	}
}

// TestPackagesAreDocumented demands of every package, at any depth, a doc.go that opens with the
// package's purpose; commands say theirs above main.
func TestPackagesAreDocumented(t *testing.T) {
	packages := map[string]bool{}
	eachFile(t, func(path string, text []byte) {
		folder := filepath.Dir(path)
		if strings.HasPrefix(path, "cmd/") {
			return
		}
		packages[folder] = packages[folder] || filepath.Base(path) == "doc.go" && strings.HasPrefix(string(text),
			"// Package ")
	})
	for folder, documented := range packages {
		if !documented {
			t.Errorf("%s has no doc.go with a package comment", folder)
		}
	}
}

// packagePrefix matches a text of an error that starts with a name, as in errors.New("fit: ...").
var packagePrefix = regexp.MustCompile(`(?:errors\.New|fmt\.Errorf|usage)\("([a-z]+): `)

// TestErrorsNameNoPackage wants errors as users read them, without the name of the package.
func TestErrorsNameNoPackage(t *testing.T) {
	packages := map[string]bool{"feltlab": true}
	eachFile(t, func(path string, _ []byte) { packages[filepath.Base(filepath.Dir(path))] = true })
	eachFile(t, func(path string, text []byte) {
		for _, m := range packagePrefix.FindAllSubmatch(text, -1) {
			if packages[string(m[1])] && !strings.HasSuffix(path, "_test.go") && !strings.HasPrefix(path, "scripts") {
				t.Errorf("%s: the error %s names a package", path, m[0])
			}
		}
	})
}

// treePath matches a path of the tree in backticks, such as a file or a folder.
var treePath = regexp.MustCompile(
	"`((?:model|dataset|solvers|pipeline|report|experiments|cmd|internal|scripts|configs|docs)/[\\w./-]+)`")

// TestPathsInPagesExist wants every path of the tree that a page names to exist. A name of a package's
// declaration, such as model/game.Game, needs the package.
func TestPathsInPagesExist(t *testing.T) {
	root := filepath.Join("..", "..")
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(pages) == 0 {
		t.Fatalf("pages %v, error %v", pages, err)
	}
	for _, page := range append(pages, filepath.Join(root, "README.md"), filepath.Join(root, "CONTRIBUTING.md")) {
		text := must.Get(os.ReadFile(page))(t)
		for _, m := range treePath.FindAllSubmatch(text, -1) {
			path := strings.TrimSuffix(string(m[1]), "/...")
			if folder, name := filepath.Split(path); folder != "" {
				if at, declared, found := strings.Cut(name, "."); found && declared != "" && 'A' <= declared[0] &&
					declared[0] <= 'Z' {
					path = folder + at
				}
			}
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(path))); err != nil {
				t.Errorf("%s names %s, which does not exist", filepath.Base(page), m[1])
			}
		}
	}
}

// goFile matches the name of a Go file, with or without folders.
var goFile = regexp.MustCompile(`\b[\w./-]*\w\.go\b`)

// TestFilesInPagesExist wants every Go file that a page or a doc.go names to exist. A name without folders
// is that of a file next to one of the paths in its paragraph, or anywhere if the paragraph has no paths. In a doc.go
// it may be a file of the package.
func TestFilesInPagesExist(t *testing.T) {
	folders := map[string][]string{} // of files, by their names
	eachFile(t, func(path string, _ []byte) {
		folders[filepath.Base(path)] = append(folders[filepath.Base(path)], filepath.Dir(path))
	})
	check := func(page, paragraph, own string) {
		near := treeFolders(paragraph)
		if own != "" {
			near = append(near, own)
		}
		for _, name := range goFile.FindAllString(paragraph, -1) {
			folder, base := filepath.Split(name)
			if folder == "" && len(folders[base]) > 3 {
				continue // a name by convention, such as doc.go
			}
			exists := slices.ContainsFunc(folders[base], func(in string) bool {
				return folder == "" && (len(near) == 0 || slices.Contains(near, in)) || folder == in+"/"
			})
			if !exists && !strings.HasPrefix(name, "scripts/") {
				t.Errorf("%s names %s, which does not exist next to %v", page, name, near)
			}
		}
	}
	for _, page := range []string{"CONTRIBUTING.md", "README.md", "docs/tour.md", "docs/architecture.md",
		"docs/store.md"} {
		text := must.Get(os.ReadFile(filepath.Join("..", "..", page)))(t)
		for _, paragraph := range strings.Split(strings.ReplaceAll(string(text), "\n|", "\n\n|"), "\n\n") {
			check(page, paragraph, "")
		}
	}
	eachFile(t, func(path string, text []byte) {
		if filepath.Base(path) == "doc.go" {
			comment, _, _ := strings.Cut(string(text), "\npackage ")
			check(path, comment, filepath.Dir(path))
		}
	})
}

// treeFolders lists the folders of the paths in a text.
func treeFolders(text string) (folders []string) {
	for _, path := range regexp.MustCompile(`\b(?:`+strings.Join(layers, "|")+`)/[\w./-]*\w`).FindAllString(text, -1) {
		if strings.HasSuffix(path, ".go") {
			path = filepath.Dir(path)
		}
		folders = append(folders, path)
	}
	return folders
}
