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

// Formulas for hands together, and of other estimates, are proved; verify counts them from the cards, and takes them
// for nothing else.
func TestTogether(t *testing.T) {
	folder := t.TempDir()
	for _, c := range []struct {
		args     string
		key      string
		old, new string // turn a result into one about another question
	}{
		{"--hand KK+ --together --range TT+ --features 2 --step 10,1", "together KK+; ", `"hands":"KK+"`,
			`"hands":"AA"`},
		{"--hand AA --range TT+ --features 2 --estimate ahead", "AA; TT+ estimating ahead", `"estimate":"ahead"`,
			`"estimate":"win"`},
		{"--hand AA --range TT+ --features 2 --estimate win", "AA; TT+ estimating win", `"estimate":"win",`, ""},
	} {
		out, err := feltlab(t, strings.Fields("fit --json "+c.args)...)
		if err != nil {
			t.Fatal(err)
		}
		var a question.Answer
		if err := json.Unmarshal([]byte(out), &a); err != nil {
			t.Fatal(err)
		}
		for _, r := range a.Round {
			if r.Status != question.Optimal || !r.Together() {
				t.Errorf("%s: %s, weights %v", r.Key(), r.Status, r.Weights)
			}
		}
		if strings.Contains(c.args, "--step") != (len(a.Round) == 2) || a.Status != question.Optimal ||
			!strings.HasPrefix(a.Key(), c.key) || a.Proof == nil {
			t.Errorf("%s: %s, %s", c.args, a.Key(), a.Status)
		}
		text, err := json.Marshal(&a)
		if err != nil {
			t.Fatal(err)
		}
		right, wrong := filepath.Join(folder, "right.json"), filepath.Join(folder, "wrong.json")
		forged := strings.Replace(string(text), c.old, c.new, 1)
		for path, content := range map[string]string{right: string(text), wrong: forged} {
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if out, err := feltlab(t, "verify", right); err != nil {
			t.Errorf("%s: %v\n%s", c.args, err, out)
		}
		out, err = feltlab(t, "explain", right, "--on", "AhAd Qs7h2d", "--json")
		if err != nil || !strings.Contains(out, `"hand": "AhAd",`) ||
			strings.Contains(out, `"hands": [`) != a.Together() {
			t.Errorf("%s: %v\n%s", c.args, err, out)
		}
		if _, err := feltlab(t, "verify", wrong); err == nil || forged == string(text) {
			t.Errorf("%s: verify takes the result for another question: %s", c.args, forged)
		}
		if strings.Contains(c.args, "win") {
			continue // the pages are those of the other estimate
		}
		if _, err := feltlab(t, "sheet", right, "--step", "0", "--out", filepath.Join(folder, "s.html")); err != nil {
			t.Errorf("%s: %v", c.args, err)
		}
		page := filepath.Join(folder, "page.html")
		if _, err := feltlab(t, "report", right, "--out", page); err != nil {
			t.Error(err)
		}
		if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), `<main id="own">`) {
			t.Errorf("%s: %v: the page lacks the section", c.args, err)
		}
	}
}

func TestTogetherWords(t *testing.T) {
	out, err := feltlab(t, "fit", "--hand", "KK+", "--together", "--range", "TT+", "--features", "2")
	if err != nil || !strings.Contains(out,
		"KK+ together against TT+ by any-hand, AVGERR(2), 235200 pairs of a hand and a flop") {
		t.Errorf("%v\n%s", err, out)
	}
	out, err = feltlab(t, "explain", "--hand", "KK+", "--together", "--range", "TT+", "--features", "2")
	for _, want := range []string{"over all pairs of a hand and a flop", "worst hands", "texture", "most wrong on"} {
		if err != nil || !strings.Contains(out, want) {
			t.Errorf("%v, no %q in\n%s", err, want, out)
		}
	}
	_, err = feltlab(t, "explain", "--hand", "KK+", "--together", "--range", "TT+", "--features", "2", "--on", "Qs7h2d")
	if err == nil || !strings.Contains(err.Error(), `such as "AhKd Qs7h2d": the formula is about several hands`) {
		t.Error(err)
	}
	out, err = feltlab(t, "curve", "--hand", "KK+", "--together", "--range", "TT+", "--features", "2", "--json")
	if err != nil || !strings.Contains(out, `"hands": "KK+"`) {
		t.Errorf("%v\n%s", err, out)
	}
}

// A sweep of hands together, with estimates and round weights, is verified with its tables.
func TestTogetherSweep(t *testing.T) {
	folder := t.TempDir()
	config, out := filepath.Join(folder, "s.yaml"), filepath.Join(folder, "out")
	yaml := "hands: [AA]\nranges: [TT+]\nprograms: [AVGERR]\nfeatures: [1]\ntogether: true\nestimate: [win, ahead]\n" +
		"steps: [10]\noutput: " + out + "\n"
	must.Do(t, os.WriteFile(config, []byte(yaml), 0o600))
	printed, err := feltlab(t, "sweep", config)
	if err != nil || !strings.Contains(printed, "TT+ estimating ahead") {
		t.Errorf("%v\n%s", err, printed)
	}
	if report, err := feltlab(t, "verify", out); err != nil || strings.Count(report, ": holds") != 4 {
		t.Errorf("%v\n%s", err, report)
	}
}
