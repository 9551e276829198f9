package fit

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

func TestReadResults(t *testing.T) {
	inst := small(matrixtest.Source(t, 5), 25, 4)
	task := aces(regression.Program{Kind: regression.AvgErr, N: 2}, question.Search)
	r := must.Get(Solve(t.Context(), inst, task, Options{}))(t)
	raw := must.Get(json.Marshal(r))(t)
	one := string(raw)
	for text, want := range map[string]int{one: 1, one + "\n" + one + "\n": 2, "[" + one + "," + one + "]": 2} {
		t.Run(text, func(t *testing.T) {
			got, err := question.ReadAnswers(strings.NewReader(text))
			if err != nil || len(got) != want {
				t.Fatalf("%d results, %v, want %d", len(got), err, want)
			}
			for _, r := range got {
				must.Do(t, ledger.CheckStatements(inst, r))
			}
		})
	}
	for _, text := range []string{
		"", "[]", "{}", "[null]", "3", "{", `{"hand":"AA","range":"ATC"}`, one + "x",
		// What encoding/json reads as one number and other programs as another.
		strings.Replace(one, `"lower_bound":`, `"lower_bound":1,"lower_bound":`, 1),
		strings.Replace(one, `"lower_bound":`, `"lower_bound":1,"Lower_bound":`, 1),
		strings.Replace(one, `"status":`, `"status":"optimal","\u017ftatus":`, 1), // a long s, which folds to s
		strings.Replace(one, `"weight":`, `"weight":1,"WEIGHT":`, 1),
	} {
		if _, err := question.ReadAnswers(strings.NewReader(text)); !errors.Is(err, question.ErrAnswer) {
			t.Errorf("%q: %v", text, err)
		}
	}
	r.MaxError += 1e-6
	must.Fail(t, ledger.CheckStatements(inst, r), question.ErrAnswer)
}
