//go:build slow

package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/pipeline/question"
)

// scripts/check_proof.py checks the proof of a turn by the rows that dataset writes, and refuses those of another
// range.
func TestSecondCheckerReadsTurns(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3")
	}
	var a question.Answer
	answers(t, "fit --hand AKs --range RUS --features 1 --street turn", &a)
	folder := t.TempDir()
	compact, full := filepath.Join(folder, "p.gz"), filepath.Join(folder, "full.gz")
	write(t, compact, string(a.Proof.Packed))
	says(t, "proof expand "+compact+" --out "+full)
	for rng, want := range map[string]string{"RUS": "proved: AKs against ", "QQ+": "not proved: for another instance"} {
		rows := filepath.Join(folder, rng+".csv")
		says(t, "dataset --hand AKs --street turn --out "+rows+" --range "+rng)
		said, err := exec.Command("python3", "-B", "../../scripts/check_proof.py", full, rows).CombinedOutput()
		if !strings.HasPrefix(string(said), want) || (err == nil) != (rng == "RUS") {
			t.Errorf("%s: %v, %s", rng, err, said)
		}
	}
}
