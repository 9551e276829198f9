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

const plainSet = "../../configs/features/plain.yaml"

// A formula of features of one's own is proved, verified by the file of the set alone, and not by another.
func TestFeatureSet(t *testing.T) {
	folder := t.TempDir()
	results, page := filepath.Join(folder, "r.json"), filepath.Join(folder, "page.html")
	set := string(must.Get(os.ReadFile(plainSet))(t))
	other := write(t, filepath.Join(folder, "other.yaml"),
		strings.Replace(set, "outs.clean >= 14", "outs.clean >= 13", 1))
	const ask = "fit --hand AA --range RUS --features 2 --feature-set "
	var a, b question.Answer
	answers(t, ask+plainSet, &a)
	if a.Status != question.Optimal || a.Reading != a.Against().FeatureSet.Reading || a.Reading == "" ||
		a.Proof == nil {
		t.Errorf("status %s, reading %q, set %q", a.Status, a.Reading, a.Against().FeatureSet.Reading)
	}
	if answers(t, ask+other, &b); b.Is(a.Subject) || b.Key() == a.Key() {
		t.Errorf("a changed file is the same set: %s", b.Key())
	}
	write(t, results, string(must.Get(json.Marshal(&a))(t)))
	says(t, "verify "+results+" --feature-set "+plainSet)
	for args, want := range map[string]string{
		"": "name it with --feature-set", " --feature-set " + other: "other.yaml is another feature",
	} {
		if _, err := feltlab(t, words("verify "+results+args)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
	says(t, "report "+results+" --out "+page)
	if text := string(must.Get(os.ReadFile(page))(t)); !strings.Contains(text, `<main id="own">`) {
		t.Error("the page has no section of its own")
	}
}

func TestFeaturesOfOnesOwn(t *testing.T) {
	says(t, "features AhKd Qs7h2d --feature-set "+plainSet, "F2   we have four to seven clean outs")
	bad := write(t, filepath.Join(t.TempDir(), "bad.yaml"),
		"name: x\nfeatures:\n  - {name: a, when: \"outs.claen > 3\"}\n")
	refuses(t, "", map[string]string{
		"features AhKd Qs7h2d --feature-set " + bad:          `bad.yaml:3:22: feature "a": unknown word "outs.claen"`,
		"features AhKd Qs7h2d3c --feature-set " + plainSet:   "not for a board of 4 cards",
		"fit --hand AA --features 2 --feature-set " + bad:    `did you mean "outs.clean"?`,
		"fit --hand AA --features 2 --feature-set none.yaml": "none.yaml",
		"dataset --all --feature-set " + plainSet:            "--feature-set is for a hand",
	})
}
