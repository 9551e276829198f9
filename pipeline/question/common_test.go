package question_test

import (
	"encoding/json"
	"testing"
	"time"

	"feltlab/dataset/matrix"
	"feltlab/internal/must"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// TestCommon reads the canonical texts of hands together and of estimates back, and tells all questions apart.
func TestCommon(t *testing.T) {
	hands := must.Get(ranges.Parse("22-TT"))(t)
	together := must.Get(question.TogetherAgainst(hands, "RS", question.FeatureSet{}))(t)
	one := question.MustSubject("AA", "RS")
	subjects := []question.Subject{
		one, one.Estimating(matrix.Ahead), one.Estimating(matrix.Win), one.By(question.AnyHand()),
		one.By(question.AnyHand()).Estimating(matrix.Win), together, together.Estimating(matrix.Ahead),
	}
	seen := map[string]bool{}
	for _, s := range subjects {
		q := question.Question{Subject: s, Program: regression.Program{Kind: regression.AvgErr, N: 3}, TimeLimit: time.Minute}
		text, err := q.MarshalText()
		var read question.Question
		if err == nil {
			err = read.UnmarshalText(text)
		}
		if err != nil || !read.Is(s) || seen[q.Key()] || q.Validate() != nil {
			t.Errorf("%s: %v, read as %v; %v", text, err, read, q.Validate())
		}
		seen[q.Key()] = true
		a := question.NewAnswer(q)
		line, err := json.Marshal(a)
		var back question.Answer
		if err == nil {
			err = json.Unmarshal(line, &back)
		}
		if err != nil || !back.Is(s) {
			t.Errorf("%s: %v", line, err)
		}
	}
	for subject, want := range map[question.Subject]string{
		one.Estimating(matrix.Win): "AA against RS estimating win", together: "TT-22 together against RS by any-hand",
	} {
		if subject.String() != want {
			t.Errorf("%q, want %q", subject, want)
		}
	}
	for _, parts := range [][2]string{
		{"together 22-TT", "RS"}, {"together AhKd", "RS"}, {"together TT-22", "RS estimating equity"}, {"AA", "RS estimating x"},
	} {
		if s, err := question.ParseSubject(parts[0], parts[1]); err == nil {
			t.Errorf("%q is read as %v", parts, s)
		}
	}
	for _, s := range []question.Subject{
		together.By(question.FeatureSet{}), {Hand: one.Hand, Common: together.Common, Range: one.Range, FeatureSet: together.FeatureSet},
	} {
		if err := (question.Question{Subject: s, TimeLimit: time.Minute}).Validate(); err == nil {
			t.Errorf("%v is a question", s)
		}
	}
	if _, err := question.TogetherAgainst(hands, "AhKd", question.FeatureSet{}); err == nil {
		t.Error("a range that tells suits apart")
	}
}
