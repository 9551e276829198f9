package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"feltlab/internal/must"
	"feltlab/solvers/highs"
)

// slowBlocks is true with the build tag slow: then blocks under <!-- slow --> run too.
var slowBlocks = false

// block is a block of code of a page: fenced, or indented by four spaces.
type block struct {
	line  int // of its first line, from 1
	note  string
	lines []string
}

var (
	// noteLine says how a block is tested, on a line of its own above it.
	noteLine = regexp.MustCompile(`^<!-- (slow|not run: \S.*|file: \S+) -->$`)
	// word is a word of a command line, in which quotes hold spaces.
	word = regexp.MustCompile(`(?:'[^']*'|"[^"]*"|[^\s'"])+`)
	// setting is a variable before a command.
	setting = regexp.MustCompile(`^[A-Z_]+=`)
	// seconds are times in outputs, which are never compared.
	seconds = regexp.MustCompile(`(\bseconds +)[0-9.]+|\b[0-9.]+( (?:s|ms|CPU-s)\b)`)
	// inputs are the folders of the repository that commands of pages read.
	inputs = regexp.MustCompile(`\b(?:examples|configs|scripts|results(?:/[a-z0-9-]+)?)\b`)
	// inline is a command within a sentence.
	inline = regexp.MustCompile("`(feltlab [^`]*)`( of commit)?")
	// link is a link to a file of the repository.
	link = regexp.MustCompile(`\]\(([\w./-]+)(?:#[\w-]+)?\)`)
)

// TestPages runs the blocks of code of the README, CONTRIBUTING and docs as readers would. A block holds
// commands, or commands after "$ " with their output, which is compared but for times; in it, a line "..." stands for
// any lines. A comment above a block says otherwise:
//
//	<!-- slow -->            the block runs with the build tag slow alone
//	<!-- not run: reason --> the block does not run
//	<!-- file: name -->      the block is a file, which a later command of the page reads
func TestPages(t *testing.T) {
	root := must.Get(filepath.Abs(filepath.Join("..", "..")))(t)
	cache := t.TempDir() // pages show what somebody sees who has solved nothing yet
	must.Do(t, fill(cache))
	pages := must.Get(filepath.Glob(filepath.Join(root, "docs", "*.md")))(t)
	for _, page := range append(pages, filepath.Join(root, "README.md"), filepath.Join(root, "CONTRIBUTING.md")) {
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Chdir(t.TempDir())
			p := reader{root: root, cache: cache}
			for _, b := range blocks(string(must.Get(os.ReadFile(page))(t))) {
				t.Run(fmt.Sprintf("line %d", b.line), func(t *testing.T) { p.follow(t, b) })
			}
			for _, name := range p.files {
				t.Errorf("no command reads the file %s of this page", name)
			}
		})
	}
}

// TestSentencesOfPages looks at pages, and at that of the claims, around the blocks: the commands in sentences are
// such that feltlab reads, links lead to files, and lines are short. Lists of features come from YAML files as they
// are, and a line of a proof is one.
func TestSentencesOfPages(t *testing.T) {
	root := filepath.Join("..", "..")
	pages := must.Get(filepath.Glob(filepath.Join(root, "docs", "*.md")))(t)
	for _, page := range append(pages, filepath.Join(root, "README.md"), filepath.Join(root, "CONTRIBUTING.md"),
		filepath.Join(root, "results", "README.md"), filepath.Join(root, "results", "claims", "README.md")) {
		text := string(must.Get(os.ReadFile(page))(t))
		for _, m := range inline.FindAllStringSubmatch(text, -1) {
			line, _, _ := strings.Cut(m[1], " > ")
			if m[2] != "" {
				continue // of an earlier version
			}
			if err := Run(t.Context(), append(words(line)[1:], "--help"), io.Discard, io.Discard); err != nil {
				t.Errorf("%s: %s: %v", filepath.Base(page), m[1], err)
			}
		}
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s: %v", filepath.Base(page), err)
			}
		}
		for line := range strings.Lines(text) {
			if utf8.RuneCountInString(line) > 201 && !strings.Contains(page, "claims") &&
				!strings.HasPrefix(line, "| F") && !strings.HasPrefix(line, "dual ") &&
				!strings.HasPrefix(line, "    proved: ") {
				t.Errorf("%s: %d characters in a line: %s", filepath.Base(page), utf8.RuneCountInString(line)-1, line)
			}
		}
	}
}

// blocks returns the blocks of a page, each with the comment above it.
func blocks(page string) []block {
	var all []block
	lines := strings.Split(page, "\n")
	note := ""
	for i := 0; i < len(lines); i++ {
		b := block{line: i + 1, note: note}
		switch {
		case strings.HasPrefix(lines[i], "```"):
			for i++; !strings.HasPrefix(lines[i], "```"); i++ {
				b.lines = append(b.lines, lines[i])
			}
		case strings.HasPrefix(lines[i], "    ") && (lines[i-1] == "" || noteLine.MatchString(lines[i-1])):
			for ; strings.HasPrefix(lines[i], "    ") || lines[i] == "" && strings.HasPrefix(lines[i+1], "    "); i++ {
				b.lines = append(b.lines, strings.TrimPrefix(lines[i], "    "))
			}
			i--
		case noteLine.MatchString(lines[i]):
			note = noteLine.FindStringSubmatch(lines[i])[1]
			continue
		case lines[i] == "":
			continue
		}
		if note = ""; b.lines != nil {
			all = append(all, b)
		}
	}
	return all
}

// reader follows a page in the current folder.
type reader struct {
	root, cache string
	files       []string // those of the page that no command has read yet
}

func (p *reader) follow(t *testing.T, b block) {
	name, isFile := strings.CutPrefix(b.note, "file: ")
	switch {
	case isFile:
		must.Do(t, os.WriteFile(name, []byte(strings.Join(b.lines, "\n")+"\n"), 0o666))
		p.read(strings.Join(b.lines, " ")) // a file may name another one
		p.files = append(p.files, name)
		return
	case strings.HasPrefix(b.note, "not run: "):
		return
	case b.note == "slow" && !slowBlocks:
		p.read(strings.Join(b.lines, " "))
		return
	}
	hasOutput := slices.ContainsFunc(b.lines, func(line string) bool { return strings.HasPrefix(line, "$ ") })
	for i := 0; i < len(b.lines); {
		line := b.lines[i]
		for i++; strings.HasSuffix(line, "\\"); i++ {
			line = strings.TrimSuffix(line, "\\") + b.lines[i]
		}
		line, isCommand := strings.CutPrefix(line, "$ ")
		if hasOutput && !isCommand {
			t.Fatalf("the block has commands after $, and begins with %q", line)
		}
		got := p.run(t, line)
		if t.Skipped() || t.Failed() || !hasOutput {
			continue
		}
		start := i
		for i < len(b.lines) && !strings.HasPrefix(b.lines[i], "$ ") {
			i++
		}
		if want := strings.Join(b.lines[start:i], "\n"); !prints(got, want) {
			t.Errorf("%s prints\n%s\nThe page has\n%s", line, got, want)
		}
	}
}

// read notes that a command line reads files of the page.
func (p *reader) read(line string) {
	p.files = slices.DeleteFunc(p.files, func(name string) bool { return strings.Contains(line, name) })
}

// prints reports whether an output is the one of a page.
func prints(got, want string) bool {
	mask := func(text string) string {
		var lines []string
		for line := range strings.Lines(text) {
			lines = append(lines, strings.TrimRight(seconds.ReplaceAllString(line, "${1}N$2"), " \n"))
		}
		return strings.TrimRight(strings.Join(lines, "\n"), "\n")
	}
	pattern := regexp.QuoteMeta(mask(want))
	pattern = regexp.MustCompile(`(?m)^\\\.\\\.\\\.$`).ReplaceAllLiteralString(pattern, `(?:.*\n)*.*`)
	return regexp.MustCompile(`^` + pattern + `$`).MatchString(mask(got))
}

// words splits a command line up to its comment.
func words(line string) []string {
	var all []string
	for _, w := range word.FindAllString(line, -1) {
		if strings.HasPrefix(w, "#") {
			break
		}
		all = append(all, strings.NewReplacer(`'`, "", `"`, "").Replace(w))
	}
	return all
}

// run runs a command line of a page and returns its output, which > leads into a file.
func (p *reader) run(t *testing.T, line string) string {
	t.Helper()
	line, output, _ := strings.Cut(line, " > ")
	args := words(line)
	for len(args) > 0 && setting.MatchString(args[0]) {
		name, value, _ := strings.Cut(args[0], "=")
		t.Setenv(name, value)
		args = args[1:]
	}
	if len(args) == 0 {
		return ""
	}
	p.read(line)
	for _, name := range inputs.FindAllString(line, -1) {
		if _, err := os.Stat(name); err == nil {
			continue
		}
		if _, err := os.Stat(filepath.Join(p.root, name)); err == nil {
			must.Do(t, os.CopyFS(name, os.DirFS(filepath.Join(p.root, name))))
		}
	}
	if strings.Contains(line, "python3 ") {
		if _, err := exec.LookPath("python3"); err != nil {
			t.Skip("python3 is not there")
		}
	}
	if !highs.Available() && (slices.Contains(args, "milp")) {
		t.Skip("HiGHS is not there")
	}
	var out, errOut bytes.Buffer
	var err error
	switch strings.TrimPrefix(args[0], "bin/") {
	case "feltlab":
		err = Run(t.Context(), append([]string{"--cache", p.cache}, args[1:]...), &out, &errOut)
	case "feltcheck":
		program := filepath.Join(p.cache, "feltcheck")
		build := exec.Command("go", "build", "-o", program, "./cmd/feltcheck")
		build.Dir = p.root
		if text, err := build.CombinedOutput(); err != nil {
			t.Fatalf("go build: %v\n%s", err, text)
		}
		args[0] = program
		fallthrough
	case "python3":
		command := exec.Command(args[0], args[1:]...)
		command.Stdout, command.Stderr = &out, &errOut
		err = command.Run()
	default:
		t.Fatalf("%q is no command that this test runs: <!-- not run: reason --> above the block says why not", line)
	}
	if err != nil {
		t.Errorf("%s: %v\n%s%s", line, err, out.String(), errOut.String())
	}
	if output != "" {
		must.Do(t, os.WriteFile(output, out.Bytes(), 0o666))
		return ""
	}
	return out.String()
}
