package main

import (
	"slices"
	"strings"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/model/weights"
	"feltlab/pipeline/question"
)

// TestRoundWeights checks proofs about the features of the paper with round weights, and refuses claims with other
// bounds than such formulas have.
func TestRoundWeights(t *testing.T) {
	m := matrixtest.Of(t, "AA", "ATC")
	for _, weights := range []weights.Weights{"step 10", "values -20 10 80", "positive"} {
		inst := must.Get(question.MustSubject("AA", "ATC").With(weights).Weighted(m.Instance()))(t)
		p := proofOf(t, inst)
		narrow := *p.Rules
		narrow.Bounds = slices.Repeat([]proof.Bounds{{Lower: 0, Upper: proof.One / 10}}, len(narrow.Bounds))
		other := *p
		other.Rules = &narrow
		said := expect(t, string(weights), 0, "proved: AA against ATC: no formula with at most 1 feature, weights from",
			written(t, p.Encode()))
		if strings.Contains(said, "expressions") {
			t.Error(said)
		}
		expect(t, string(weights), 1, "other weights", written(t, other.Encode()))
	}
}
