package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/pipeline/ledger"
)

// TestVerify checks what fit --json prints, whole and with a digit changed.
func TestVerify(t *testing.T) {
	result, err := feltlab(t, "fit", "--hand", "AA", "--range", "ATC", "--features", "2", "--engine", "search",
		"--json")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "aa.json")
	must.Do(t, os.WriteFile(path, []byte(result), 0o666))
	stored := filepath.Join(t.TempDir(), "verify.json")
	text, err := feltlab(t, "verify", path, "--out", stored)
	if err != nil || !strings.Contains(text, "aa.json: holds") || !strings.Contains(text, "evaluated 1 formulas") ||
		!strings.Contains(text, "bounds, stored proof, replayed: 1") {
		t.Errorf("%v\n%s", err, text)
	}
	verdict, err := os.ReadFile(stored)
	if err != nil || !strings.Contains(string(verdict), `"digest": "`+ledger.Digest([]byte(result))+`"`) {
		t.Errorf("the stored verdict, %v:\n%s", err, verdict)
	}
	changed := strings.Replace(result, `"status": "feasible"`, `"status": "optimal"`, 1)
	must.Do(t, os.WriteFile(path, []byte(changed), 0o666))
	text, err = feltlab(t, "verify", path, "--json")
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
	foreign := filepath.Join(t.TempDir(), "foreign.csv")
	must.Do(t, os.WriteFile(foreign, []byte("a,b\n1,2\n"), 0o666))
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
		t.Run(c.args, func(t *testing.T) {
			_, err := feltlab(t, strings.Split(c.args, " ")...)
			if ExitCode(err) != c.code || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: exit %d, %v, want %d with %q", c.args, ExitCode(err), err, c.code, c.want)
			}
		})
	}
}
