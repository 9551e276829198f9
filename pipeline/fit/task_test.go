package fit

import (
	"testing"

	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

func TestStart(t *testing.T) {
	if s, err := question.ParseStart("NONE"); s != question.StartNone || err != nil {
		t.Error(s, err)
	}
	must.Fails(question.ParseStart("serch"))(t, question.ErrQuestion, `did you mean "search"`)
	task := aces(regression.Program{Kind: regression.AvgErr, N: 2}, question.Exact)
	task.Start = question.StartNone
	must.Fail(t, task.Validate(), question.ErrQuestion, "engine highs")
}

// TestKeys: what HiGHS begins with is part of the question.
func TestKeys(t *testing.T) {
	in := NewInstances(nil, 1)
	key := func(e question.Engine, s question.Start) string {
		t.Helper()
		q := aces(regression.Program{Kind: regression.AvgErr, N: 2}, e)
		q.Start = s
		return must.Get(must.Get(in.Spec(q))(t).Key())(t).String()
	}
	if key(question.HiGHS, "") != key(question.HiGHS, question.StartSearch) ||
		key(question.HiGHS, "") == key(question.HiGHS, question.StartNone) ||
		key(question.Auto, "") != key(question.Auto, question.StartSearch) {
		t.Error("the keys of starts")
	}
}
