package verify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/sweep"
)

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
