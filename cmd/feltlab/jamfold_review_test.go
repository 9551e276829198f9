package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/pipeline/jamfold"
)

// headsUpHistories copies histories of two players, which are solved in no time, to a folder with other files.
func headsUpHistories(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for from, to := range map[string]string{
		"stars-02-en-sng-heads-up.txt": "a.txt", "gg-06-heads-up-call.txt": "more/b.txt",
		"party-04-euro-heads-up.txt": "more/c.txt", "stars-13-pt-limp.txt": "d.txt", "stars-19-en-old.txt": "e.txt",
	} {
		text := must.Get(os.ReadFile(filepath.Join("../../model/history/testdata", from)))(t)
		if to == "e.txt" { // aces that fold, and the hand cut off behind them
			fold := strings.Replace(string(text),
				"Hero: raises 1300 to 1500 and is all-in\nold man: folds\nHero collected 1700",
				"Hero: folds\nold man collected 300", 1)
			cut := strings.Replace(fold[:len(fold)/2], "6876227979", "6876227980", 1)
			text = []byte(fold + "\n" + cut + "\n" + fold)
		}
		write(t, filepath.Join(folder, to), string(text))
	}
	write(t, filepath.Join(folder, "notes.txt"), "no hand\n")
	return folder
}

func TestReview(t *testing.T) {
	folder := headsUpHistories(t)
	outputs := t.TempDir()
	deck, page := filepath.Join(outputs, "deck.csv"), filepath.Join(outputs, "review.html")
	var r jamfold.Review
	out := answers(t, "jamfold review "+folder+" --all --deck "+deck+" --out "+page, &r)
	worst := r.Decisions[0]
	if r.Hands != 5 || r.Asked != 7 || r.Wrong < 1 || r.Asked != r.Right+r.Close+r.Wrong ||
		len(r.Decisions) != r.Asked || worst.Hand != "6876227979" || worst.Best != "jam" || worst.Did != "fold" ||
		worst.Loss < 1 || worst.Player != "Hero" ||
		worst.Stacks != "7.5bb,7.5bb" || r.Costs[0].Of != "SB" || r.Costs[0].Loss < worst.Loss {
		t.Errorf("%+v\n%s", worst, out)
	}
	reasons := map[string]int{}
	for _, s := range append(r.NotRead, r.NotAsked...) {
		reasons[s.Reason] += s.Count
	}
	for reason, n := range map[string]int{
		"the hand is cut off before its end": 1, "the hand was read before": 1, "the player limped or checked": 1,
		"the file has no hand of a room that is known": 1,
	} {
		if reasons[reason] != n {
			t.Errorf("%s: %d, want %d of %v", reason, reasons[reason], n, reasons)
		}
	}
	for _, d := range r.Decisions { // a difference below the error is never a mistake
		near := max(d.Difference, -d.Difference) <= d.Error
		if (d.Verdict == jamfold.Close) != near || (d.Loss > 0) != (d.Verdict == jamfold.Mistake) {
			t.Errorf("%+v", d)
		}
	}
	if text := string(must.Get(os.ReadFile(deck))(t)); strings.Count(text, "you did") != r.Wrong ||
		!strings.Contains(text, "<b>AhAd</b>") {
		t.Errorf("deck:\n%s", text)
	}
	if text := string(must.Get(os.ReadFile(page))(t)); !strings.Contains(text, "6876227979") ||
		!strings.Contains(text, "first in: fold for jam") {
		t.Errorf("page:\n%s", text)
	}
	text := says(t, "jamfold review "+folder+" --all --anonymous --prizes 60,40", "loss $", "dollars")
	if strings.Contains(text, folder) {
		t.Error(text)
	}
	csv := says(t, "jamfold review "+filepath.Join(folder, "a.txt")+" --out -")
	if !strings.HasPrefix(csv, "room,hand,") || strings.Count(csv, "\n") != 2 {
		t.Error(csv)
	}
	markdown := filepath.Join(outputs, "a.md")
	says(t, "jamfold review "+filepath.Join(folder, "a.txt")+" --out "+markdown)
	if text := string(must.Get(os.ReadFile(markdown))(t)); !strings.HasPrefix(text, "| room | hand |") {
		t.Error(text)
	}
}

// TestReviewOpened reviews a jam of two players over a raise, with hands of the raise from a file.
func TestReviewOpened(t *testing.T) {
	file := filepath.Join("../../model/history/testdata", "party-01-heads-up-no-blind-lines.txt")
	hands := write(t, filepath.Join(t.TempDir(), "x.txt"), "# of the small blind\nSB top 30%\n")
	without := says(t, "jamfold review "+file+" --all", "a raise came before the jam")
	says(t, "jamfold review "+file+" --all --opened "+hands, "SB 3bb top 30%  Tc8c")
	if strings.Contains(without, "SB 3bb") {
		t.Error(without)
	}
}

func TestReviewOfNothing(t *testing.T) {
	mail := write(t, filepath.Join(t.TempDir(), "mail.txt"), "Dear sir,\n")
	out, err := feltlab(t, "jamfold", "review", mail)
	if err == nil || ExitCode(err) != 1 || !strings.Contains(err.Error(), "no hand was read") ||
		!strings.Contains(out, mail) {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestReviewBadUsage(t *testing.T) {
	refuses(t, "jamfold review", map[string]string{
		"":                          "want FILE",
		"missing.txt":               "missing.txt",
		"x.txt --prizes 30,50":      "largest first",
		"x.txt --others 5bb":        "add --prizes",
		"x.txt --out review.docx":   ".html, .csv",
		"x.txt --bounty all":        "fixed",
		"x.txt --deepest ten":       "want big blinds",
		"x.txt --opened BTN":        "BTN has no hands",
		"x.txt --opened none.txt":   "none.txt",
		"x.txt --prizes 5 --others": "needs an argument",
	})
}
