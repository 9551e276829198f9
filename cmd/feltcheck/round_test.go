package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/model/weights"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// TestRoundWeights checks proofs about the features of the paper with round weights, and refuses claims with other
// bounds than such formulas have.
func TestRoundWeights(t *testing.T) {
	m := matrixtest.Of(t, "AA", "ATC")
	for _, weights := range []weights.Weights{"step 10", "values -20 10 80", "positive"} {
		inst := must.Get(question.MustSubject("AA", "ATC").With(weights).Weighted(m.Instance()))(t)
		s := must.Get(prove.NewProblem(inst))(t)
		_, p, err := prove.Make(t.Context(), s, regression.Program{Kind: regression.AvgErr, N: 1}, nil, prove.Options{})
		if err != nil || p == nil {
			t.Fatal(p, err)
		}
		narrow := *p.Rules
		narrow.Bounds = slices.Repeat([]proof.Bounds{{Lower: 0, Upper: proof.One / 10}}, len(narrow.Bounds))
		other := *p
		other.Rules = &narrow
		for code, content := range map[int][]byte{0: p.Encode(), 1: other.Encode()} {
			path := filepath.Join(t.TempDir(), "p")
			must.Do(t, os.WriteFile(path, content, 0o600))
			var out bytes.Buffer
			want := map[int]string{0: "proved: AA against ATC: no formula with at most 1 feature, weights from",
				1: "other weights"}[code]
			if got := run(t.Context(), []string{path}, &out, &out); got != code || !strings.Contains(out.String(),
				want) ||
				strings.Contains(out.String(), "expressions") {
				t.Errorf("%s: exit %d, %s", weights, got, &out)
			}
		}
	}
}
