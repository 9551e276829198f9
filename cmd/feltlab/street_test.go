package main

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"feltlab/model/cards"
	"feltlab/pipeline/question"
)

// A formula on the turn is proved and verified; the same statement about another street is false.
func TestStreet(t *testing.T) {
	const ask = "fit --hand JTs --range RUS --features 1 --street turn"
	var a question.Answer
	out := answers(t, ask, &a)
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
		file := write(t, filepath.Join(t.TempDir(), "r.json"), strings.Replace(out, `"street": "turn",`, street, 1))
		report, err := feltlab(t, "verify", file)
		if (err == nil) != (want == "") || !strings.Contains(report, want) {
			t.Errorf("%q: %v\n%s", street, err, report)
		}
	}
	says(t, ask, "on the turn, AVGERR(1), 230300 boards", "most wrong on, holding JsTs:")
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
		fails(t, 2, c.args, c.want)
	}
}

// A sweep takes several streets; its folder is verified, a report shows it, and commands about flops refuse it.
func TestStreetSweep(t *testing.T) {
	folder := t.TempDir()
	config, out := filepath.Join(folder, "s.yaml"), filepath.Join(folder, "out")
	yaml := "hands: JTs\nranges: RUS\nprograms: AVGERR\nfeatures: 1\noutput: " + out + "\nstreet: "
	fails(t, 2, "sweep "+write(t, config, yaml+"rail\n"), `unknown street "rail"`)
	says(t, "sweep "+write(t, config, yaml+"[flop, turn]\n"))
	if report := says(t, "verify "+out); strings.Count(report, ": holds") != 4 {
		t.Error(report)
	}
	manifest, err := os.ReadFile(filepath.Join(out, "sweep.json"))
	if err != nil || !strings.Contains(string(manifest), `"reading": "paper-2, words-2:`) {
		t.Errorf("%v\n%s", err, manifest)
	}
	says(t, "export "+out, "JTs,RUS on the turn,AVGERR", "JTs,RUS,AVGERR")
	page := filepath.Join(folder, "x.html")
	says(t, "report "+out+" --out "+page)
	if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), "JTs against RUS on the turn") {
		t.Errorf("%v, or the page does not name the turn", err)
	}
	explained := says(t, "explain "+out+" --street turn --on 'JhTh Qs7h2d7c'")
	on := regexp.MustCompile(`on the board\s+hand +JhTh\s+flop +Qs7h2d7c\s+alike +\d+\s+equity `)
	if !on.MatchString(explained) {
		t.Error(explained)
	}
	says(t, "explain "+out+" --worst 1", "four of a suit", "one suit")
	says(t, "sheet --out "+page+" --step 0 "+out)
}
