package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/pipeline/question"
)

const plainSet = "../../configs/features/plain.yaml"

// A formula of features of one's own is proved, verified by the file of the set alone, and not by another.
func TestFeatureSet(t *testing.T) {
	folder := t.TempDir()
	results, other := filepath.Join(folder, "r.json"), filepath.Join(folder, "other.yaml")
	set, err := os.ReadFile(plainSet)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(set), "outs.clean >= 14", "outs.clean >= 13", 1)
	if err := os.WriteFile(other, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	ask := []string{"fit", "--hand", "AA", "--range", "RUS", "--features", "2", "--json", "--feature-set"}
	out, err := feltlab(t, append(ask, plainSet)...)
	if err != nil {
		t.Fatal(err)
	}
	var a, b question.Answer
	if err := json.Unmarshal([]byte(out), &a); err != nil {
		t.Fatal(err)
	}
	if a.Status != question.Optimal || a.Reading != a.Against().FeatureSet.Reading || a.Reading == "" ||
		a.Proof == nil {
		t.Errorf("status %s, reading %q, set %q", a.Status, a.Reading, a.Against().FeatureSet.Reading)
	}
	if out, err = feltlab(t, append(ask, other)...); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(out), &b); err != nil || b.Is(a.Subject) || b.Key() == a.Key() {
		t.Errorf("a changed file is the same set: %s, %v", b.Key(), err)
	}
	text, err := json.Marshal(&a)
	if err == nil {
		err = os.WriteFile(results, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := feltlab(t, "verify", results, "--feature-set", plainSet); err != nil {
		t.Error(err)
	}
	for want, args := range map[string][]string{
		"name it with --feature-set":    {"verify", results},
		"other.yaml is another feature": {"verify", results, "--feature-set", other},
	} {
		if _, err := feltlab(t, args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v", args, err)
		}
	}
	page := filepath.Join(folder, "page.html")
	if _, err := feltlab(t, "report", results, "--out", page); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), `<main id="own">`) {
		t.Errorf("the page has no section of its own: %v", err)
	}
}

func TestFeaturesOfOnesOwn(t *testing.T) {
	out, err := feltlab(t, "features", "AhKd", "Qs7h2d", "--feature-set", plainSet)
	if err != nil || !strings.Contains(out, "F2   we have four to seven clean outs") {
		t.Errorf("%v\n%s", err, out)
	}
	bad := filepath.Join(t.TempDir(), "bad.yaml")
	if err := os.WriteFile(bad, []byte("name: x\nfeatures:\n  - {name: a, when: \"outs.claen > 3\"}\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"features", "AhKd", "Qs7h2d", "--feature-set", bad},
			`bad.yaml:3:22: feature "a": unknown word "outs.claen"`},
		{[]string{"features", "AhKd", "Qs7h2d3c", "--feature-set", plainSet}, "not for a board of 4 cards"},
		{[]string{"fit", "--hand", "AA", "--features", "2", "--feature-set", bad}, `did you mean "outs.clean"?`},
		{[]string{"fit", "--hand", "AA", "--features", "2", "--feature-set", "none.yaml"}, "none.yaml"},
		{[]string{"dataset", "--all", "--feature-set", plainSet}, "--feature-set is for a hand"},
	} {
		_, err := feltlab(t, c.args...)
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.As(err, new(usageError)) {
			t.Errorf("%v: %v, want %s", c.args, err, c.want)
		}
	}
}
