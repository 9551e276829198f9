package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/featureset"
	"feltlab/model/regression"
	"feltlab/solvers/prove"
)

// setText is a set of a number of features, the last n of which no flop has.
func setText(base string, n int) string {
	text := "name: test\nbase: " + base + "\nfeatures:\n" +
		"  - {name: pair below, when: pair.over}\n  - {name: high, when: board.high == ace}\n"
	for i := range n {
		text += fmt.Sprintf("  - {name: never %d, when: outs.better > 52}\n", i)
	}
	return text
}

// Proofs about few features have format 1, others format 2. Both need the file of the set.
func TestFeatureSets(t *testing.T) {
	counted := matrixtest.Of(t, "AA", "RUS")
	for name, text := range map[string]string{"a feature": setText("none", 1), "more than 73": setText("paper-2", 1)} {
		folder := t.TempDir()
		path, other, file := filepath.Join(folder, "a.yaml"), filepath.Join(folder, "b.yaml"),
			filepath.Join(folder, "p")
		set := must.Get(featureset.Parse(path, []byte(text)))(t)
		m := must.Get(counted.As(t.Context(), "", set, 2))(t)
		s := must.Get(prove.NewProblem(m.Instance()))(t)
		program := regression.Program{Kind: regression.AvgErr, N: 1}
		_, p, err := prove.Make(t.Context(), s, program, nil, prove.Options{})
		must.Do(t, err)
		content := p.Encode()
		for path, content := range map[string][]byte{
			path: []byte(text), other: []byte(strings.Replace(text, "== ace", "== king", 1)), file: content,
		} {
			must.Do(t, os.WriteFile(path, content, 0o600))
		}
		for _, c := range []struct {
			args []string
			code int
			want string
		}{
			{[]string{"--feature-set", other, "--feature-set", path, file}, 0,
				"expressions, which github.com/expr-lang/expr evaluated"},
			{[]string{file}, 1, "name its file with --feature-set"},
			{[]string{"--feature-set", other, file}, 1, "which is none of " + other},
			{[]string{file, "--feature-set", path}, 0, "proved"},
		} {
			var out bytes.Buffer
			if code := run(t.Context(), c.args, &out, &out); code != c.code || !strings.Contains(out.String(), c.want) {
				t.Errorf("%s %v: exit %d, %s", name, c.args, code, &out)
			}
		}
	}
}
