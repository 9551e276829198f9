package main

import (
	"strings"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// A proof about the turn holds for the turn alone, by the features that feltlab has for it.
func TestStreets(t *testing.T) {
	meta := matrixtest.MetaOf(t, "JTs", "RUS")
	meta.Street = cards.Turn
	m := must.Get(meta.Build(t.Context(), 2, nil))(t)
	p := proofOf(t, m.Instance())
	checkRoundWeights(t, m.Instance())
	text, label := string(p.Encode()), "rows "+m.Range.String()+" on the turn by "+m.Set.Reading+"\n"
	if !strings.Contains(text, label) {
		t.Fatalf("%.300s", text)
	}
	by := " by " + m.Set.Reading + "\n"
	for name, c := range map[string]struct {
		text string
		code int
		want string
	}{
		"turn":     {text, 0, "proved: JTs against " + m.Range.String() + " on the turn"},
		"flop":     {strings.Replace(text, " on the turn by", " by", 1), 1, "name its file with --feature-set"},
		"of paper": {strings.Replace(text, " on the turn"+by, "\n", 1), 1, "not proved"},
		"river": {strings.Replace(text, " on the turn by", " on the river by", 1), 1,
			"name its file with --feature-set"},
		"street":  {strings.Replace(text, " on the turn by", " on the street by", 1), 1, "unknown street"},
		"reading": {strings.Replace(text, by, "\n", 1), 1, "reads the features as"},
	} {
		expect(t, name, c.code, c.want, written(t, []byte(c.text)))
	}
}

// checkRoundWeights checks proofs about multiples of 5 points, by the features of the paper and by those of a street.
func checkRoundWeights(t *testing.T, turn *regression.Instance) {
	t.Helper()
	flop := matrixtest.Of(t, "JTs", "RUS")
	for reading, inst := range map[string]*regression.Instance{"": flop.Instance(), " on the turn by words-2:": turn} {
		own := must.Get(question.Subject{Weights: "step 5"}.Weighted(inst))(t)
		p := proofOf(t, own)
		if !strings.Contains(p.Labels.Rows, reading) {
			t.Fatal(p.Labels)
		}
		text := string(p.Encode())
		for name, c := range map[string]struct {
			text string
			code int
			want string
		}{
			"as it is": {text, 0, "in steps of 0.05 and no intercept"},
			"other columns": {strings.Replace(text, "column -1 1 one ace", "column -1 1 two aces", 1), 1,
				"other weights or features"},
			"other bounds": {strings.Replace(text, "column -1 1 one ace", "column 0 1 one ace", 1), 1,
				"other weights or features"},
		} {
			expect(t, reading+", "+name, c.code, c.want, written(t, []byte(c.text)))
		}
	}
}
