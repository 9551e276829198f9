package storetest

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/pipeline/store"
)

// File is where a package keeps the hashes of its stages.
var File = filepath.Join("testdata", "stages.txt")

// Output is a small output of a stage: anything that encoding/json accepts.
type Output struct {
	Spec  store.Spec
	Value any
}

// Stages holds the outputs to the file of the package under test, and demands one for every store.Spec in its source.
func Stages(t *testing.T, outputs ...Output) {
	t.Helper()
	named := must.Get(inSource("."))(t)
	known := must.Get(read(File))(t)
	for _, o := range outputs {
		if !named[o.Spec.Stage] {
			t.Errorf("stage %q is in no store.Spec of this package", o.Spec.Stage)
		}
		delete(named, o.Spec.Stage)
		sum := must.Get(hash(o.Value))(t)
		if err := known.check(o.Spec, sum); err != nil {
			t.Error(err)
		}
		delete(known, o.Spec.Stage)
	}
	for stage := range named {
		t.Errorf("stage %q has no output that its test holds", stage)
	}
	for stage := range known {
		t.Errorf("%s: stage %q is not, or no longer, in this package: remove its line", File, stage)
	}
}

type golden map[string]struct{ version, sum string }

func (g golden) check(spec store.Spec, sum string) error {
	was, found := g[spec.Stage]
	line := fmt.Sprintf("%s %s %s", spec.Version, sum, spec.Stage)
	switch {
	case !found:
		return fmt.Errorf("%s knows nothing of stage %q; its line is\n%s", File, spec.Stage, line)
	case was.version != spec.Version:
		return fmt.Errorf("stage %q has version %s, in %s it has %s; its line is now\n%s", spec.Stage, spec.Version,
			File, was.version, line)
	case was.sum != sum:
		return fmt.Errorf("stage %q computes something else than before: bump the version of stage %q or undo the "+
			"change. Only if all stored results of version %s are as good as new ones, put this line into %s:\n%s",
			spec.Stage, spec.Stage, spec.Version, File, line)
	}
	return nil
}

func read(path string) (golden, error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	g := golden{}
	for line := range strings.Lines(string(text)) {
		fields := strings.SplitN(strings.TrimSpace(line), " ", 3)
		if len(fields) != 3 {
			return nil, fmt.Errorf("%s: %q is not a version, a hash and a stage", path, line)
		}
		g[fields[2]] = struct{ version, sum string }{fields[0], fields[1]}
	}
	return g, nil
}

// hash returns the SHA-256 of a value as JSON, with the keys of objects in order and numbers
// rounded to nine decimals: the last digits depend on how a processor multiplies and adds.
func hash(value any) (string, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return "", err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var generic any
	if err := decoder.Decode(&generic); err != nil {
		return "", err
	}
	if text, err = json.Marshal(rounded(generic)); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sha256.Sum256(text)), nil
}

func rounded(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key := range v {
			v[key] = rounded(v[key])
		}
	case []any:
		for i := range v {
			v[i] = rounded(v[i])
		}
	case json.Number:
		if !strings.ContainsAny(v.String(), ".eE") {
			return v
		}
		x, _ := v.Float64()              // encoding/json wrote it
		return math.Round(1e9*x)/1e9 + 0 // no -0
	}
	return v
}

// inSource lists the stages of all store.Spec literals in the Go files of a folder but its tests.
func inSource(folder string) (map[string]bool, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	stages := map[string]bool{}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		source, err := os.ReadFile(path)
		if err == nil {
			err = stagesOf(path, string(source), stages)
		}
		if err != nil {
			return nil, err
		}
	}
	return stages, nil
}

// specs finds literals of store.Spec with fields, and the stage of each if it is a string in place.
var specs = regexp.MustCompile(`[^\]]store\.Spec\{\s*(?:[^{}]*?\bStage:\s*"([^"]*)"|[^}\s])`)

// stagesOf adds the stages of a file with the given source.
func stagesOf(path, source string, stages map[string]bool) (err error) {
	for _, at := range specs.FindAllStringSubmatchIndex(source, -1) {
		if at[2] < 0 {
			line := 1 + strings.Count(source[:at[0]+1], "\n")
			err = errors.Join(err, fmt.Errorf("%s:%d: the stage of a store.Spec must be a string in place", path, line))
		} else {
			stages[source[at[2]:at[3]]] = true
		}
	}
	return err
}
