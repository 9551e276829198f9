package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
)

// fitted is what fit --json prints for AVGERR(2), which is optimal by a proof that it carries.
func fitted(t *testing.T) *question.Answer {
	t.Helper()
	text := says(t, "fit --hand AA --range ATC --features 2 --json")
	results, err := question.ReadAnswers(strings.NewReader(text))
	if err != nil || len(results) != 1 || results[0].Status != question.Optimal || results[0].Proof == nil {
		t.Fatal(text, err)
	}
	return results[0]
}

// save writes a result as JSON.
func save(t *testing.T, path string, r *question.Answer) string {
	t.Helper()
	return write(t, path, string(must.Get(json.Marshal(r))(t)))
}

// TestProof expands a stored proof and exports its covering problem.
func TestProof(t *testing.T) {
	dir := t.TempDir()
	stored := filepath.Join(dir, "stored.proof.gz")
	must.Do(t, os.WriteFile(stored, fitted(t).Proof.Packed, 0o666))
	compact, _, err := prooffile.File{Name: stored}.Read(t.Context(), nil)
	if err != nil || compact.Full() {
		t.Fatal(compact, err)
	}
	full := filepath.Join(dir, "full.proof.gz")
	for out, begins := range map[string]string{full: "\x1f", filepath.Join(dir, "full.txt"): "feltlab-proof 2\n"} {
		says(t, "proof expand "+stored+" --out "+out)
		p, _, err := prooffile.File{Name: out}.Read(t.Context(), nil)
		if err != nil || !p.Full() || !reflect.DeepEqual(p.Header, compact.Header) || len(p.Cuts) != len(compact.Cuts) {
			t.Errorf("%s: %+v, %v", out, p, err)
		}
		says(t, "verify "+out, "holds: all 1 claims are proved")
		if text := must.Get(os.ReadFile(out))(t); !strings.HasPrefix(string(text), begins) {
			t.Errorf("%s begins with %.20q", out, text)
		}
	}
	opb, mps := filepath.Join(dir, "a.opb"), filepath.Join(dir, "a.mps")
	said := says(t, "proof export "+stored+" --opb "+opb+" --mps "+mps)
	want := regexp.MustCompile(`a\.mps: \d+ columns \(\d+ integer\), \d+ rows, \d+ nonzeros; \d+ cuts; infeasible`)
	if !want.MatchString(said) {
		t.Error(said)
	}
	text, err := os.ReadFile(opb)
	want = regexp.MustCompile(`^\* #variable= \d+ #constraint= \d+\n(\* x\d+ .+\n)+(([+-]\d+ x\d+ )+>= -?\d+ ;\n)+$`)
	if err != nil || !want.Match(text) {
		t.Errorf("%v\n%s", err, text)
	}
	want = regexp.MustCompile(`^(\* x\d+ = .+\n)+NAME AA_vs_ATC_average_2\n(?s:.*)\nENDATA\n$`)
	if text, err := os.ReadFile(mps); err != nil || !want.Match(text) {
		t.Errorf("%v\n%s", err, text)
	}
	pbp, vipr := filepath.Join(dir, "a.pbp"), filepath.Join(dir, "a.vipr")
	said = says(t, "proof export "+stored+" --opb "+opb+" --pbp "+pbp+" --vipr "+vipr)
	want = regexp.MustCompile(`a\.vipr: \d+ cuts, a tree of \d+ nodes, \d+ derived constraints, about \d+\.\d MB`)
	if !want.MatchString(said) {
		t.Error(said)
	}
	for file, want := range map[string]string{pbp: `^pseudo-Boolean proof version 2\.0\nf \d+\npol (?s).*UNSAT : \d+\n`,
		vipr: `^% AA against ATC: no formula .*\n(%.*\n)*VER 1\.0\n(?s).*\nRTP infeas\nSOL 0\nDER \d+\n`} {
		if text, err := os.ReadFile(file); err != nil || !regexp.MustCompile(want).Match(text) {
			t.Errorf("%s: %v\n%.300s", file, err, text)
		}
	}
	answer := save(t, filepath.Join(dir, "answer.json"), fitted(t))
	says(t, "proof export "+answer+" --vipr "+vipr)
	both := regexp.MustCompile(`(?s)\nOBJ min\n1 \d+ 1\n.*` +
		`\nRTP range \S+ \S+\nSOL 1\nformula \d+( \d+ \S+)+\nDER .* OBJ \{ uns .*\} -1\n$`)
	if text, err := os.ReadFile(vipr); err != nil || !both.Match(text) {
		t.Errorf("%v\n%.300s", err, text)
	}
	// A proof that does not hold is not expanded, and has no covering problem of other flops.
	for _, change := range []func(){func() { compact.Cutoff += 1e-4 }, func() { compact.Instance[0]++ }} {
		change()
		must.Do(t, os.WriteFile(stored, prooffile.Pack(compact), 0o666))
		fails(t, 1, "proof expand "+stored+" --out "+full, "")
	}
	fails(t, 1, "proof export "+stored+" --opb "+opb, stored)
}

// TestExpandFormat1 expands a stored proof of format 1, whose dual vectors follow from its cuts, into one of format 2.
func TestExpandFormat1(t *testing.T) {
	full := filepath.Join(t.TempDir(), "full.proof.gz")
	stored := filepath.Join("..", "..", "results", "table4", "proofs", "AA-RUS-average-10.proof.gz")
	says(t, "proof expand "+stored+" --out "+full)
	says(t, "verify "+full, "holds: all 1 claims are proved")
}

// TestAllowUnproved has a bound whose proof was taken away: it is not proved, and not false.
func TestAllowUnproved(t *testing.T) {
	r := fitted(t)
	packed := r.Proof.Packed
	r.Proof = nil
	dir := t.TempDir()
	path := save(t, filepath.Join(dir, "r.json"), r)
	text, err := feltlab(t, "verify", path)
	if !errors.Is(err, errRefuted) || ExitCode(err) != 1 || !strings.Contains(text, "claims are not proved") ||
		!strings.Contains(text, "unproved: "+path+": result 1 (AA against ATC), lower_bound") {
		t.Errorf("%v\n%s", err, text)
	}
	says(t, "verify "+path+" --allow-unproved", "bounds, not proved: 1")
	// From a folder of one's choice.
	elsewhere := filepath.Join(t.TempDir(), "some")
	write(t, filepath.Join(elsewhere, "x"+prooffile.Extension), string(packed))
	says(t, "verify "+path+" --proofs "+elsewhere, "bounds, stored proof, replayed: 1")
	// Made now, and there the next time.
	says(t, "verify "+path+" --prove --time-limit 1m", "bounds, proved now: 1")
	says(t, "verify "+path, "bounds, stored proof, replayed: 1")
	// What is false is not allowed.
	r.AverageError -= 1e-6
	if text, err := feltlab(t, "verify", save(t, path, r), "--allow-unproved"); ExitCode(err) != 1 ||
		!strings.Contains(text, "does not hold") {
		t.Errorf("%v\n%s", err, text)
	}
}
