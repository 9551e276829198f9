package main

import (
	"fmt"
	"strings"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/featureset"
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
		path, other := written(t, []byte(text)), written(t, []byte(strings.Replace(text, "== ace", "== king", 1)))
		set := must.Get(featureset.Parse(path, []byte(text)))(t)
		m := must.Get(counted.As(t.Context(), "", set, 2))(t)
		file := written(t, proofOf(t, m.Instance()).Encode())
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
			expect(t, fmt.Sprint(name, c.args), c.code, c.want, c.args...)
		}
	}
}
