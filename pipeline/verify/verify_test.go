package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"feltlab/model/regression"
	"feltlab/pipeline/certificate"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/sweep"
)

// solved are results for the tests: an optimum that only a tree proves, a number of features, and
// a formula in steps of 5, all for AA against any two cards; and a largest error.
var solved = sync.OnceValues(func() ([]*fit.Result, error) {
	known, err := counted()
	if err != nil {
		return nil, err
	}
	q, _ := canonical("AA", "ATC")
	inst := known[q].inst
	var all []*fit.Result
	for _, t := range []fit.Task{
		{Program: regression.Program{Kind: regression.AvgErr, N: 3}, Engine: fit.Exact},
		{Program: regression.Program{Kind: regression.FeatAvgErr, E: 0.025}, Engine: fit.Exact},
		{Program: regression.Program{Kind: regression.AvgErr, N: 4}, Engine: fit.Search, Steps: []int{5}},
		{Program: regression.Program{Kind: regression.MaxErr, N: 2}, Engine: fit.Search},
	} {
		t.Hand, t.Range, t.TimeLimit = "AA", "ATC", time.Minute
		r, err := fit.Solve(context.Background(), inst, t, fit.Options{Workers: 2})
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
})

// results returns copies of the solved results.
func results(t *testing.T) []*fit.Result {
	t.Helper()
	all, err := solved()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	var copies []*fit.Result
	if err := json.Unmarshal(text, &copies); err != nil {
		t.Fatal(err)
	}
	return copies
}

func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func verified(t *testing.T, path string) *Report {
	t.Helper()
	known, err := counted()
	if err != nil {
		t.Fatal(err)
	}
	r, err := File(t.Context(), path, Options{Workers: 2, known: known})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// counted are the flops that the tests need, and no others: as if their files named no others.
var counted = sync.OnceValues(func() (map[question]*subject, error) {
	var questions []question
	for _, q := range []question{{"AA", "ATC"}, {"KK", "ATC"}} {
		c, problem := canonical(q.hand, q.rng)
		if problem != nil {
			return nil, errors.New(problem.Note)
		}
		questions = append(questions, c)
	}
	return subjects(context.Background(), questions, 2)
})

// folder writes the results as a sweep does.
func folder(t *testing.T) string {
	t.Helper()
	path := t.TempDir()
	f, err := sweep.OpenFolder(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(results(t)); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestGoodFiles checks every kind of file as it was written.
func TestGoodFiles(t *testing.T) {
	path := folder(t)
	for format, name := range map[string]string{"csv": "w.csv", "markdown": "w.md", "latex": "w.tex", "json": "w.json"} {
		var out bytes.Buffer
		if err := sweep.Export(&out, results(t), format, 0); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(path, name), out.String())
		if format == "csv" {
			out.Reset()
			if err := sweep.Export(&out, results(t), format, 2); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(path, "top.csv"), out.String())
		}
	}
	for name, want := range map[string]struct {
		kind              string
		formulas, partial int
		record            int
	}{
		"solves.jsonl":  {"JSON results", 5, 0, 3},
		"table.csv":     {"CSV, table of a sweep", 5, 0, 3},
		"table.parquet": {"Parquet, table of a sweep", 5, 0, 3},
		"w.csv":         {"CSV, table of weights", 4, 0, 0},
		"w.md":          {"Markdown, table of weights", 4, 0, 0},
		"w.tex":         {"LaTeX, table of weights", 4, 0, 0},
		"w.json":        {"JSON results", 5, 0, 3},
		"top.csv":       {"CSV, table of weights", 1, 3, 0},
	} {
		r := verified(t, filepath.Join(path, name))
		if !r.OK() || r.Kind != want.kind || r.Rows != 4 || r.Formulas != want.formulas || r.Partial != want.partial {
			t.Errorf("%s: %+v", name, r)
		}
		// The relaxation proves the bound of the search.
		if r.Bounds[ByRecord] != want.record || r.Bounds[ByDual] != 1 || r.Bounds[Unchecked] != 3-want.record {
			t.Errorf("%s: bounds %v", name, r.Bounds)
		}
	}
	files, err := Expand([]string{path, filepath.Join(path, "w.md")})
	if err != nil || len(files) != 4 {
		t.Error(files, err)
	}
}

func TestDecimal(t *testing.T) {
	for text, want := range map[string][2]string{
		"2.50": {"5/2", "1/200"}, "-3": {"-3", "1/2"}, "1e-3": {"1/1000", "1/2000"}, "1.5E+2": {"150", "5"}, "0.0": {"0", "1/20"},
	} {
		value, half, err := decimal(text)
		if err != nil || value.RatString() != want[0] || half.RatString() != want[1] {
			t.Errorf("%s: %v, %v, %v", text, value, half, err)
		}
	}
	for _, bad := range []string{"", ".", "-", "x", "1e", "1e999999999", "--1", "1/2", "0x10", "1_0", "1.2.3", "NaN", "Inf", strings.Repeat("1", 500)} {
		if value, _, err := decimal(bad); err == nil {
			t.Errorf("%q: %v", bad, value)
		}
	}
}

// TestCertificates puts certificates beside a file.
func TestCertificates(t *testing.T) {
	all := results(t)
	known, err := counted()
	if err != nil {
		t.Fatal(err)
	}
	q, _ := canonical("AA", "ATC")
	inst := known[q].inst
	var certs []*certificate.Certificate
	for _, n := range []int{2, 3, 4} {
		c, err := certificate.Find(inst, n)
		if err != nil {
			t.Fatal(err)
		}
		certs = append(certs, c)
	}
	for _, r := range all[:2] {
		certs = append(certs, &certificate.Certificate{Hand: "AA", Range: "ATC", Reading: r.Reading, Proof: *r.Proof})
	}
	path := folder(t)
	put := func() string {
		var out bytes.Buffer
		if err := certificate.Write(&out, certs); err != nil {
			t.Fatal(err)
		}
		return write(t, filepath.Join(path, CertificatesFile), out.String())
	}
	file := put()
	if r := verified(t, file); !r.OK() || r.Rows != 5 || r.Bounds[ByCertificate] != 3 || r.Bounds[ByRecord] != 2 {
		t.Errorf("%+v", r)
	}
	table := filepath.Join(path, sweep.TableFile)
	if r := verified(t, table); !r.OK() || r.Certificates != file || r.Bounds[ByCertificate] != 1 || r.Bounds[ByRecord] != 3 || r.Bounds[Unchecked] != 0 {
		t.Errorf("%+v", r)
	}
	kept := slices.Clone(certs[2].Multipliers)
	clear(certs[2].Multipliers[:len(kept)/2])
	if r := verified(t, put()); r.OK() || r.Problems[0].Place != "certificate 3" {
		t.Errorf("%+v", r)
	}
	certs[2].Multipliers = kept
	certs[3].Bound -= 1e-6 // the best one for the first row
	put()
	if r := verified(t, table); r.OK() || r.Problems[0].Column != "lower_bound" || r.Problems[0].Place != "row 1" {
		t.Errorf("%+v", r)
	}
	write(t, file, "{}")
	if _, err := File(t.Context(), table, Options{}); !errors.Is(err, ErrFile) || !strings.Contains(err.Error(), CertificatesFile) {
		t.Error(err)
	}
}

// TestProveAgain makes the proofs of two bounds again, and refutes one that is too high.
func TestProveAgain(t *testing.T) {
	all := results(t)[:2]
	path := filepath.Join(t.TempDir(), "r.json")
	prove := func() *Report {
		text, err := json.Marshal(all)
		if err != nil {
			t.Fatal(err)
		}
		r, err := File(t.Context(), write(t, path, string(text)), Options{Workers: 2, Prove: true, TimeLimit: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := prove(); !r.OK() || len(r.Open) != 0 || r.Bounds[ByProof] != 2 {
		t.Errorf("%+v", r)
	}
	// A worse formula with a bound that the better one refutes.
	for k := range all[0].Features {
		all[0].Features[k].Weight *= 0.99
	}
	all[0].Proof, all[0].LowerBound = nil, 0.025
	if r := prove(); r.OK() || !strings.Contains(fmt.Sprint(r.Problems), "a formula with 3 features has the error 0.0233") {
		t.Errorf("%+v", r)
	}
}

func TestBadFiles(t *testing.T) {
	path := folder(t)
	whole, err := os.ReadFile(filepath.Join(path, sweep.ParquetFile))
	if err != nil {
		t.Fatal(err)
	}
	solves, err := os.ReadFile(filepath.Join(path, sweep.SolvesFile))
	if err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile(filepath.Join(path, sweep.TableFile))
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Clone(whole)
	for i := range 200 {
		damaged[len(damaged)/2+i] ^= 0x5A
	}
	for name, c := range map[string]struct{ text, want string }{
		"empty":             {"", "empty"},
		"white":             {" \n\n", "empty"},
		"prose":             {"The quick brown fox.\n", "no kind of results"},
		"foreign CSV":       {"a,b\n1,2\n", "no kind of results has the columns a, b"},
		"ragged CSV":        {"a,b\n1\n", "damaged"},
		"header alone":      {strings.SplitAfter(string(table), "\n")[0], "without rows"},
		"CSV cut":           {string(table[:len(table)-9]), ""},
		"CSV words":         {strings.Replace(string(table), "AVGERR,3", "AVGERR,x", 1), "row 1 (AA against ATC)"},
		"CSV program":       {strings.Replace(string(table), "AVGERR,3", "AVGER,3", 1), `did you mean "AVGERR"`},
		"JSON cut":          {string(solves[:len(solves)-100]), "unexpected EOF"},
		"foreign JSON":      {`{"a":1}`, "without hand"},
		"JSON program":      {strings.Replace(string(solves), `"AVGERR"`, `"AVGER"`, 1), "result 1"},
		"binary":            {"\x7fELF\x00\x01", ""},
		"Parquet cut":       {string(whole[:len(whole)/2]), "truncated"},
		"Parquet damaged":   {string(damaged), "damaged"},
		"Parquet magic":     {"PAR1PAR1", "damaged"},
		"Markdown cut":      {"| hand | range |\n|---|---|\n| AA |", ""},
		"foreign Markdown":  {"| a | b |\n|---|---|\n| 1 | 2 |\n", "no kind of results"},
		"LaTeX cut":         {"\\begin{tabular}{l}\n\\hline\nhand", "truncated"},
		"certificates, cut": {`{"hand":"AA","range":"ATC","kind":"dual","features":3,"bound":0.1,"multipliers":[1,2`, "line 1"},
	} {
		_, err := File(t.Context(), write(t, filepath.Join(path, "bad"), c.text), Options{Workers: 1})
		if !errors.Is(err, ErrFile) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if _, err := File(t.Context(), filepath.Join(path, "none"), Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if _, err := Expand([]string{t.TempDir()}); !errors.Is(err, ErrFile) {
		t.Error(err)
	}
}
