package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
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
	out, err := feltlab(t, "equilibrium", "--game", "leduc", "--buckets", "[JQ].K,real", "--gap", "1e-5", "--out", path)
	if err != nil || !strings.Contains(out, "-0.223605 chips") {
		t.Fatal(out, err)
	}
	out = must.Get(feltlab(t, "bestresponse", "--game", "leduc", "--opponent", path, "--json"))(t)
	var got worstcase.Response
	must.Do(t, json.Unmarshal([]byte(out), &got))
	if half := 1000 * got.OpponentLosses[0] / 2; math.Abs(half-69.00) > 0.02 {
		t.Errorf("player 1 loses %v, want 69.00", half)
	}
}

func TestEquilibriumUsage(t *testing.T) {
	for args, want := range map[string]string{
		"":                                            "--game is missing",
		"--game leduc --gap 0":                        "--gap is 0",
		"--game leduc --gap NaN":                      `--gap "NaN": want a number`,
		"--game leduc --iterations 0":                 "want at least 1",
		"--game leduc --buckets reel":                 `did you mean "real"`,
		"--game leduc --buckets a,b,c":                "3 names",
		"--game kuhn --buckets classes":               "classes",
		"--game kuhn --time-limit 3s":                 "--time-limit is for --game limit-holdem",
		"--game limit-holdem --gap 1":                 "--gap is not for --game limit-holdem",
		"--game limit-holdem --time-limit 0":          "--time-limit",
		"--game limit-holdem --time-limit -3":         "--time-limit",
		"--game limit-holdem --buckets strenght-10":   `did you mean "strength-10"`,
		"--game limit-holdem --buckets strength-9999": "from 1 to 1000",
		"--game limit-holdem --buckets real":          "strength-K",
		"--game limit-hodlem":                         `did you mean "limit-holdem"`,
	} {
		t.Run(args, func(t *testing.T) {
			out, err := feltlab(t, append([]string{"equilibrium"}, strings.Fields(args)...)...)
			if ExitCode(err) != 2 || !strings.Contains(err.Error(), want) || out != "" {
				t.Errorf("%s: exit %d, %v, want %q", args, ExitCode(err), err, want)
			}
		})
	}
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
