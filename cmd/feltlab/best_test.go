package main

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"feltlab/internal/must"
	"feltlab/pipeline/question"
)

// TestBest lists the best sets of columns, has the list verified and its proofs checked, and has changes of the list
// refused.
func TestBest(t *testing.T) {
	table := must.Get(filepath.Abs("../../examples/mammo.csv.gz"))(t)
	t.Chdir(t.TempDir())
	ask := "regress " + table + " --target Malignant "
	says(t, ask+"--features 3 --best 5", "best sets of at most 3 columns:",
		"1. 0.2268: RoundShape; OvalShape; LobularShape", "2. 0.2268 (+0.000%): IrregularShape", "5. 0.2331 (+2.752%)",
		"no other set has an error below 0.2331", "the first 2 have the same error")
	out := says(t, ask+"--features 3 --best 5 --json")
	write(t, "best.json", out)
	says(t, "verify best.json --data "+table, "replayed 5 proofs")
	expand := "proof expand best.json --out best.proof --data " + table + " --best "
	for _, number := range []string{"1", "2"} {
		says(t, expand+number)
		says(t, "verify best.proof --data "+table,
			"but formulas with all columns of (RoundShape and OvalShape and LobularShape)")
	}
	for _, number := range []string{"3", "7"} {
		fails(t, 2, expand+number, "the list has no such proof")
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
		write(t, "forged.json", string(must.Get(json.Marshal(a.InTargetUnit()))(t)))
		if text, err := feltlab(t, "verify", "forged.json", "--data", table); err == nil {
			t.Errorf("%s: %s", name, text)
		}
	}
	refuses(t, ask, map[string]string{"--best 1": "want 2 to", "--best 101": "want",
		"--best 2 --loss wrong": "--best lists", "--best 2 --max-error 5": "--best lists"})
}
