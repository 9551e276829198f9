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
		var a question.Answer
		answers(t, "fit "+c.args, &a)
		for _, r := range a.Round {
			if r.Status != question.Optimal || !r.Together() {
				t.Errorf("%s: %s, weights %v", r.Key(), r.Status, r.Weights)
			}
		}
		if strings.Contains(c.args, "--step") != (len(a.Round) == 2) || a.Status != question.Optimal ||
			!strings.HasPrefix(a.Key(), c.key) || a.Proof == nil {
			t.Errorf("%s: %s, %s", c.args, a.Key(), a.Status)
		}
		text := string(must.Get(json.Marshal(&a))(t))
		forged := strings.Replace(text, c.old, c.new, 1)
		right := write(t, filepath.Join(folder, "right.json"), text)
		wrong := write(t, filepath.Join(folder, "wrong.json"), forged)
		says(t, "verify "+right)
		out := says(t, "explain "+right+" --on 'AhAd Qs7h2d' --json", `"hand": "AhAd",`)
		if strings.Contains(out, `"hands": [`) != a.Together() {
			t.Errorf("%s: %s", c.args, out)
		}
		if _, err := feltlab(t, "verify", wrong); err == nil || forged == text {
			t.Errorf("%s: verify takes the result for another question: %s", c.args, forged)
		}
		if strings.Contains(c.args, "win") {
			continue // the pages are those of the other estimate
		}
		says(t, "sheet "+right+" --step 0 --out "+filepath.Join(folder, "s.html"))
		page := filepath.Join(folder, "page.html")
		says(t, "report "+right+" --out "+page)
		if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), `<main id="own">`) {
			t.Errorf("%s: %v: the page lacks the section", c.args, err)
		}
	}
}

func TestTogetherWords(t *testing.T) {
	const about = " --hand KK+ --together --range TT+ --features 2"
	says(t, "fit"+about, "KK+ together against TT+ by any-hand, AVGERR(2), 235200 pairs of a hand and a flop")
	says(t, "explain"+about, "over all pairs of a hand and a flop", "worst hands", "texture", "most wrong on")
	fails(t, 2, "explain --on Qs7h2d"+about, `such as "AhKd Qs7h2d": the formula is about several hands`)
	says(t, "curve --json"+about, `"hands": "KK+"`)
}

// A sweep of hands together, with estimates and round weights, is verified with its tables.
func TestTogetherSweep(t *testing.T) {
	folder := t.TempDir()
	config, out := filepath.Join(folder, "s.yaml"), filepath.Join(folder, "out")
	yaml := "hands: [AA]\nranges: [TT+]\nprograms: [AVGERR]\nfeatures: [1]\ntogether: true\nestimate: [win, ahead]\n" +
		"steps: [10]\noutput: " + out + "\n"
	says(t, "sweep "+write(t, config, yaml), "TT+ estimating ahead")
	if report := says(t, "verify "+out); strings.Count(report, ": holds") != 4 {
		t.Error(report)
	}
}
