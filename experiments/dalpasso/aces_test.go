package dalpasso

import (
	"encoding/json"
	"testing"

	"feltlab/experiments/experimentstest"
	"feltlab/pipeline/question"
)

func TestSummaries(t *testing.T) {
	env, out := experimentstest.Env(t)
	summary := solves("AA", "ATC", 0.04)
	if err := env.Finish(nil, pages, "aces", summary); err != nil || out.String() != "AA against ATC AVGERR(1): average error 4.0000 points\n" {
		t.Errorf("%q, %v", out, err)
	}
	out.Reset()
	env.JSON = true
	if err := env.Finish(nil, pages, "aces", summary); err != nil {
		t.Fatal(err)
	}
	var back []question.Answer
	if err := json.Unmarshal(out.Bytes(), &back); err != nil || len(back) != 1 || back[0].AverageError != 0.04 {
		t.Errorf("%+v, %v", back, err)
	}
}
