package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const shown = 5

//go:embed commands.txt
var commands string

func main() {
	same, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "same:", err)
		os.Exit(2)
	}
	if !same {
		os.Exit(1)
	}
}

func run(args []string) (same bool, err error) {
	if len(args) != 2 && len(args) != 3 {
		return false, errors.New("want two programs, and a file of commands if it is not the usual one")
	}
	list := commands
	if len(args) == 3 {
		text, err := os.ReadFile(args[2])
		if err != nil {
			return false, err
		}
		list = string(text)
	}
	folder, err := os.MkdirTemp("", "same")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(folder)
	same = true
	for line := range strings.Lines(list) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		before, after, renamed := strings.Cut(line, " => ")
		if !renamed {
			after = line
		}
		var answers [2]*answer
		for i, command := range []string{before, after} {
			if answers[i], err = ask(args[i], command, filepath.Join(folder, fmt.Sprint(i))); err != nil {
				return false, err
			}
		}
		differences := compare(answers[0], answers[1])
		// Keys that are gone come last and once for a list, so that they do not hide other values.
		slices.SortStableFunc(differences, func(a, b string) int {
			return cmp.Or(cmp.Compare(isGone(a), isGone(b)), isGone(a)*cmp.Compare(a, b))
		})
		differences = slices.Compact(differences)
		if len(differences) == 0 {
			fmt.Println("same:  ", line)
			continue
		}
		same = false
		fmt.Println("differs:", line)
		for _, d := range differences[:min(shown, len(differences))] {
			fmt.Println("         ", d)
		}
		if more := len(differences) - shown; more > 0 {
			fmt.Printf("          and %d more\n", more)
		}
	}
	return same, nil
}

type answer struct {
	code   int
	values []any  // JSON values on standard output, or its lines where it is not JSON
	words  string // standard error
}

func ask(program, line, folder string) (*answer, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	var out, words bytes.Buffer
	c := exec.Command(program, strings.Fields(strings.ReplaceAll(line, "{out}", folder))...)
	c.Env = append(os.Environ(), "FELTLAB_CACHE="+filepath.Join(folder, "cache"))
	c.Stdout, c.Stderr = &out, &words
	if err := c.Run(); err != nil && c.ProcessState == nil {
		return nil, err
	}
	a := &answer{code: c.ProcessState.ExitCode(), words: strings.TrimSpace(words.String())}
	text := strings.ReplaceAll(out.String(), folder, "{out}")
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	for {
		var v any
		switch err := d.Decode(&v); err {
		case nil:
			a.values = append(a.values, v)
		case io.EOF:
			return a, nil
		default:
			a.values = nil
			for line := range strings.Lines(text) {
				a.values = append(a.values, strings.TrimSuffix(line, "\n"))
			}
			return a, nil
		}
	}
}

func compare(before, after *answer) (differences []string) {
	if before.code != after.code {
		return []string{fmt.Sprintf("exit code %d, was %d: %s", after.code, before.code, after.words)}
	}
	if len(before.values) != len(after.values) {
		return []string{fmt.Sprintf("%d JSON values or lines, were %d", len(after.values), len(before.values))}
	}
	for i := range before.values {
		differences = append(differences, differ("", before.values[i], after.values[i])...)
	}
	return differences
}

var index = regexp.MustCompile(`\[\d+\]`)

// ofTheMoment are the parts of keys whose values depend on the clock or the build. The number of a
// schema goes up with every change that was meant.
var ofTheMoment = []string{"seconds", "version", "commit", "proof", "nodes", "time", "machine", "digest", "judged",
	"started", "ended", "cuts", "schema"}

// differ compares two values of JSON, at a path of keys.
func differ(path string, before, after any) []string {
	switch b := before.(type) {
	case map[string]any:
		a, ok := after.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s: no object any more", path)}
		}
		return differKeys(path, b, a)
	case []any:
		a, ok := after.([]any)
		if !ok || len(a) != len(b) {
			return []string{fmt.Sprintf("%s: not a list of %d any more", path, len(b))}
		}
		var all []string
		for i := range b {
			all = append(all, differ(fmt.Sprintf("%s[%d]", path, i), b[i], a[i])...)
		}
		return all
	case json.Number:
		if a, ok := after.(json.Number); ok && alike(b, a) {
			return nil
		}
	default:
		if before == after {
			return nil
		}
	}
	return []string{fmt.Sprintf("%s: %v, was %v", path, after, before)}
}

func isGone(difference string) int { return strings.Count(difference, ": gone") }

func differKeys(path string, before, after map[string]any) (all []string) {
	keys := make([]string, 0, len(before))
	for k := range before {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		if slices.ContainsFunc(ofTheMoment, func(part string) bool { return strings.Contains(k, part) }) {
			continue
		}
		v, ok := after[k]
		if !ok {
			all = append(all, fmt.Sprintf("%s.%s: gone", index.ReplaceAllString(path, "[]"), k))
			continue
		}
		all = append(all, differ(path+"."+k, before[k], v)...)
	}
	return all
}

// alike tells whether two numbers are the same: whole ones exactly, others within what feltlab
// calls optimal, a gap of 1e-6 of them or 1e-7.
func alike(a, b json.Number) bool {
	if a == b {
		return true
	}
	if _, err := a.Int64(); err == nil {
		if _, err := b.Int64(); err == nil {
			return false
		}
	}
	x, errX := a.Float64()
	y, errY := b.Float64()
	return errX == nil && errY == nil && math.Abs(x-y) <= max(1e-7, 1e-6*max(math.Abs(x), math.Abs(y)))
}
