package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
)

// TestScorecard goes from a table to a checked score: regress, verify, predict, export and a full proof; and has each
// change of the answer, the proof or the table refused.
func TestScorecard(t *testing.T) {
	checker := must.Get(filepath.Abs("../../scripts/check_proof.py"))(t)
	t.Chdir(t.TempDir())
	// The target is 1 where two of b, c and d are true; but for the last row, which is equal to another one.
	rows := "a,b,c,d,sick\n"
	for x := range 16 {
		b, c, d := x>>1&1, x>>2&1, x>>3
		rows += fmt.Sprintf("%d,%d,%d,%d,%d\n", x&1, b, c, d, (b+c+d)/2)
	}
	rows += "0,0,1,1,0\n"
	write(t, "sick.csv", rows)
	const ask = "regress sick.csv --target sick --loss wrong --features "
	says(t, ask+"3", "+1 if b", "+1 if c", "+1 if d", "sick is 1 where the points are at least 2, else 0",
		"wrong: 1 of 17 rows, 5.88%: 1 of 9 with 0, 0 of 8 with 1", "optimal: no score with at most 3 columns",
		"47.06% of the rows (base rate); AUC 0.9583", "2     7      6   85.7%       100.0%        88.9%")
	out := says(t, ask+"3 --with b --points 1 --outcome-weights 2,3 --json")
	write(t, "sick.json", out)
	says(t, "verify sick.json --data sick.csv", "holds: all", "stored proof, replayed: 1")
	predicted := says(t, "regress predict sick.json sick.csv")
	if !strings.HasPrefix(predicted, "points,says,sick,wrong\n0,0,0,0\n") ||
		!strings.HasSuffix(predicted, "2,1,0,1\n") {
		t.Error(predicted)
	}
	for _, format := range []string{"python", "sql", "go"} {
		says(t, "regress export sick.json --format "+format, "sick is 1 from 2 on, else 0")
	}
	write(t, "several.json", says(t, ask+"1,2 --json"))
	if _, err := feltlab(t, "regress", "predict", "several.json", "sick.csv"); err == nil ||
		!strings.Contains(err.Error(), "a list of 2 scores") {
		t.Error(err)
	}
	says(t, "proof expand sick.json --data sick.csv --out sick.proof")
	says(t, "verify sick.proof --data sick.csv")
	full := string(must.Get(os.ReadFile("sick.proof"))(t))
	if !strings.Contains(full, "\nloss wrong 2 3 points 1\nfeatures 3\nwith 2\ncutoff 2\n") {
		t.Error(full)
	}
	refuse := func(what, path, content string) {
		t.Helper()
		name := write(t, filepath.Join(t.TempDir(), path), content)
		if out, err := feltlab(t, "verify", name, "--data", "sick.csv"); ExitCode(err) != 1 {
			t.Errorf("%s: exit %d, %v\n%s", what, ExitCode(err), err, out)
		}
	}
	for what, change := range map[string][2]string{
		"one less":         {`"wrong": 2`, `"wrong": 1`},
		"a lower bound":    {`"lower_bound": 2`, `"lower_bound": 1`},
		"another weight":   {`"weight": 1`, `"weight": -1`},
		"too many points":  {`"weight": 1`, `"weight": 2`},
		"another name":     {`"name": "b"`, `"name": "a"`},
		"another cut":      {`"cut": 2`, `"cut": 1`},
		"other counts":     {`"outcome_weights": [` + "\n    2", `"outcome_weights": [` + "\n    1"},
		"fewer columns":    {`"max_features": 3`, `"max_features": 2`},
		"any weights":      {`"points": 1`, `"points": 3`},
		"not proved":       {`"status": "optimal"`, `"status": "feasible"`},
		"another digest":   {`"digest": "`, `"digest": "0`},
		"another reading":  {`"reading": "table-1"`, `"reading": "table-0"`},
		"columns swapped":  {`"id": 2`, `"id": 3`},
		"nothing but rows": {`"cut": 2`, `"cut": 100`},
	} {
		if forged := strings.Replace(out, change[0], change[1], 1); forged == out {
			t.Errorf("%s: %s is not in\n%s", what, change[0], out)
		} else {
			refuse(what, "forged.json", forged)
		}
	}
	refuse("a claim of one more", "more.proof", strings.Replace(full, "cutoff 2", "cutoff 3", 1))
	refuse("columns exchanged", "swapped.proof", strings.NewReplacer("2 b", "2 c", "2 c", "2 b").Replace(full))
	if _, err := exec.LookPath("python3"); err == nil {
		write(t, "other.csv", strings.Replace(rows, "0,1,1,0,1\n", "0,1,1,0,0\n", 1))
		for table, want := range map[string]string{"sick.csv": "proved: ", "other.csv": "not proved: "} {
			out, _ := exec.Command("python3", "-B", checker, "sick.proof", table).CombinedOutput()
			if !strings.HasPrefix(string(out), want) {
				t.Errorf("%s: %s", table, out)
			}
		}
	}
}

// TestScorecardUsage refuses what a score cannot have.
func TestScorecardUsage(t *testing.T) {
	path := write(t, filepath.Join(t.TempDir(), "t.csv"), "a,b,y,z\n0,1,0,1\n1,1,1,2\n0,0,1,3\n")
	refuses(t, "regress "+path, map[string]string{
		"--target z --loss wrong":                         "more than two values",
		"--target y --loss wrong --features 6":            "1 to 5 columns",
		"--target y --loss wrong --step 1":                "--step is not for --loss wrong",
		"--target y --loss wrong --nonnegative *":         "--nonnegative is not for --loss wrong",
		"--target y --loss wrong --outcome-weights 1":     "want two",
		"--target y --loss wrong --outcome-weights 0,1":   "want two numbers from 1",
		"--target y --loss wrong --points -1":             "points from 1",
		"--target y --points 3":                           "are for --loss wrong",
		"--target y --loss wrong --max-error 3":           "--max-error is not for --loss wrong",
		"--target nothing --loss wrong":                   "is no column",
		"--target y --loss wrong --compare":               "--compare is not for --loss wrong",
		"--target y --loss wrong --column-groups a,b":     "--column-groups is not for --loss wrong",
		"--target y --loss wrong --allowed-weights 1,2,3": "--allowed-weights is not for --loss wrong",
	})
	fails(t, 2, "fit AA --loss wrong", "feltlab regress")
	fails(t, 2, "regress curve "+path+" --target y --loss wrong", "average or max")
}
