package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"feltlab/dataset/data"
	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/model/weights"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// oddTable has categories with line breaks, quotes and other characters that do not print, and Windows' ends of lines.
const oddTable = "y,a,b,kind,x\r\n" +
	"1,0,1,\"p\r\nq\",1\r\n2,1,0,\"say \"\"r\"\"\",2\r\n4,1,1,\"say \"\"r\"\"\",3\r\n3,0,1,t\u00a0u,4\r\n" +
	"7,1,0,\"p\nq\",5\r\n2,0,0,t\u00a0u,6\r\n5,0,1,a\u00adb,3\r\n1,0,1,a\u2028b,4\r\n6,0,0,e\x1f,2\r\n" +
	"2,1,1,\U0001fae8 \U0001cc00,9\r\n5,1,1,\"a\tb\",7\r\n9,0,0,\"a\tb\",8\r\n"

// tableProof returns a full proof about a table of three features.
func tableProof(t *testing.T, path string, o data.Options, weights weights.Weights) *proof.Proof {
	t.Helper()
	table := must.Get(data.Read(path, o))(t)
	inst := question.InstanceOf(table)
	inst.Rules = must.Get(weights.Rules(inst.Rules, inst.Columns.Count(), true))(t)
	s := must.Get(prove.NewProblem(inst))(t)
	n := max(2, len(inst.With))
	_, p, err := prove.Make(t.Context(), s, regression.Program{Kind: regression.AvgErr, N: n}, nil,
		prove.Options{Workers: 1, With: inst.With})
	if err != nil || p == nil {
		t.Fatal(p, err)
	}
	full := must.Get(prove.Expand(t.Context(), s, p, prove.NewFinder, 1))(t)
	return full
}

// forgeries change lines of the text of a proof: the first match of an expression becomes another text.
var forgeries = [][2]string{
	{"$^", ""}, // no change
	{`\nwith\n`, "\nwith 4\n"}, {`\nwith\n`, "\nwith 1 4\n"}, {`\nwith\n`, "\nwith 4 1\n"},
	{`\nwith\n`, "\nwith 04\n"}, {`\nwith\n`, "\nwith \n"}, {`\nwith\n`, "\nwith 99\n"},
	{`\ncutoff .*`, "\ncutoff -0"}, {`\ncutoff .*`, "\ncutoff 0"}, {`\ncutoff .*`, "\ncutoff 0.0"},
	{`\ncutoff .*`, "\ncutoff 1"}, {`\ncutoff .*`, "\ncutoff 1.5"}, {`\ncutoff .*`, "\ncutoff 2047"},
	{`\ncutoff .*`, "\ncutoff 2047.5"}, {`\ncutoff .*`, "\ncutoff 1e3"}, {`\ncutoff .*`, "\ncutoff 1e-300"},
	{`\ncutoff .*`, "\ncutoff 1E-300"}, {`\ncutoff .*`, "\ncutoff nan"}, {`\ncutoff .*`, "\ncutoff inf"},
	{`\ncutoff .*`, "\ncutoff +0"}, {`\ntarget `, "\ntarget -"}, {`\ntarget [0-9]+`, "\ntarget 0"},
	{`\ntarget ([0-9]+) .*`, "\ntarget $1 100"}, {`\ncolumn -[0-9.]+ `, "\ncolumn -1 "},
	{`\ncolumn -[0-9.]+ `, "\ncolumn 0 "}, {`\ncolumn -[0-9.]+ `, "\ncolumn -0 "},
	{`kind = "p\\nq"`, `kind = p\nq`}, {`kind = "p\\nq"`, "kind = \"p\nq\""}, {`kind = t`, `kind = u`},
	{`x >= 2`, `x >= 3.5`}, {`\nintercept .*`, "\nintercept none"}, {`\nintercept .*`, "\nintercept free"},
	{`\nintercept .*`, "\nintercept round"}, {`\nweights .*`, "\nweights any"},
	{`\nweights .*`, "\nweights step 1"}, {`\nweights .*`, "\nweights values -1 0 1"},
	{`\ngroups .*`, "\ngroups 0"}, {`\ngroups 0`, "\ngroups 1\ngroup 1 2"}, {`\ngroup (\d+ )`, "\ngroup 1 $1"},
	{`\ngroup (\d)`, "\ngroup whole $1"}, {`\ngroup whole`, "\ngroup"}, {`\ngroup most \d`, "\ngroup most 3"},
	{`"factors":true`, `"one_per_column":true`}, {`,"factors":true`, ``}, {`"most":\[2`, `"most":[1`},
	{`"most":\[0`, `"most":[2`}, {`"most":\[.*?\]`, `"most":[1]`}, {`"most":\[.*?\]`, `"most":[]`},
	{`"most":\[.*?\]`, `"most":[2,2]`}, {`\nloss average`, "\nloss largest"},
	{`\nfeatures \d+`, "\nfeatures 1"}, {`\nfeatures \d+`, "\nfeatures 3"},
	{`"bound":"2"`, `"bound":"3"`}, {`"pairs":true,`, ``}, {`a and b`, `b and a`},
	{`a and b`, `a and a`}, {`a and b`, `a and c`}, {`"target":"y"`, `"target":"x"`}, {`\{"target"`, `{ "target"`},
	{`,"bound":"2"`, ``}, {`,"bound":"2"`, `,"bound":"2","drop":[]`}, {`,"bound":"2"`, `,"bound":"2","new":1`},
	{`"bound":"2"`, `"bound":"2.0"`}, {`"bound":"2"`, `"missing":true,"bound":"2"`},
	{`"bound":"2"`, `"bound":"2","nonnegative":["x"]`}, {`"zero_in_range":true,`, ``},
	{`"bound":"2"`, `"missing":1,"bound":"2"`}, {`"bound":"2"`, `"bound":"2","drop":[{}]`},
	{`"bound":"2"`, `"bound":"2","groups":{}`}, {`"thresholds":10`, `"thresholds":10.0`},
	{`"bound":"2"`, `"zero_in_range":true,"bound":"2"`}, {`"bound":"2"`, `"bound":"2","with":["a"]`},
	{`\nsource [0-9a-f]`, "\nsource z"}, {`\ninstance [0-9a-f]{2}`, "\ninstance 00"}, {`\nend\n`, "\nend"},
	{`\nend\n`, "\nend\n\n"}, {`\n`, "\r\n"}, {`(\d):(\d)`, "$1:-$2"}, {` by .*`, ""},
	{`\nsplits (\d+)`, "\nsplits 1$1"},
}

// TestOneReading has feltcheck, verify and check_proof.py, where there is Python, judge proofs about an odd table, the
// same proofs with lines changed, and with bytes changed. They agree on all.
func TestOneReading(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "odd.csv")
	must.Do(t, os.WriteFile(path, []byte(oddTable), 0o600))
	digest := must.Get(data.DigestOf(path))(t)
	checker := ledger.NewChecker(ledger.Options{Workers: 1, Data: map[string]string{fmt.Sprintf("%x", digest): path},
		Rows: func([]question.Subject) ledger.Instances { return fit.NewInstances(nil, 1) }})
	r := rand.New(rand.NewPCG(1, 2))
	rules := func(set func(o *data.Options)) data.Options {
		o := data.Options{Target: "y"}
		set(&o)
		return o
	}
	var texts []string
	for _, c := range []struct {
		o data.Options
		w weights.Weights
	}{
		{data.Options{Target: "y"}, ""},
		{rules(func(o *data.Options) { o.OnePerColumn, o.NoIntercept, o.ZeroInRange = true, true, true }), "step 0.5"},
		{rules(func(o *data.Options) { o.Nonnegative, o.Groups = []string{"x"}, [][]string{{"a", "kind"}} }), "step 1"},
		{rules(func(o *data.Options) {
			o.Factors, o.Groups, o.Most = true, [][]string{{"a", "b", "x"}}, []int{2}
		}), ""},
		{rules(func(o *data.Options) { o.Groups, o.Most = [][]string{{"kind", "b"}}, []int{0} }), "step 1"},
		{rules(func(o *data.Options) {
			o.Pairs, o.Drop, o.Nonnegative = true, []string{"kind"}, []string{"a", "a and b"}
		}), ""},
		{rules(func(o *data.Options) { o.Bound, o.With, o.RowWeight = "0.7", []string{"b"}, "x" }), "values -3 1 2 5"},
	} {
		text := string(tableProof(t, path, c.o, c.w).Encode())
		for _, f := range forgeries {
			found := regexp.MustCompile(f[0])
			at := found.FindStringSubmatchIndex(text)
			if at == nil && f[0] != "$^" {
				continue
			}
			forged := text
			if at != nil {
				forged = text[:at[0]] + string(found.ExpandString(nil, f[1], text, at)) + text[at[1]:]
			}
			texts = append(texts, forged)
		}
		for range 40 {
			forged := []byte(text)
			forged[len("feltlab-proof 2\n")+r.IntN(len(text)-16)] ^= 1 << r.IntN(7)
			texts = append(texts, string(forged))
		}
	}
	var files []string
	for i, text := range texts {
		files = append(files, filepath.Join(folder, fmt.Sprintf("%d.proof", i)))
		must.Do(t, os.WriteFile(files[i], []byte(text), 0o600))
	}
	python := byPython(t, files, path)
	proved := 0
	for i, file := range files {
		var out bytes.Buffer
		here := run(t.Context(), []string{"--data", path, file}, &out, &out) == 0
		report, err := checker.File(t.Context(), file)
		there := err == nil && report.False == 0 && report.Proved == 1
		if here {
			proved++
		}
		if here != there || python != nil && here != strings.HasPrefix(python[i], "proved: ") {
			said := slices.Concat(python, make([]string, i+1))[i]
			t.Errorf("feltcheck: %s; verify: %v, %+v; check_proof.py: %s\n%s", &out, err, report, said, texts[i])
		}
	}
	t.Logf("%d of %d proved, by Python too: %v", proved, len(files), python != nil)
	if proved < 12 || proved > len(files)/2 {
		t.Errorf("%d of %d proved", proved, len(files))
	}
}

// byPython returns what check_proof.py prints of each file; nil where there is no Python.
func byPython(t *testing.T, files []string, table string) []string {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		return nil
	}
	cmd := exec.Command("python3", "-B", "-c", `
import contextlib, io, sys
sys.path.insert(0, sys.argv[1])
import check_proof
for file in sys.stdin.read().split("\n"):
    said = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        check_proof.main([file, sys.argv[2]])
    said.seek(0)
    print(said.read().split("\n")[0].encode("ascii", "backslashreplace").decode())
`, filepath.Join("..", "..", "scripts"), table)
	cmd.Stdin = strings.NewReader(strings.Join(files, "\n"))
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if err != nil || len(lines) != len(files) {
		t.Fatalf("%v, %d answers on %d files: %s", err, len(lines), len(files), &errs)
	}
	return lines
}
