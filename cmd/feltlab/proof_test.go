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
	text := must.Get(feltlab(t, "fit", "--hand", "AA", "--range", "ATC", "--features", "2", "--json"))(t)
	results, err := question.ReadAnswers(strings.NewReader(text))
	if err != nil || len(results) != 1 || results[0].Status != question.Optimal || results[0].Proof == nil {
		t.Fatal(text, err)
	}
	return results[0]
}

// save writes a result as JSON.
func save(t *testing.T, path string, r *question.Answer) string {
	t.Helper()
	text := must.Get(json.Marshal(r))(t)
	must.Do(t, os.WriteFile(path, text, 0o666))
	return path
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
	expand := func(args ...string) {
		t.Helper()
		out := args[len(args)-1]
		must.Get(feltlab(t, append([]string{"proof", "expand", stored}, args...)...))(t)
		p, _, err := prooffile.File{Name: out}.Read(t.Context(), nil)
		if err != nil || !p.Full() || !reflect.DeepEqual(p.Header, compact.Header) || len(p.Cuts) != len(compact.Cuts) {
			t.Errorf("%v: %+v, %v", args, p, err)
		}
		if text, err := feltlab(t, "verify", out); err != nil ||
			!strings.Contains(text, "holds: all 1 claims are proved") {
			t.Errorf("%v: %v\n%s", args, err, text)
		}
	}
	full := filepath.Join(dir, "full.proof.gz")
	expand("--out", full)
	expand("--out", filepath.Join(dir, "full.txt"))
	if a, err := os.ReadFile(full); err != nil || a[0] != 0x1f {
		t.Errorf("%s is not compressed, %v", full, err)
	}
	if a, err := os.ReadFile(filepath.Join(dir, "full.txt")); err != nil || !strings.HasPrefix(string(a),
		"feltlab-proof 2\n") {
		t.Errorf("it is compressed, %v", err)
	}
	opb, mps := filepath.Join(dir, "a.opb"), filepath.Join(dir, "a.mps")
	said, err := feltlab(t, "proof", "export", stored, "--opb", opb, "--mps", mps)
	want := regexp.MustCompile(`a\.mps: \d+ columns \(\d+ integer\), \d+ rows, \d+ nonzeros; \d+ cuts; infeasible`)
	if err != nil || !want.MatchString(said) {
		t.Fatalf("%v, says %q", err, said)
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
	said, err = feltlab(t, "proof", "export", stored, "--opb", opb, "--pbp", pbp, "--vipr", vipr)
	want = regexp.MustCompile(`a\.vipr: \d+ cuts, a tree of \d+ nodes, \d+ derived constraints, about \d+\.\d MB`)
	if err != nil || !want.MatchString(said) {
		t.Fatalf("%v, says %q", err, said)
	}
	for file, want := range map[string]string{pbp: `^pseudo-Boolean proof version 2\.0\nf \d+\npol (?s).*UNSAT : \d+\n`,
		vipr: `^% AA against ATC: no formula .*\n(%.*\n)*VER 1\.0\n(?s).*\nRTP infeas\nSOL 0\nDER \d+\n`} {
		if text, err := os.ReadFile(file); err != nil || !regexp.MustCompile(want).Match(text) {
			t.Errorf("%s: %v\n%.300s", file, err, text)
		}
	}
	answer := save(t, filepath.Join(dir, "answer.json"), fitted(t))
	must.Get(feltlab(t, "proof", "export", answer, "--vipr", vipr))(t)
	both := regexp.MustCompile(`(?s)\nOBJ min\n1 \d+ 1\n.*` +
		`\nRTP range \S+ \S+\nSOL 1\nformula \d+( \d+ \S+)+\nDER .* OBJ \{ uns .*\} -1\n$`)
	if text, err := os.ReadFile(vipr); err != nil || !both.Match(text) {
		t.Errorf("%v\n%.300s", err, text)
	}
	// A proof that does not hold is not expanded, and has no covering problem of other flops.
	for _, change := range []func(){func() { compact.Cutoff += 1e-4 }, func() { compact.Instance[0]++ }} {
		change()
		must.Do(t, os.WriteFile(stored, prooffile.Pack(compact), 0o666))
		if _, err := feltlab(t, "proof", "expand", stored, "--out", full); ExitCode(err) != 1 {
			t.Errorf("expanded: %v", err)
		}
	}
	if _, err := feltlab(t, "proof", "export", stored, "--opb", opb); ExitCode(err) != 1 ||
		!strings.Contains(err.Error(), stored) {
		t.Errorf("exported: %v", err)
	}
}

// TestExpandFormat1 expands a stored proof of format 1, whose dual vectors follow from its cuts, into one of format 2.
func TestExpandFormat1(t *testing.T) {
	full := filepath.Join(t.TempDir(), "full.proof.gz")
	stored := filepath.Join("..", "..", "results", "table4", "proofs", "AA-RUS-average-10.proof.gz")
	must.Get(feltlab(t, "proof", "expand", stored, "--out", full))(t)
	if text, err := feltlab(t, "verify", full); err != nil ||
		!strings.Contains(text, "holds: all 1 claims are proved") {
		t.Errorf("%v\n%s", err, text)
	}
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
	if text, err := feltlab(t, "verify", path, "--allow-unproved"); err != nil ||
		!strings.Contains(text, "bounds, not proved: 1") {
		t.Errorf("%v\n%s", err, text)
	}
	// From a folder of one's choice.
	elsewhere := filepath.Join(t.TempDir(), "some")
	err = errors.Join(os.Mkdir(elsewhere, 0o777), os.WriteFile(filepath.Join(elsewhere, "x"+prooffile.Extension),
		packed, 0o666))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := feltlab(t, "verify", path, "--proofs", elsewhere); err != nil ||
		!strings.Contains(text, "bounds, stored proof, replayed: 1") {
		t.Errorf("%v\n%s", err, text)
	}
	// Made now, and there the next time.
	if text, err := feltlab(t, "verify", path, "--prove", "--time-limit", "1m"); err != nil ||
		!strings.Contains(text, "bounds, proved now: 1") {
		t.Errorf("%v\n%s", err, text)
	}
	if text, err := feltlab(t, "verify", path); err != nil ||
		!strings.Contains(text, "bounds, stored proof, replayed: 1") {
		t.Errorf("%v\n%s", err, text)
	}
	// What is false is not allowed.
	r.AverageError -= 1e-6
	if text, err := feltlab(t, "verify", save(t, path, r), "--allow-unproved"); ExitCode(err) != 1 ||
		!strings.Contains(text, "does not hold") {
		t.Errorf("%v\n%s", err, text)
	}
}
