package main

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"
)

// An equilibrium of an abstraction, written and read again: what it loses in the real game is
// a number of the published table.
func TestEquilibriumToBestResponse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "strategy.txt")
	out, err := feltlab(t, "equilibrium", "--game", "leduc", "--buckets", "[JQ].K,real", "--gap", "1e-5", "--out", path)
	if err != nil || !strings.Contains(out, "value to seat 1: -0.2236") {
		t.Fatal(out, err)
	}
	out, err = feltlab(t, "bestresponse", "--game", "leduc", "--opponent", path, "--json")
	if err != nil {
		t.Fatal(err)
	}
	var got responseReport
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if half := 1000 * got.OpponentLosses[0] / 2; math.Abs(half-69.00) > 0.02 {
		t.Errorf("player 1 loses %v, want 69.00", half)
	}
}

func TestEquilibriumUsage(t *testing.T) {
	for args, want := range map[string]string{
		"":                                            "--game is missing",
		"--game leduc --gap 0":                        "--gap is 0",
		"--game leduc --gap NaN":                      "--gap is NaN",
		"--game leduc --iterations 0":                 "--iterations is 0",
		"--game leduc --buckets reel":                 `did you mean "real"`,
		"--game leduc --buckets a,b,c":                "3 names",
		"--game kuhn --buckets classes":               "classes",
		"--game kuhn --time 3s":                       "--time is for --game limit-holdem",
		"--game limit-holdem --gap 1":                 "--gap is not for --game limit-holdem",
		"--game limit-holdem --time 0":                "--time",
		"--game limit-holdem --time -3":               "--time",
		"--game limit-holdem --buckets strenght-10":   `did you mean "strength-10"`,
		"--game limit-holdem --buckets strength-9999": "from 1 to 1000",
		"--game limit-holdem --buckets real":          "strength-K",
		"--game limit-hodlem":                         `did you mean "limit-holdem"`,
	} {
		out, err := feltlab(t, append([]string{"equilibrium"}, strings.Fields(args)...)...)
		if ExitCode(err) != 2 || !strings.Contains(err.Error(), want) || out != "" {
			t.Errorf("%s: exit %d, %v, want %q", args, ExitCode(err), err, want)
		}
	}
}
