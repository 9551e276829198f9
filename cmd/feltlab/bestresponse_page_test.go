package main

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/report"
)

// The parts that a page shows sum to the NashConv, in every division and in the CSV file.
func TestLossPage(t *testing.T) {
	folder := t.TempDir()
	page := filepath.Join(folder, "page.md")
	out, err := feltlab(t, "bestresponse", "--game", "leduc", "--opponent", "uniform", "--beside", "always-raise",
		"--page", page, "--json")
	if err != nil {
		t.Fatal(err)
	}
	var r report.Response
	must.Do(t, json.Unmarshal([]byte(out), &r))
	l := r.Losses
	sums := map[string]float64{"nashconv": l.NashConv, "seats": l.Seats[0] + l.Seats[1]}
	for _, round := range l.Rounds {
		sums["rounds"] += round[0] + round[1]
	}
	for _, h := range l.Hands {
		sums["hands"] += (h.Values[0] + h.Values[1]) / 6 // as likely as any other
	}
	for i, h := range l.Histories {
		sums["histories"] += h.Loss
		if i > 0 && h.Loss > l.Histories[i-1].Loss {
			t.Errorf("%s loses more than %s before it", h.History, l.Histories[i-1].History)
		}
	}
	rows := rowsOf(t, filepath.Join(folder, "page.csv"))
	for _, row := range rows[1:] {
		loss := must.Get(strconv.ParseFloat(row[5], 64))(t)
		sums["file of "+row[0]] += loss
	}
	for what, sum := range sums {
		if what != "file of always-raise" && math.Abs(sum-r.NashConv) > 1e-6 {
			t.Errorf("%s sum to %v, want %v", what, sum, r.NashConv)
		}
	}
	if len(rows) != 1+2*36 || len(rowsOf(t, filepath.Join(folder, "page-hands.csv"))) != 1+2*2*6 {
		t.Errorf("%d histories", len(rows))
	}
	text := must.Get(os.ReadFile(page))(t)
	for _, want := range []string{
		"# Where uniform and always-raise lose in leduc", "| half of both (exploitability) | 2.3736 |",
		"## Side by side",
		"In the first round seat 1 bets; seat 2 acts (/r), in 50% of all hands. It folds 33%, calls 33%, raises " +
			"33%; best would be: folds 0%",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// Seats are counted from 1 in JSON, in the files and in words. What a strategy does where it never gets is not said.
func TestLossSeats(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.md")
	out, err := feltlab(t, "bestresponse", "--game", "kuhn", "--opponent", "always-fold", "--beside", "uniform",
		"--page", page, "--json")
	if err != nil {
		t.Fatal(err)
	}
	var r report.Response
	must.Do(t, json.Unmarshal([]byte(out), &r))
	seats, never := map[string]int{"/": 1, "/c": 2, "/r": 2, "/cr": 1}, 0
	for _, h := range r.Losses.Histories {
		if h.Seat != seats[h.History] {
			t.Errorf("seat %d acts at %s", h.Seat, h.History)
		}
		if reached := len(h.Actions) > 0; reached != (h.Reach > 0) {
			t.Errorf("%+v", h)
		} else if !reached {
			never++
		}
	}
	for _, row := range rowsOf(t, strings.TrimSuffix(page, ".md")+".csv")[1:] {
		if row[3] != strconv.Itoa(seats[row[1]]) || (row[4] == "0") != (strings.Join(row[6:12], "") == "") {
			t.Errorf("%q", row)
		}
	}
	for i, row := range rowsOf(t, strings.TrimSuffix(page, ".md")+"-hands.csv")[1:] {
		if row[2] != strconv.Itoa(1+i%2) {
			t.Errorf("%q", row)
		}
	}
	text, err := os.ReadFile(page)
	if err != nil || never == 0 || !strings.Contains(string(text), "never gets there") ||
		!strings.Contains(string(text), "seat 2 acts (/r)") {
		t.Errorf("%d histories never reached: %v in\n%s", never, err, text)
	}
}

func rowsOf(t *testing.T, path string) [][]string {
	t.Helper()
	f := must.Get(os.Open(path))(t)
	defer f.Close()
	return must.Get(csv.NewReader(f).ReadAll())(t)
}

// Jam or fold has heat maps, in an HTML page or in files next to a Markdown page.
func TestLossGrids(t *testing.T) {
	for _, name := range []string{"page.html", "page.md"} {
		path := filepath.Join(t.TempDir(), name)
		must.Get(feltlab(t, "bestresponse", "--game", "jamfold", "--opponent", "always-raise", "--page", path))(t)
		text := must.Get(os.ReadFile(path))(t)
		grids := strings.Count(string(text), "<svg") + strings.Count(string(text), "](page-")
		if grids != 2 || !strings.Contains(string(text),
			"At the start; small blind acts (/), in 100% of all hands. It folds 0%, jams 100%") {
			t.Errorf("%d grids in\n%.2000s", grids, text)
		}
		files, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*.svg"))
		if err != nil || (len(files) == 2) != (name == "page.md") {
			t.Errorf("%s: %v (%v)", name, files, err)
		}
	}
}

func TestLossPageUsage(t *testing.T) {
	for args, want := range map[string]string{
		"--page page.pdf":                  "ends in .html or .md",
		"--page /no/such/folder/page.html": "cannot write",
		"--beside always-call":             "--beside is for --page",
		"--page p.md --beside uniform":     "are the same",
		"--page p.md --beside unifrom":     `did you mean "uniform"`,
	} {
		t.Run(args, func(t *testing.T) {
			t.Chdir(t.TempDir())
			_, err := feltlab(t, append([]string{"bestresponse", "--game", "kuhn", "--opponent", "uniform"},
				strings.Fields(args)...)...)
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", args, err, want)
			}
		})
	}
}
