package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
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

// TestInfeasible expects each of two infeasible programs to be checked, in the results and in the table beside them, and a
// program that is feasible not to pass for infeasible.
func TestInfeasible(t *testing.T) {
	known, err := counted()
	if err != nil {
		t.Fatal(err)
	}
	q, _ := canonical("AA", "ATC")
	var all []*fit.Result
	for _, p := range []regression.Program{{Kind: regression.FeatAvgErr, E: 0.001}, {Kind: regression.FeatMaxErr, E: 0.01}} {
		r, err := fit.Solve(t.Context(), known[q].inst, fit.Task{Hand: "AA", Range: "ATC", Program: p, Engine: fit.Exact, TimeLimit: time.Minute}, fit.Options{})
		if err != nil || r.Status != fit.Infeasible {
			t.Fatal(r, err)
		}
		all = append(all, r)
	}
	path := t.TempDir()
	f, err := sweep.OpenFolder(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(all); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{sweep.TableFile, sweep.SolvesFile} {
		r := verified(t, filepath.Join(path, name))
		if len(r.Problems) > 0 || r.Bounds[ByDual] != 1 || r.Bounds[ByRecord] != 1 || r.Bounds[Unchecked] != 0 {
			t.Errorf("%s: %v, bounds %v", name, r.Problems, r.Bounds)
		}
	}
	// A bound is not asked of an infeasible one, and a table takes no proofs for another reading.
	all[0].LowerBound, all[1].LowerBound = 0, 1
	write(t, filepath.Join(path, sweep.SolvesFile), strings.Join(texts(t, all), ""))
	if r := verified(t, filepath.Join(path, sweep.TableFile)); !r.OK() {
		t.Errorf("%v", r.Problems)
	}
	all[1].Reading = "paper-1"
	write(t, filepath.Join(path, sweep.SolvesFile), strings.Join(texts(t, all), ""))
	if r := verified(t, filepath.Join(path, sweep.TableFile)); len(r.Problems) != 1 || r.Problems[0].Column != "reading" || r.Bounds[ByRecord] > 0 {
		t.Errorf("%+v", r)
	}
	// Three features are within 2.5 points.
	all[0].ErrorLimit = 0.025
	if r := verified(t, write(t, filepath.Join(path, "other.jsonl"), texts(t, all)[0])); len(r.Problems) == 0 {
		t.Errorf("%+v", r)
	}
}

// texts writes each result as JSON.
func texts(t *testing.T, all []*fit.Result) (lines []string) {
	t.Helper()
	for _, r := range all {
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(line)+"\n")
	}
	return lines
}

// infeasible makes a result say so.
func infeasible(r *fit.Result) {
	none := fit.Number(math.NaN())
	r.Status, r.Features, r.Integers = fit.Infeasible, nil, nil
	r.AverageError, r.MaxError, r.P90Error, r.LowerBound, r.Gap = none, none, none, none, none
}

// TestTampered changes one thing at a time in a file and expects to be told which column.
func TestTampered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "solves.jsonl")
	for name, c := range map[string]struct {
		change func([]*fit.Result)
		column string
	}{
		"a weight":          {func(r []*fit.Result) { r[0].Features[1].Weight += 1e-6 }, "average_error"},
		"a feature":         {func(r []*fit.Result) { r[0].Features[1].ID = 55 }, "features"},
		"a reading":         {func(r []*fit.Result) { r[0].Reading = "paper-1" }, "reading"},
		"no reading":        {func(r []*fit.Result) { r[0].Reading = "" }, "reading"},
		"a name":            {func(r []*fit.Result) { r[0].Features[1].Name = "flush" }, "features"},
		"a feature twice":   {func(r []*fit.Result) { r[0].Features[1] = r[0].Features[0] }, "features"},
		"no such feature":   {func(r []*fit.Result) { r[0].Features[1].ID = 74 }, "features"},
		"a large weight":    {func(r []*fit.Result) { r[0].Features[1].Weight = 1.5 }, "features"},
		"too many features": {func(r []*fit.Result) { r[0].MaxFeatures = 2 }, "features"},
		"an error":          {func(r []*fit.Result) { r[0].AverageError += 1e-12 }, "average_error"},
		"a largest error":   {func(r []*fit.Result) { r[0].MaxError -= 1e-12 }, "max_error"},
		"a percentile":      {func(r []*fit.Result) { r[0].P90Error += 1e-12 }, "p90_error"},
		"no error":          {func(r []*fit.Result) { r[0].AverageError = fit.Number(math.NaN()) }, "average_error"},
		"a bound up":        {func(r []*fit.Result) { r[2].LowerBound += 1e-9 }, "gap"},
		"a bound and its gap": {func(r []*fit.Result) {
			r[2].LowerBound += 1e-4
			r[2].Gap = (r[2].AverageError - r[2].LowerBound) / r[2].AverageError
		}, "proof.bound"},
		"a bound down":       {func(r []*fit.Result) { r[2].LowerBound -= 1e-9 }, "lower_bound"},
		"a bound above":      {func(r []*fit.Result) { r[2].LowerBound = r[2].AverageError + 1e-9 }, "lower_bound"},
		"a gap":              {func(r []*fit.Result) { r[2].Gap += 1e-9 }, "gap"},
		"optimal":            {func(r []*fit.Result) { r[2].Status = fit.Optimal }, "status"},
		"feasible":           {func(r []*fit.Result) { r[0].Status = fit.Feasible }, "status"},
		"infeasible":         {func(r []*fit.Result) { r[0].Status = fit.Infeasible }, "status"},
		"no status":          {func(r []*fit.Result) { r[0].Status = "fine" }, "status"},
		"a hand":             {func(r []*fit.Result) { r[0].Hand = "KK" }, "average_error"},
		"no hand":            {func(r []*fit.Result) { r[0].Hand = "AX" }, "hand"},
		"no range":           {func(r []*fit.Result) { r[0].Range = "QQ+!" }, "range"},
		"an empty range":     {func(r []*fit.Result) { r[0].Range = "AA" }, "range"},
		"a number of proof":  {func(r []*fit.Result) { r[0].Proof.Supports-- }, "proof"},
		"columns of a proof": {func(r []*fit.Result) { r[0].Proof.Columns++ }, "proof"},
		"N of a proof":       {func(r []*fit.Result) { r[0].Proof.Features = 2 }, "proof.features"},
		"the count":          {func(r []*fit.Result) { r[1].LowerBound = 2; r[1].Gap = 1. / 3; r[1].Status = fit.Feasible }, "proof.features"},
		"the limit":          {func(r []*fit.Result) { r[1].ErrorLimit = 0.0233 }, "features"},
		"a step":             {func(r []*fit.Result) { r[2].Integers[0].Features[0].Weight += 0.01 }, "integers[0].features"},
		"a bound of a step":  {func(r []*fit.Result) { r[2].Integers[0].LowerBound += 1e-6 }, "lower_bound"},
		"a cost of a step":   {func(r []*fit.Result) { r[2].Integers[0].Cost += 1e-6 }, "cost"},
		"a gap of a step":    {func(r []*fit.Result) { r[2].Integers[0].Gap += 1e-6 }, "gap"},
		"an optimal step":    {func(r []*fit.Result) { r[2].Integers[0].Status = fit.Optimal }, "status"},
		"infeasible, bound":  {func(r []*fit.Result) { infeasible(r[1]); r[1].LowerBound = 1 }, "lower_bound"},
		"infeasible, AVGERR": {func(r []*fit.Result) { infeasible(r[0]) }, "status"},
		"an error of a step": {func(r []*fit.Result) { r[2].Integers[0].MaxError += 1e-9 }, "max_error"},
	} {
		all := results(t)
		before := texts(t, all)
		c.change(all)
		var out bytes.Buffer
		for i, text := range texts(t, all) {
			if text != before[i] { // the others take time and say nothing
				out.WriteString(text)
			}
		}
		r := verified(t, write(t, path, out.String()))
		found := false
		for _, p := range r.Problems {
			found = found || p.Column == c.column && p.Expected != "" && p.Found != "" && strings.HasPrefix(p.Place, "result ")
		}
		if !found {
			t.Errorf("%s: %v, want column %s", name, r.Problems, c.column)
		}
	}
}

// TestTamperedTables changes digits of text files, the last ones where they count.
func TestTamperedTables(t *testing.T) {
	path := folder(t)
	text, err := os.ReadFile(filepath.Join(path, sweep.TableFile))
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.Join(bytes.SplitAfter(text, []byte("\n"))[:2], nil) // the other rows take time and say nothing
	r := results(t)[0]
	g := func(x float64) string { return fmt.Sprint(x) }
	for _, c := range [][3]string{
		{g(float64(r.AverageError)), g(float64(r.AverageError) + 1e-13), "average_error"},
		{g(r.Features[0].Weight), g(r.Features[0].Weight + 1e-9), "features"},
		{g(r.Features[0].Weight), g(r.Features[0].Weight + 1e-5), "average_error"},
		{g(float64(r.LowerBound)), g(float64(r.LowerBound) - 1e-9), "gap"},
		{g(float64(r.LowerBound)), g(float64(r.LowerBound) - 1e-9), "lower_bound"}, // by the proof in solves.jsonl
		{"optimal", "feasible", "status"},
		{"AA,", "KK,", "average_error"},
	} {
		if !bytes.Contains(text, []byte(c[0])) {
			t.Fatalf("%s is not in %s", c[0], text)
		}
		report := verified(t, write(t, filepath.Join(path, "changed.csv"), strings.Replace(string(text), c[0], c[1], 1)))
		found := false
		for _, p := range report.Problems {
			found = found || p.Column == c[2] && p.Place == "row 1"
		}
		if !found {
			t.Errorf("%s for %s: %v", c[1], c[0], report.Problems)
		}
	}
	var out bytes.Buffer
	if err := sweep.Export(&out, results(t), "csv", 0); err != nil {
		t.Fatal(err)
	}
	// Rounded weights leave a hundredth of a percentage point open.
	digits := fmt.Sprintf("%.4f", 100*float64(r.MaxError))
	changed := strings.Replace(out.String(), digits, fmt.Sprintf("%.4f", 100*float64(r.MaxError)+0.05), 1)
	report := verified(t, write(t, filepath.Join(path, "weights.csv"), changed))
	if report.OK() || report.Problems[0].Column != "max_error_percent" {
		t.Errorf("%+v", report)
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
