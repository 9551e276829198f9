package main

import (
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
	solve := "postflop solve " + akq + " --target 0.1% --state " + at("akq.state")
	says(t, solve+" --iterations 30")
	var solved, judged postflop.Verdict
	answers(t, solve+" --out "+at("akq.csv"), &solved)
	if solved.PotShare > 0.001 || solved.EV[0] < 7.45 || solved.EV[0] > 7.55 || len(solved.First) != 2 {
		t.Errorf("%+v", solved)
	}
	answers(t, "postflop judge "+akq+" "+at("akq.state"), &judged)
	if judged.EV != solved.EV || judged.Best != solved.Best {
		t.Errorf("the state is judged %v, %v; it was %v, %v", judged.EV, judged.Best, solved.EV, solved.Best)
	}
	table := string(must.Get(os.ReadFile(at("akq.csv")))(t))
	if !strings.Contains(table, "/,8s8d5c3h2h,oop,AdAc,1,1,1") || strings.Count(table, "\n") != 1+2*2+2+2+2*2 {
		t.Errorf("%s", table)
	}
	says(t, "postflop judge "+akq+" uniform --page "+at("loss.html"))
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
		"AKQ AKQ":                                "unexpected argument",
		"AKQ --stack 1000000000000":              "stack 1e+12",
	} {
		fails(t, 2, "postflop "+strings.ReplaceAll(args, "AKQ", akq), want)
	}
}
