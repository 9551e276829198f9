package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"feltlab/dataset/buckets"
	"feltlab/internal/must"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/jamfold"
	"feltlab/pipeline/worstcase"
)

// An equilibrium of an abstraction, written and read again: what it loses in the real game is
// a number of the published table.
func TestEquilibriumToBestResponse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "strategy.txt")
	says(t, "equilibrium --game leduc --buckets [JQ].K,real --gap 1e-5 --out "+path, "-0.223605 chips")
	var got worstcase.Response
	answers(t, "bestresponse --game leduc --opponent "+path, &got)
	if half := 1000 * got.Below[0] / 2; math.Abs(half-69.00) > 0.02 {
		t.Errorf("player 1 loses %v, want 69.00", half)
	}
}

func TestEquilibriumUsage(t *testing.T) {
	refuses(t, "equilibrium", map[string]string{
		"":                                                               "--game is missing",
		"--game leduc --gap 0":                                           "--gap is 0",
		"--game leduc --gap NaN":                                         `--gap "NaN": want a number`,
		"--game leduc --iterations 0":                                    "want at least 1",
		"--game leduc --buckets reel":                                    `did you mean "real"`,
		"--game leduc --buckets a,b,c":                                   "3 names",
		"--game kuhn --buckets classes":                                  "classes",
		"--game kuhn --time-limit 3s":                                    "--time-limit is for --game limit-holdem",
		"--game limit-holdem --gap 1":                                    "--gap is not for --game limit-holdem",
		"--game limit-holdem --time-limit 0":                             "--time-limit",
		"--game limit-holdem --time-limit -3":                            "--time-limit",
		"--game limit-holdem --buckets strenght-10":                      `did you mean "strength-10"`,
		"--game limit-holdem --buckets strength-9999":                    "from 1 to 1000",
		"--game limit-holdem --buckets real":                             "strength-K",
		"--game limit-hodlem":                                            `did you mean "limit-holdem"`,
		"--game kuhn --curve c.cvs":                                      `did you mean ".csv"`,
		"--game kuhn --curve c.csv":                                      "--curve needs --evaluate-every",
		"--game kuhn --evaluate-every 5":                                 "--evaluate-every is for --curve",
		"--game kuhn --curve c.csv --evaluate-every 5 --flops 3":         "--flops is for --game limit-holdem",
		"--game limit-holdem --curve c.csv --evaluate-every 5 --flops 1": "--flops",
	})
}

// A file that cannot be written is an error before the work. A strategy that still cannot be written is not lost.
func TestUnwrittenStrategy(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "none", "strategy.txt")
	out, err := feltlab(t, "equilibrium", "--game", "limit-holdem", "--time-limit", "1h", "--out", path)
	if err == nil || out != "" || !strings.Contains(err.Error(), "cannot write "+path) {
		t.Fatal(out, err)
	}
	g := game.Kuhn()
	result := must.Get(jamfold.SolveExactly(t.Context(), g, 1e-3))(t)
	a := &app{settings: settings{Cache: t.TempDir()}}
	ended, cancel := context.WithCancel(t.Context())
	cancel() // as by Ctrl-C
	err = a.writeStrategy(ended, path, result.Strategy)
	_, kept, ok := strings.Cut(fmt.Sprint(err), "the strategy is kept as ")
	if !ok {
		t.Fatal(err)
	}
	text := must.Get(os.ReadFile(kept))(t)
	table, err := strategy.Read(strings.NewReader(string(text)), g, buckets.Lookup)
	if err != nil || table.Check() != nil {
		t.Errorf("%v: %s", err, text)
	}
}

// The curve of a small game has a row for each evaluation and one at the end. Both exploitabilities are those that the
// commands give for the strategy, and the curve does not change it.
func TestCurveOfEquilibrium(t *testing.T) {
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	const solve = "equilibrium --game leduc --buckets [JQ].K --iterations 25 --out "
	says(t, solve+file("plain.txt"))
	var answer equilibriumAnswer
	answers(t, solve+file("s.txt")+" --curve "+file("c.csv")+" --evaluate-every 10", &answer)
	a, b := must.Get(os.ReadFile(file("plain.txt")))(t), must.Get(os.ReadFile(file("s.txt")))(t)
	if string(a) != string(b) {
		t.Error("the curve changes the strategy")
	}
	points := curveRows(t, file("c.csv"))
	var best worstcase.Response
	answers(t, "bestresponse --game leduc --opponent "+file("s.txt"), &best)
	if len(points) != 3 || points[0]["iterations"] != "10" || points[2]["iterations"] != "25" {
		t.Fatal(points)
	}
	number := func(name string) float64 { return must.Get(strconv.ParseFloat(points[2][name], 64))(t) }
	if math.Abs(number("abstract_exploitability")-*answer.Gap/2) > 1e-12 ||
		math.Abs(number("real_exploitability")-best.Exploitability) > 1e-9 || points[2]["status"] != "exact" {
		t.Errorf("%v, gap %v, exploitability %v", points[2], *answer.Gap, best.Exploitability)
	}
}

// curveRows reads a curve by the names of its columns.
func curveRows(t *testing.T, path string) (rows []map[string]string) {
	t.Helper()
	text := must.Get(os.ReadFile(path))(t)
	lines, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil || len(lines) < 2 {
		t.Fatal(err, string(text))
	}
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, name := range lines[0] {
			row[name] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}
