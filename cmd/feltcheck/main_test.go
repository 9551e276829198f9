package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"feltlab/dataset/matrix"
	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/prooffile"
	"feltlab/solvers/prove"
)

// made is the proof of AVGERR(2) for AA against any two cards, as it is stored and with its
// multipliers.
var made = sync.OnceValues(func() (both [2]*proof.Proof, err error) {
	ctx := context.Background()
	content, err := matrixtest.Question{Hand: "AA", Range: "ATC"}.Parquet()
	if err != nil {
		return both, err
	}
	var of matrix.Meta
	of.Hand, _ = ranges.ParseHand("AA")
	of.Range, _ = ranges.Parse("ATC")
	m, err := of.Decode(bytes.NewReader(content))
	if err != nil {
		return both, err
	}
	s, err := prove.NewProblem(m.Instance())
	if err != nil {
		return both, err
	}
	_, both[1], err = prove.Make(ctx, s, regression.Program{Kind: regression.AvgErr, N: 2}, nil, prove.Options{})
	both[0] = prove.Bare(both[1])
	return both, err
})

// counted has the counts of all command lines of the tests: several proofs are about the same hands.
var counted checker

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	c := checker{recent: counted.recent}
	defer func() { counted.recent = c.recent }()
	return c.run(ctx, args, stdout, stderr)
}

// proofOf returns the proof of the best formula of one feature.
func proofOf(t *testing.T, inst *regression.Instance) *proof.Proof {
	t.Helper()
	s := must.Get(prove.NewProblem(inst))(t)
	_, p, err := prove.Make(t.Context(), s, regression.Program{Kind: regression.AvgErr, N: 1}, nil, prove.Options{})
	if err != nil || p == nil {
		t.Fatal(p, err)
	}
	return p
}

func written(t *testing.T, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "p")
	must.Do(t, os.WriteFile(path, content, 0o600))
	return path
}

// expect runs a command line, which must end with a code and say a text, on standard output alone if a proof was read.
// It returns all that it says.
func expect(t *testing.T, name string, code int, says string, args ...string) string {
	t.Helper()
	var out, errOut bytes.Buffer
	got := run(t.Context(), args, &out, &errOut)
	said := out.String() + errOut.String()
	if got != code || !strings.Contains(said, says) || code < 2 && errOut.Len() > 0 {
		t.Errorf("%s: exit %d, %s, want %d with %q", name, got, said, code, says)
	}
	return said
}

func TestCheck(t *testing.T) {
	both := must.Get(made())(t)
	compact, full := both[0], both[1]
	const want = "proved: AA against ATC: no formula with at most 2 features has an average error below 2.839"
	expect(t, "full", 0, want, written(t, prooffile.Pack(full)))
	expect(t, "without multipliers", 1, "feltlab proof expand", written(t, prooffile.Pack(compact)))
	// Each that has flops takes the time to count them; the judge's own tests have more.
	for name, change := range map[string]func(p *proof.Proof){
		"a larger cutoff": func(p *proof.Proof) { p.Cutoff += 1e-7 },
		"a cut dropped":   func(p *proof.Proof) { p.Cuts = p.Cuts[1:2] },
		"another hand":    func(p *proof.Proof) { p.Labels.Source, p.Labels.Rows = "JTs", "RUS" },
		"no hand":         func(p *proof.Proof) { p.Labels.Source = "AX" },
		"no range":        func(p *proof.Proof) { p.Labels.Rows = "?" },
		"an empty range":  func(p *proof.Proof) { p.Labels.Rows = "AA" },
		"suits":           func(p *proof.Proof) { p.Labels.Rows = "KhQh" },
	} {
		p := *full
		p.Cuts = append([]proof.Cut(nil), full.Cuts...)
		change(&p)
		expect(t, name, 1, "not proved: ", written(t, prooffile.Pack(&p)))
	}
	packed := prooffile.Pack(full)
	for name, content := range map[string][]byte{"truncated": packed[:len(packed)/2], "empty": nil,
		"text": []byte("hello\n")} {
		expect(t, name, 1, "not proved: ", written(t, content))
	}
	// Fewer formulas are claimed about, or those with some features.
	p := *full
	p.With = p.With.With(54)
	expect(t, "with a feature", 0, ": proved: only for formulas with F54 ", written(t, p.Encode()))
}

func TestCommandLine(t *testing.T) {
	both := must.Get(made())(t)
	good, bad := written(t, both[1].Encode()), written(t, both[0].Encode())
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, c := range []struct {
		ctx  context.Context
		args []string
		want int
		text string
	}{
		{t.Context(), nil, 2, "Usage: feltcheck FILE..."},
		{t.Context(), []string{"--help"}, 0, "Usage: feltcheck FILE..."},
		{t.Context(), []string{"-x", good}, 2, "Usage: feltcheck FILE..."},
		{t.Context(), []string{"none"}, 2, "none"},
		{t.Context(), []string{""}, 2, "feltcheck: "},
		{t.Context(), []string{good, bad}, 1, "not proved"},
		{stopped, []string{good}, 130, "interrupted"},
	} {
		var out bytes.Buffer
		if code := run(c.ctx, c.args, &out, &out); code != c.want || !strings.Contains(out.String(), c.text) {
			t.Errorf("%q: exit %d, %s, want %d with %q", c.args, code, &out, c.want, c.text)
		}
	}
}

// TestLinksNoSolver holds the command, as make build builds it, to what its documentation promises.
func TestLinksNoSolver(t *testing.T) {
	list := exec.Command("go", "list", "-deps", ".")
	list.Env = append(list.Environ(), "CGO_ENABLED=0")
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list is not available: %v", err)
	}
	text := string(out)
	for _, path := range strings.Fields(text) {
		if strings.HasPrefix(path, "feltlab/solvers") || strings.Contains(path, "highs") || path == "runtime/cgo" {
			t.Errorf("it links %s", path)
		}
	}
	if !strings.Contains(text, "feltlab/model/proof\n") || !strings.Contains(text, "feltlab/cmd/feltcheck\n") {
		t.Errorf("go list names\n%s", text)
	}
}
