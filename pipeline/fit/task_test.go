package fit

import (
	"errors"
	"strings"
	"testing"
	"time"

	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

func TestStart(t *testing.T) {
	if s, err := question.ParseStart("NONE"); s != question.StartNone || err != nil {
		t.Error(s, err)
	}
	if _, err := question.ParseStart("serch"); !errors.Is(err, question.ErrQuestion) ||
		!strings.Contains(err.Error(), `did you mean "search"`) {
		t.Error(err)
	}
	task := question.Question{Subject: question.MustSubject("AA", "ATC"),
		Program: regression.Program{Kind: regression.AvgErr,
			N: 2}, Engine: question.Exact, Start: question.StartNone, TimeLimit: time.Second}
	if err := task.Validate(); !errors.Is(err, question.ErrQuestion) || !strings.Contains(err.Error(), "engine highs") {
		t.Error(err)
	}
}

// TestKeys: what HiGHS begins with is part of the question.
func TestKeys(t *testing.T) {
	in := NewInstances(nil, 1)
	key := func(e question.Engine, s question.Start) string {
		t.Helper()
		spec, err := in.Spec(question.Question{Subject: question.MustSubject("AA", "ATC"),
			Program: regression.Program{Kind: regression.AvgErr, N: 2}, Engine: e, Start: s, TimeLimit: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		k := must.Get(spec.Key())(t)
		return k.String()
	}
	if key(question.HiGHS, "") != key(question.HiGHS, question.StartSearch) ||
		key(question.HiGHS, "") == key(question.HiGHS, question.StartNone) ||
		key(question.Auto, "") != key(question.Auto, question.StartSearch) {
		t.Error("the keys of starts")
	}
}
