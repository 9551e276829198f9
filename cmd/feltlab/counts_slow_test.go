//go:build slow

package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"feltlab/internal/must"
)

// TestCounts counts calls in a run of fit: each text is parsed once, the question is validated where it is asked and
// where it is answered, and the rows change their form three times: to an instance, which is validated once, to
// integers and to patterns, which the search for formulas, the fits of the proof and its cuts hold. Go's coverage
// counts.
func TestCounts(t *testing.T) {
	folder, of := t.TempDir(), []string{"model/ranges", "model/regression", "pipeline/question", "dataset/matrix",
		"cmd/feltlab"} // which writes the counts
	program := filepath.Join(folder, "feltlab")
	build := exec.Command("go", "build", "-cover", "-covermode=count", "-o", program,
		"-coverpkg=feltlab/"+strings.Join(of, ",feltlab/"), ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	run := exec.Command(program, "fit", "--hand", "AA", "--range", "ATC", "--features", "3", "--cache",
		filepath.Join(folder, "cache"))
	counts := filepath.Join(folder, "counts")
	must.Do(t, os.Mkdir(counts, 0o777))
	run.Env = append(os.Environ(), "GOCOVERDIR="+counts)
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	profile := filepath.Join(folder, "profile")
	read := exec.Command("go", "tool", "covdata", "textfmt", "-i="+counts, "-o="+profile)
	if out, err := read.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	text := string(must.Get(os.ReadFile(profile))(t))
	for _, c := range []struct{ file, start, calls string }{
		{"model/ranges/parse.go", "func parse(", "1"},
		{"model/ranges/range.go", "func ParseHand(", "1"},
		{"pipeline/question/question.go", "func (q Question) Validate(", "2"},
		{"dataset/matrix/rows.go", "func (s *Rows) Instance(", "1"},
		{"model/regression/instance.go", "func (in *Instance) Validate(", "1"},
		{"model/regression/instance.go", "func (in *Instance) ExactRows(", "1"},
		{"model/regression/pattern.go", "func PatternsOf(", "3"},
	} {
		line := lineOf(t, filepath.Join("..", "..", c.file), c.start)
		first := regexp.MustCompile(`(?m)^feltlab/` + regexp.QuoteMeta(c.file+":"+line) + `\.\S+ \d+ (\d+)$`)
		if m := first.FindStringSubmatch(text); m == nil || m[1] != c.calls {
			t.Errorf("%s of %s: %v, want %s calls", c.start, c.file, m, c.calls)
		}
	}
}

// lineOf returns the number of the line of a file that begins with a text.
func lineOf(t *testing.T, path, start string) string {
	t.Helper()
	file := must.Get(os.Open(path))(t)
	defer file.Close()
	n := 1
	for lines := bufio.NewScanner(file); lines.Scan(); n++ {
		if strings.HasPrefix(lines.Text(), start) {
			return strconv.Itoa(n)
		}
	}
	t.Fatalf("no %s in %s", start, path)
	return ""
}
