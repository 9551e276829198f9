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

// TestTogether reads the canonical texts of hands together and of estimates back, and tells all questions apart.
func TestTogether(t *testing.T) {
	hands := must.Get(ranges.Parse("22-TT"))(t)
	one := question.MustSubject("AA", "RS")
	var subjects []question.Subject
	for _, set := range []question.FeatureSet{{}, question.AnyHand()} {
		for _, e := range []matrix.Estimate{matrix.Equity, matrix.Ahead, matrix.Win} {
			a := one.Against().By(set)
			a.Estimate = e
			subjects = append(subjects, question.Subject{Source: question.Hand{Hand: one.Hand(), Against: a}})
			if set.Reading == "" {
				continue
			}
			together := must.Get(question.Together(hands, a))(t)
			subjects = append(subjects, together)
		}
	}
	seen := map[string]bool{}
	for _, s := range subjects {
		q := question.Question{Subject: s, Program: regression.Program{Kind: regression.AvgErr, N: 3},
			TimeLimit: time.Minute}
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
	together := subjects[4]
	for subject, want := range map[question.Subject]string{
		subjects[2]: "AA against RS estimating win", together: "TT-22 together against RS by any-hand",
	} {
		must.Equal(t, subject.String(), want, subject)
	}
	for _, parts := range [][2]string{
		{"together 22-TT", "RS"}, {"together AhKd", "RS"}, {"together TT-22", "RS estimating equity"},
		{"AA", "RS estimating x"},
	} {
		if s, err := question.ParseSubject(parts[0], parts[1]); err == nil {
			t.Errorf("%q is read as %v", parts, s)
		}
	}
	without, both := together.Keys(), together.Keys()
	without.FeatureSet, both.Hand = question.FeatureSet{}, one.Hand()
	for _, k := range []question.SubjectKeys{without, both, {}, {Hand: one.Hand()}, {Range: both.Range}} {
		if s, err := k.Subject(); err == nil {
			t.Errorf("%v is a question", s)
		}
	}
	if _, err := question.Together(hands, question.MustSubject("AA", "AhKd").Against()); err == nil {
		t.Error("a range that tells suits apart")
	}
}
