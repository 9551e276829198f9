package fit

import (
	"errors"
	"strings"
	"testing"
	"time"

	"feltlab/model/regression"
)

func TestStart(t *testing.T) {
	if s, err := ParseStart("NONE"); s != StartNone || err != nil {
		t.Error(s, err)
	}
	if _, err := ParseStart("serch"); !errors.Is(err, ErrTask) || !strings.Contains(err.Error(), `did you mean "search"`) {
		t.Error(err)
	}
	task := Task{Hand: "AA", Range: "ATC", Program: regression.Program{Kind: regression.AvgErr, N: 2}, Engine: Exact, Start: StartNone, TimeLimit: time.Second}
	if err := task.Validate(); !errors.Is(err, ErrTask) || !strings.Contains(err.Error(), "engine highs") {
		t.Error(err)
	}
}

// TestKeys: what HiGHS begins with is part of the question.
func TestKeys(t *testing.T) {
	in := NewInstances(nil, 1)
	key := func(e Engine, s Start) string {
		t.Helper()
		spec, err := in.Spec(Task{Hand: "AA", Range: "ATC", Program: regression.Program{Kind: regression.AvgErr, N: 2}, Engine: e, Start: s, TimeLimit: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		k, err := spec.Key()
		if err != nil {
			t.Fatal(err)
		}
		return k.String()
	}
	if key(HiGHS, "") != key(HiGHS, StartSearch) || key(HiGHS, "") == key(HiGHS, StartNone) || key(Auto, "") != key(Auto, StartSearch) {
		t.Error("the keys of starts")
	}
}
