package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/model/cards"
	"feltlab/pipeline/question"
)

// A formula on the turn is proved and verified; the same statement about another street is false.
func TestStreet(t *testing.T) {
	ask := []string{"fit", "--hand", "AKs", "--range", "RUS", "--features", "1", "--street", "turn"}
	out, err := feltlab(t, append(ask, "--json")...)
	if err != nil {
		t.Fatal(err)
	}
	var a question.Answer
	if err := json.Unmarshal([]byte(out), &a); err != nil {
		t.Fatal(err)
	}
	flop := a.Subject.On(cards.Flop)
	if a.Status != question.Optimal || a.Street != cards.Turn || a.OwnFeatures() || a.Is(flop) || a.Key() == flop.Key() {
		t.Errorf("status %s of %s", a.Status, a.Key())
	}
	var again question.Question
	text, err := question.Question{Subject: a.Subject, Program: a.Program(), TimeLimit: 1}.MarshalText()
	if err := errors.Join(err, again.UnmarshalText(text)); err != nil || !again.Is(a.Subject) {
		t.Errorf("%s is read as %v, %v", text, again.Subject, err)
	}
	for street, want := range map[string]string{"": "reading", `"street": "turn",`: ""} {
		file := filepath.Join(t.TempDir(), "r.json")
		if err := os.WriteFile(file, []byte(strings.Replace(out, `"street": "turn",`, street, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		report, err := feltlab(t, "verify", file)
		if (err == nil) != (want == "") || !strings.Contains(report, want) {
			t.Errorf("%q: %v\n%s", street, err, report)
		}
	}
	if out, err = feltlab(t, ask...); err != nil || !strings.Contains(out, "on the turn, AVGERR(1), 230300 boards") ||
		!strings.Contains(out, "most wrong on, as AsKs:") {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestStreetRefused(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"fit --hand AA --features 2 --street rail", "rail"},
		{"fit --hand AA --features 2 --street turn --feature-set " + plainSet, "plain is for the flop, not for the turn"},
		{"fit --data x.csv --target y --features 2 --street turn", "--street works for hands only"},
		{"fit --dataset x.csv --features 2 --street turn", "leave out --street"},
	} {
		_, err := feltlab(t, strings.Fields(c.args)...)
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.As(err, new(usageError)) {
			t.Errorf("%s: %v, want %s", c.args, err, c.want)
		}
	}
}

// A sweep takes several streets; its folder is verified, a report shows it, and commands about flops refuse it.
func TestStreetSweep(t *testing.T) {
	folder := t.TempDir()
	config, out := filepath.Join(folder, "s.yaml"), filepath.Join(folder, "out")
	for text, want := range map[string]string{
		"street: rail":         `unknown street "rail"`,
		"street: [flop, turn]": "",
	} {
		yaml := "hands: AKs\nranges: RUS\nprograms: AVGERR\nfeatures: 1\noutput: " + out + "\n" + text + "\n"
		if err := os.WriteFile(config, []byte(yaml), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := feltlab(t, "sweep", config)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Fatalf("%s: %v, want %s", text, err, want)
		}
	}
	if report, err := feltlab(t, "verify", out); err != nil || strings.Count(report, ": holds") != 4 {
		t.Errorf("%v\n%s", err, report)
	}
	table, err := feltlab(t, "export", out)
	if err != nil || !strings.Contains(table, "AKs,RUS on the turn,AVGERR") || !strings.Contains(table, "AKs,RUS,AVGERR") {
		t.Errorf("%v\n%s", err, table)
	}
	page := filepath.Join(folder, "x.html")
	if _, err := feltlab(t, "report", out, "--out", page); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), "AKs against RUS on the turn") {
		t.Errorf("%v, or the page does not name the turn", err)
	}
	if _, err := feltlab(t, "explain", out); err == nil || !strings.Contains(err.Error(), "the turn") {
		t.Errorf("explain: %v", err)
	}
}
