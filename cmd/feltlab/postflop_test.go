package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/pipeline/postflop"
)

// The AKQ game by the command: the table of its solution has the frequencies of the closed form, a state resumes and is
// judged as the solution was, and the page names the mistake.
func TestPostflop(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	akq := filepath.Join("..", "..", "examples", "postflop-akq.yaml")
	must.Get(feltlab(t, "postflop", "solve", akq, "--target", "0.1%", "--iterations", "30", "--state",
		at("akq.state")))(t)
	out := must.Get(feltlab(t, "postflop", "solve", akq, "--target", "0.1%", "--state", at("akq.state"),
		"--out", at("akq.csv"), "--json"))(t)
	var solved, judged postflop.Verdict
	must.Do(t, json.Unmarshal([]byte(out), &solved))
	if solved.PotShare > 0.001 || solved.EV[0] < 7.45 || solved.EV[0] > 7.55 || len(solved.First) != 2 {
		t.Errorf("%+v", solved)
	}
	out = must.Get(feltlab(t, "postflop", "judge", akq, at("akq.state"), "--json"))(t)
	must.Do(t, json.Unmarshal([]byte(out), &judged))
	if judged.EV != solved.EV || judged.Best != solved.Best {
		t.Errorf("the state is judged %v, %v; it was %v, %v", judged.EV, judged.Best, solved.EV, solved.Best)
	}
	table := string(must.Get(os.ReadFile(at("akq.csv")))(t))
	if !strings.Contains(table, "/,8s8d5c3h2h,oop,AdAc,1,1,1") || strings.Count(table, "\n") != 1+2*2+2+2+2*2 {
		t.Errorf("%s", table)
	}
	must.Get(feltlab(t, "postflop", "judge", akq, "uniform", "--page", at("loss.html")))(t)
	page := string(must.Get(os.ReadFile(at("loss.html")))(t))
	if !strings.Contains(page, "Out of position jams 10; in position acts (/r10)") {
		t.Errorf("%s", page)
	}
}

func TestPostflopUsage(t *testing.T) {
	akq := filepath.Join("..", "..", "examples", "postflop-akq.yaml")
	for args, want := range map[string]string{
		"judge AKQ nothing.json":                 "is none of always-fold",
		"judge AKQ AKQ":                          "bad strategy",
		"judge AKQ uniform --page x.txt":         "ends in .html",
		"solve AKQ --out x.txt":                  ".csv, .parquet",
		"solve AKQ --lock /:check":               "want actions and their frequencies",
		"solve AKQ --lock nothing.json":          "nothing.json",
		"solve AKQ --target 5":                   "want a percentage",
		"solve AKQ --state s --lock /:check100%": "want one of them",
		"AKQ AKQ":                                "at most 1",
		"AKQ --stack 1000000000000":              "stack 1e+12",
	} {
		words := strings.Fields("postflop " + strings.ReplaceAll(args, "AKQ", akq))
		if _, err := feltlab(t, words...); ExitCode(err) != 2 || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
}
