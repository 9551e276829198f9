package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/pipeline/question"
)

// A formula on the turn is proved and verified; the same statement about another street is false.
func TestStreet(t *testing.T) {
	ask := []string{"fit", "--hand", "JTs", "--range", "RUS", "--features", "1", "--street", "turn"}
	out := must.Get(feltlab(t, append(ask, "--json")...))(t)
	var a question.Answer
	must.Do(t, json.Unmarshal([]byte(out), &a))
	flop := question.MustSubject("JTs", "RUS")
	if a.Status != question.Optimal || a.Against().Street != cards.Turn || a.Against().Own() || a.Is(flop) ||
		a.Key() == flop.Key() {
		t.Errorf("status %s of %s", a.Status, a.Key())
	}
	var again question.Question
	text, err := question.Question{Subject: a.Subject, Program: a.Program(), TimeLimit: 1}.MarshalText()
	if err := errors.Join(err, again.UnmarshalText(text)); err != nil || !again.Is(a.Subject) {
		t.Errorf("%s is read as %v, %v", text, again.Subject, err)
	}
	for street, want := range map[string]string{"": "reading", `"street": "turn",`: ""} {
		file := filepath.Join(t.TempDir(), "r.json")
		must.Do(t, os.WriteFile(file, []byte(strings.Replace(out, `"street": "turn",`, street, 1)), 0o600))
		report, err := feltlab(t, "verify", file)
		if (err == nil) != (want == "") || !strings.Contains(report, want) {
			t.Errorf("%q: %v\n%s", street, err, report)
		}
	}
	if out, err = feltlab(t, ask...); err != nil || !strings.Contains(out, "on the turn, AVGERR(1), 230300 boards") ||
		!strings.Contains(out, "most wrong on, holding JsTs:") {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestStreetRefused(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"fit --hand AA --features 2 --street rail", "rail"},
		{"fit --hand AA --features 2 --street turn --feature-set " + plainSet,
			"plain is for the flop, not for the turn"},
		{"regress x.csv --target y --features 2 --street turn", "unknown flag: --street"},
		{"explain --hand JTs --street turn --on Qs7h2d --range RUS --features 1",
			"want the 4 cards of a turn, or the 6 of a hand"},
		{"explain --hand JTs --street turn --on Js7h2d3c --range RUS --features 1",
			"name the two cards before the board"},
		{"curve --hand AKs --street turn --estimate win --features 1", "are for the flop, not for the turn"},
		{"explain --hand AKs --street turn --together --features 1", "are for the flop, not for the turn"},
		{"explain --hand AKs --street turn --estimate ahead --features 1", "are for the flop, not for the turn"},
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
		yaml := "hands: JTs\nranges: RUS\nprograms: AVGERR\nfeatures: 1\noutput: " + out + "\n" + text + "\n"
		must.Do(t, os.WriteFile(config, []byte(yaml), 0o600))
		_, err := feltlab(t, "sweep", config)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Fatalf("%s: %v, want %s", text, err, want)
		}
	}
	if report, err := feltlab(t, "verify", out); err != nil || strings.Count(report, ": holds") != 4 {
		t.Errorf("%v\n%s", err, report)
	}
	manifest, err := os.ReadFile(filepath.Join(out, "sweep.json"))
	if err != nil || !strings.Contains(string(manifest), `"reading": "paper-2, words-2:`) {
		t.Errorf("%v\n%s", err, manifest)
	}
	table, err := feltlab(t, "export", out)
	if err != nil || !strings.Contains(table, "JTs,RUS on the turn,AVGERR") ||
		!strings.Contains(table, "JTs,RUS,AVGERR") {
		t.Errorf("%v\n%s", err, table)
	}
	page := filepath.Join(folder, "x.html")
	if _, err := feltlab(t, "report", out, "--out", page); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), "JTs against RUS on the turn") {
		t.Errorf("%v, or the page does not name the turn", err)
	}
	explained, err := feltlab(t, "explain", out, "--street", "turn", "--on", "JhTh Qs7h2d7c")
	on := regexp.MustCompile(`on the board\s+hand +JhTh\s+flop +Qs7h2d7c\s+alike +\d+\s+equity `)
	if err != nil || !on.MatchString(explained) {
		t.Errorf("%v\n%s", err, explained)
	}
	if text, err := feltlab(t, "explain", out, "--worst", "1"); err != nil ||
		!strings.Contains(text, "four of a suit") ||
		!strings.Contains(text, "one suit") {
		t.Errorf("%v\n%s", err, text)
	}
	if _, err := feltlab(t, "sheet", "--out", page, out, "--step", "0"); err != nil {
		t.Error(err)
	}
}
