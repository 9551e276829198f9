package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/pipeline/ledger"
)

// TestVerify checks what fit --json prints, whole and with a digit changed.
func TestVerify(t *testing.T) {
	result := says(t, "fit --hand AA --range ATC --features 2 --engine search --json")
	path, stored := write(t, filepath.Join(t.TempDir(), "aa.json"), result), filepath.Join(t.TempDir(), "verify.json")
	says(t, "verify "+path+" --out "+stored, "aa.json: holds", "evaluated 1 formulas",
		"bounds, stored proof, replayed: 1")
	verdict, err := os.ReadFile(stored)
	if err != nil || !strings.Contains(string(verdict), `"digest": "`+ledger.Digest([]byte(result))+`"`) {
		t.Errorf("the stored verdict, %v:\n%s", err, verdict)
	}
	write(t, path, strings.Replace(result, `"status": "feasible"`, `"status": "optimal"`, 1))
	text, err := feltlab(t, "verify", path, "--json")
	var reports []ledger.Report
	if !errors.Is(err, errRefuted) || ExitCode(err) != 1 {
		t.Errorf("exit %d, %v", ExitCode(err), err)
	}
	if err := json.Unmarshal([]byte(text), &reports); err != nil || len(reports) != 1 ||
		reports[0].Faults[0].Column != "status" || reports[0].Faults[0].Found != "optimal" {
		t.Errorf("%v\n%s", err, text)
	}
	text, _ = feltlab(t, "verify", path)
	if want := "false: " + path + ": result 1 (AA against ATC), status: expected feasible"; !strings.Contains(text,
		want) {
		t.Errorf("%q is missing in\n%s", want, text)
	}
}

func TestVerifyUsage(t *testing.T) {
	foreign := write(t, filepath.Join(t.TempDir(), "foreign.csv"), "a,b\n1,2\n")
	for _, c := range []struct {
		args, want string
		code       int
	}{
		{"verify", "want FILE...", 2},
		{"verify none.csv", "none.csv", 2},
		{"verify " + foreign, "a table needs its results", 1},
		{"verify " + foreign + " --prov", `did you mean "--prove"`, 2},
		{"proof expand none.proof.gz", "--out is missing", 2},
		{"proof expand none.proof.gz --out x", "none.proof.gz", 2},
		{"proof export none.proof.gz", "--opb FILE or --mps FILE", 2},
		{"proof export " + foreign + " --opb x", "not a proof", 1},
	} {
		t.Run(c.args, func(t *testing.T) { fails(t, c.code, c.args, c.want) })
	}
}
