//go:build slow

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/pipeline/question"
)

// scripts/check_proof.py checks the proof of a turn by the rows that dataset writes, and refuses those of another
// range.
func TestSecondCheckerReadsTurns(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3")
	}
	out, err := feltlab(t, "fit", "--hand", "AKs", "--range", "RUS", "--features", "1", "--street", "turn", "--json")
	if err != nil {
		t.Fatal(err)
	}
	var a question.Answer
	must.Do(t, json.Unmarshal([]byte(out), &a))
	folder := t.TempDir()
	compact, full := filepath.Join(folder, "p.gz"), filepath.Join(folder, "full.gz")
	must.Do(t, os.WriteFile(compact, a.Proof.Packed, 0o600))
	must.Get(feltlab(t, "proof", "expand", compact, "--out", full))(t)
	for rng, want := range map[string]string{"RUS": "proved: AKs against ", "QQ+": "not proved: for another instance"} {
		rows := filepath.Join(folder, rng+".csv")
		must.Get(feltlab(t, "dataset", "--hand", "AKs", "--range", rng, "--street", "turn", "--out", rows))(t)
		said, err := exec.Command("python3", "-B", "../../scripts/check_proof.py", full, rows).CombinedOutput()
		if !strings.HasPrefix(string(said), want) || (err == nil) != (rng == "RUS") {
			t.Errorf("%s: %v, %s", rng, err, said)
		}
	}
}
