package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/pipeline/question"
)

// TestBest lists the best sets of columns, has the list verified and its proofs checked, and has changes of the list
// refused.
func TestBest(t *testing.T) {
	table := must.Get(filepath.Abs("../../examples/mammo.csv.gz"))(t)
	t.Chdir(t.TempDir())
	ask := []string{"regress", table, "--target", "Malignant", "--features", "3", "--best", "5"}
	text := must.Get(feltlab(t, ask...))(t)
	for _, want := range []string{"best sets of at most 3 columns:", "1. 0.2268: RoundShape; OvalShape; LobularShape",
		"2. 0.2268 (+0.000%): IrregularShape", "5. 0.2331 (+2.752%)", "no other set has an error below 0.2331",
		"the first 2 have the same error"} {
		if !strings.Contains(text, want) {
			t.Errorf("want %q in\n%s", want, text)
		}
	}
	out := must.Get(feltlab(t, append(ask, "--json")...))(t)
	must.Do(t, os.WriteFile("best.json", []byte(out), 0o600))
	verified := must.Get(feltlab(t, "verify", "best.json", "--data", table))(t)
	if !strings.Contains(verified, "replayed 5 proofs") {
		t.Error(verified)
	}
	for _, number := range []string{"1", "2"} {
		must.Get(feltlab(t, "proof", "expand", "best.json", "--best", number, "--data", table, "--out",
			"best.proof"))(t)
		got := must.Get(feltlab(t, "verify", "best.proof", "--data", table))(t)
		if !strings.Contains(got, "but formulas with all columns of (RoundShape and OvalShape and LobularShape)") {
			t.Error(got)
		}
	}
	for _, number := range []string{"3", "7"} {
		if _, err := feltlab(t, "proof", "expand", "best.json", "--best", number, "--data", table, "--out",
			"x"); err == nil {
			t.Errorf("a proof of set %s", number)
		}
	}
	for name, forge := range map[string]func(a *question.Answer){
		"order":         func(a *question.Answer) { s := a.Best.Sets; s[2], s[4] = s[4], s[2] },
		"last one less": func(a *question.Answer) { a.Best.Sets = a.Best.Sets[:4] },
		"bound":         func(a *question.Answer) { a.Best.Bound += 1e-6 },
		"ties":          func(a *question.Answer) { a.Best.Ties = 0 },
		"error":         func(a *question.Answer) { a.Best.Sets[3].AverageError += 1e-9 },
		"name":          func(a *question.Answer) { a.Best.Sets[3].Features[0].Name = "RoundShape" },
		"number":        func(a *question.Answer) { a.Best.Sets[3].Features[0].ID = 999 },
		"no proof":      func(a *question.Answer) { a.Best.Proof = nil },
		"no bound":      func(a *question.Answer) { a.Best.Bound = question.NewAnswer(a.Question()).Gap },
		"another proof": func(a *question.Answer) { a.Best.Proof = a.Best.Sets[1].Proof },
		"a set's proof": func(a *question.Answer) { a.Best.Sets[1].Proof = a.Best.Proof },
		"no set proof":  func(a *question.Answer) { a.Best.Sets[1].Proof = nil },
		"as the bound":  func(a *question.Answer) { a.Proof, a.LowerBound = a.Best.Proof, a.Best.Bound },
		"a set twice":   func(a *question.Answer) { a.Best.Sets[4] = a.Best.Sets[3] },
		"too large": func(a *question.Answer) {
			a.Best.Sets[1].Features = append(a.Best.Sets[1].Features, a.Best.Sets[0].Features...)
		},
	} {
		var a question.Answer
		must.Do(t, json.Unmarshal([]byte(out), &a))
		forge(&a)
		must.Do(t, os.WriteFile("forged.json", must.Get(json.Marshal(a.InTargetUnit()))(t), 0o600))
		if text, err := feltlab(t, "verify", "forged.json", "--data", table); err == nil {
			t.Errorf("%s: %s", name, text)
		}
	}
	for _, bad := range [][]string{{"--best", "1"}, {"--best", "101"}, {"--best", "2", "--loss", "wrong"},
		{"--best", "2", "--max-error", "5"}} {
		_, err := feltlab(t, append([]string{"regress", table, "--target", "Malignant"}, bad...)...)
		if ExitCode(err) != 2 {
			t.Errorf("%v: %v", bad, err)
		}
	}
}
