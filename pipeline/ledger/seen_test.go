package ledger_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/pipeline/sweep"
)

// said returns what a check of a folder says: an error, false and unproved claims, what is not judged, and the files
// that are not.
func said(t *testing.T, folder string) string {
	t.Helper()
	c := checker(t)
	files := must.Get(c.Expand([]string{folder}))(t)
	var reports []*ledger.Report
	var out strings.Builder
	for _, file := range files {
		r, err := c.File(t.Context(), file)
		if errors.Is(err, ledger.ErrFile) {
			fmt.Fprintf(&out, "error: %v\n", err)
			continue
		}
		must.Do(t, err)
		reports = append(reports, r)
		for _, f := range r.Faults {
			fmt.Fprintf(&out, "false %s: %v\n", f.Column, f)
		}
		for _, o := range r.Open {
			fmt.Fprintf(&out, "unproved %s: %v\n", o.Column, o)
		}
		for _, u := range r.NotJudged {
			fmt.Fprintf(&out, "not judged %s: %s\n", u.What, u.Note)
		}
	}
	must.Get(c.Folder(folder, reports))(t)
	for _, r := range reports {
		for _, f := range r.Files {
			fmt.Fprintf(&out, "%s %s\n", f.State, filepath.Base(f.File))
		}
	}
	return out.String()
}

// forgeries are single edits of the small folder, each with the start of a line that a check must print: the claim is
// refuted, the file is not read, or what was edited is named as not judged.
var forgeries = map[string]struct {
	edit func(t *testing.T, folder string)
	want string
}{
	"the engine":              {solve(`"engine":"exact"`, `"engine":"search"`), "not judged engine, seconds"},
	"a formula as the engine": {solve(`"engine":"exact"`, `"engine":"=HYPERLINK(1)"`), "error: "},
	"the seconds":             {solve(`"seconds":`, `"seconds":1`), "not judged engine, seconds"},
	"the time limit": {solve(`"time_limit_seconds":`, `"time_limit_seconds":1`),
		"not judged engine, seconds, time_limit_seconds:"},
	"an unknown key":    {solve(`"engine"`, `"note":"=1+1","engine"`), "error: "},
	"an unknown status": {solve(`"optimal"`, `"fine"`), "error: "},
	"a range as typed":  {solve(`"reading"`, `"range_as_typed":"=1+1","reading"`), "error: "},
	"a name":            {solve(`"id":`, `"id":7`), "false features"},

	"the proof's kind": {solve(`"kind":"cuts"`, `"kind":"relaxation"`), "false proof.kind"},
	"no kind":          {solve(`"kind":"cuts"`, `"kind":"=1+1"`), "error: "},
	"the proof's features": {solve(`"proof":{"kind":"cuts","features":2`, `"proof":{"kind":"cuts","features":3`),
		"false proof.features"},
	"the proof's bound":  {solve(`"bound":0.0`, `"bound":0.1`), "false proof.bound"},
	"the proof's loss":   {solve(`,"cuts":`, `,"largest_error":true,"cuts":`), "false proof.largest_error"},
	"the proof's cuts":   {solve(`,"cuts":`, `,"cuts":1`), "false proof.cuts"},
	"the proof's digest": {solve(`"digest":"`, `"digest":"0`), "false proof.digest"},
	"no digest and no file": {func(t *testing.T, folder string) {
		solve(`"digest":"`, `"digest":"0`)(t, folder)
		solve(`"AA-ATC-average-2`, `"AA-ATC-average-9`)(t, folder)
	}, "not judged proof (kind, features, bound, largest_error, cuts, digest, file) of results 1:"},
	"the proof's file": {solve(`"AA-ATC-average-2`, `"AA-ATC-average-3`), "false proof.file"},
	"no such file":     {solve(`"AA-ATC-average-2`, `"AA-ATC-average-9`), "missing AA-ATC-average-9.proof.gz"},

	"HiGHS's bound": {solve(`"solver_bound":0.01`, `"solver_bound":0.5`), "false solver_bound"},
	"HiGHS's low bound": {solve(`"solver_bound":0.01,"solver_gap":0.9`, `"solver_bound":0.001,"solver_gap":0`),
		"false solver_bound"},
	"HiGHS's small bound": {solve(`"solver_bound":0.01`, `"solver_bound":0.009`),
		"not judged formulation, solver_bound"},
	"HiGHS's status":      {solve(`"solver_status":"optimal"`, `"solver_status":"infeasible"`), "false solver_status"},
	"HiGHS's other words": {solve(`"solver_status":"optimal"`, `"solver_status":"=1+1"`), "error: "},
	"HiGHS's version":     {solve(`"HiGHS 1.10.0"`, `"=1+1"`), "error: "},
	"the formulation":     {solve(`"formulation":"merged"`, `"formulation":"=1+1"`), "error: "},
	"HiGHS's gap":         {solve(`"solver_gap":0.9`, `"solver_gap":-1`), "false solver_gap"},
	"HiGHS's nodes": {solve(`"solver_nodes":7`, `"solver_nodes":8`),
		"not judged formulation, solver_bound, solver_gap, solver_nodes"},

	"a planted folder": {func(t *testing.T, folder string) {
		own := filepath.Join(folder, "table")
		must.Do(t, os.Mkdir(own, 0o777))
		write(t, filepath.Join(own, ledger.SolvesFile), read(t, filepath.Join(folder, ledger.SolvesFile)))
	}, "not judged solves.jsonl"},
	"the wrong results": {func(t *testing.T, folder string) { // once judged in place of those beside the table
		own := filepath.Join(folder, "table")
		must.Do(t, os.Rename(folder, folder+"2"))
		must.Do(t, os.MkdirAll(own, 0o777))
		all := results(t)[:1]
		write(t, filepath.Join(folder, ledger.SolvesFile), lines(t, all))
		for _, name := range []string{ledger.SolvesFile, ledger.TableFile} {
			write(t, filepath.Join(own, name), read(t, filepath.Join(folder+"2", name)))
		}
		must.Do(t, os.Rename(filepath.Join(own, ledger.TableFile), filepath.Join(folder, ledger.TableFile)))
	}, "false table"},
	"a page": {func(t *testing.T, folder string) {
		write(t, filepath.Join(folder, "README.md"), []byte("All optimal."))
	}, "not judged README.md"},
	"a dangling table": {func(t *testing.T, folder string) {
		must.Do(t, os.Remove(filepath.Join(folder, ledger.TableFile)))
		if err := os.Symlink("nothing", filepath.Join(folder, ledger.TableFile)); err != nil {
			t.Skip(err)
		}
	}, "missing table.csv"},
	"another proof": {func(t *testing.T, folder string) {
		p := *unpacked(t, results(t)[twoFeatures])
		p.Cutoff /= 2
		write(t, filepath.Join(folder, prooffile.Folder, "x.proof.gz"), prooffile.Pack(&p))
	}, "not judged x.proof.gz"},
	"a proof of all formulas for some": {func(t *testing.T, folder string) {
		p := *unpacked(t, results(t)[twoFeatures])
		p.With = p.With.With(54)
		write(t, filepath.Join(folder, prooffile.Folder, "AA-ATC-average-2.proof.gz"), prooffile.Pack(&p))
	}, "unproved lower_bound"},
	"no file of a proof": {func(t *testing.T, folder string) {
		must.Do(t, os.Remove(filepath.Join(folder, prooffile.Folder, "AA-ATC-average-2.proof.gz")))
	}, "missing AA-ATC-average-2.proof.gz"},
	"the finished solves": {replace(ledger.ManifestFile, `"finished":2`, `"finished":18`), "false finished"},
	"the asked solves":    {replace(ledger.ManifestFile, `"solves":2`, `"solves":1`), "false solves"},
	"partial":             {replace(ledger.ManifestFile, `"partial":false`, `"partial":true`), "false partial"},
	"a key of a manifest": {replace(ledger.ManifestFile, `"solves":2`, `"proved":2,"solves":2`), "error: "},
	"a second manifest":   {replace(ledger.ManifestFile, `false}`, `false}{"solves":9}`), "error: "},
	"a key there twice":   {replace(ledger.ManifestFile, `"solves":2`, `"solves":9,"solves":2`), "error: "},
	"the machine": {replace(ledger.ManifestFile, `"machine":""`, `"machine":"a"`),
		"not judged config, solves, judge, go, machine"},
}

func solve(old, changed string) func(*testing.T, string) {
	return replace(ledger.SolvesFile, old, changed)
}

// replace edits the first such text of a file, and the table so that it agrees with the results.
func replace(name, old, changed string) func(*testing.T, string) {
	return func(t *testing.T, folder string) {
		path := filepath.Join(folder, name)
		text := read(t, path)
		edited := bytes.Replace(text, []byte(old), []byte(changed), 1)
		if bytes.Equal(edited, text) {
			t.Fatalf("no %s in %s", old, text)
		}
		write(t, path, edited)
		if all, err := question.ReadAnswers(bytes.NewReader(edited)); name == ledger.SolvesFile && err == nil {
			for _, table := range []string{ledger.TableFile, ledger.ParquetFile} {
				text := must.Get(sweep.Render(table, all))(t)
				write(t, filepath.Join(folder, table), text)
			}
		}
	}
}

func unpacked(t *testing.T, r *question.Answer) *proof.Proof {
	t.Helper()
	p := must.Get(prooffile.Unpack(r.Proof.Packed))(t)
	return p
}

// TestForgeries makes single edits of a small folder: each is refuted, or what it changes is named as not judged.
func TestForgeries(t *testing.T) {
	small := func(t *testing.T) string {
		all := results(t)
		all = []*question.Answer{all[twoFeatures], all[searched]}
		all[1].Solver = &question.Solver{Formulation: "merged", Version: "HiGHS 1.10.0", Status: "optimal", Bound: 0.01,
			Gap: 0.9, Nodes: 7, Seconds: 1}
		path := folder(t, all)
		write(t, filepath.Join(path, ledger.ManifestFile), []byte(`{"machine":"","reading":"`+all[0].Reading+
			`","solves":2,"finished":2,"partial":false}`))
		return path
	}
	honest := said(t, small(t))
	for _, line := range strings.Split(honest, "\n") {
		if line != "" && !strings.HasPrefix(line, "not judged ") && !strings.HasPrefix(line, "judged ") {
			t.Errorf("of the honest folder: %s", line)
		}
	}
	for name, f := range forgeries {
		t.Run(name, func(t *testing.T) {
			path := small(t)
			f.edit(t, path)
			if out := said(t, path); !strings.Contains("\n"+out, "\n"+f.want) {
				t.Errorf("%s\nwant a line that begins with %q", out, f.want)
			}
		})
	}
}

// TestEveryEdit changes every text, number and flag of every row of a small file, one at a time: the row is refuted or
// not read, or a column of that name is listed as not judged.
func TestEveryEdit(t *testing.T) {
	w := must.Get(theWorld())(t)
	all := copied(t, []*question.Answer{w.results[0], w.results[1], w.results[5], w.results[7], w.results[8]})
	all[1].Solver = &question.Solver{Formulation: "plain", Version: "HiGHS 1.10.0", Status: "optimal",
		Bound: all[1].LowerBound, Gap: 0, Nodes: 7, Seconds: 1}
	edits, named := 0, map[string]bool{}
	for i := range all {
		var row map[string]any
		must.Do(t, json.Unmarshal(lines(t, all[i:i+1]), &row))
		if refusedOrNamed(t, w, lines(t, all[i:i+1]), "") {
			t.Fatalf("%v is refused as it is", all[i])
		}
		delete(row, "hand") // another subject has another matrix: TestTampered
		delete(row, "range")
		for _, leaf := range leavesOf(row, "") {
			edited := must.Get(json.Marshal(leaf.edit()))(t)
			edits++
			edited = bytes.Replace(edited, []byte("{"), fmt.Appendf(nil, `{"hand":"%s","range":"ATC",`,
				all[i].Hand().Text), 1)
			if !refusedOrNamed(t, w, edited, leaf.column) {
				t.Errorf("%v: %s was edited, and nothing says so: %s", all[i], leaf.column, edited)
			}
			named[leaf.column] = true
		}
	}
	t.Logf("%d edits of %v", edits, slices.Sorted(maps.Keys(named)))
	if edits < 100 {
		t.Error("too few edits to mean much")
	}
}

// TestReported has HiGHS report a bound that the formula of another row is below.
func TestReported(t *testing.T) {
	w := must.Get(theWorld())(t)
	all := copied(t, w.results[:2])
	all[1].Status, all[1].Features = question.None, nil
	all[1].AverageError, all[1].MaxError, all[1].P90Error, all[1].Gap = missing, missing, missing, missing
	for add, want := range map[float64]bool{1e-7: true, 1e-4: false} {
		all[1].Solver = &question.Solver{Version: "HiGHS 1.10.0", Status: "time limit reached", Gap: missing,
			Bound: all[0].AverageError + question.Number(add)}
		must.Equal(t, !refusedOrNamed(t, w, lines(t, all), ""), want, "a bound that is", add)
	}
}

func refusedOrNamed(t *testing.T, w *world, row []byte, column string) bool {
	t.Helper()
	c := checkerOf(w.known)
	r, err := c.File(t.Context(), write(t, filepath.Join(t.TempDir(), "row.json"), row))
	if err != nil && !errors.Is(err, ledger.ErrFile) {
		t.Fatal(err)
	}
	return err != nil || !accepted(r) || slices.ContainsFunc(r.NotJudged, func(u ledger.Unjudged) bool {
		return slices.Contains(strings.Split(u.What, ", "), column)
	})
}

// leaf is a value in a JSON tree. edit returns the tree with another value; it puts the old one back at the next edit.
type leaf struct {
	column string
	edit   func() any
}

func leavesOf(root map[string]any, prefix string) (leaves []leaf) {
	var walk func(v any, column string, set func(any))
	restore := func() {}
	walk = func(v any, column string, set func(any)) {
		switch x := v.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(x)) {
				walk(x[key], strings.TrimPrefix(column+"."+key, "."), func(v any) { x[key] = v })
			}
			return
		case []any:
			for i := range x {
				walk(x[i], column, func(v any) { x[i] = v })
			}
			return
		}
		leaves = append(leaves, leaf{column, func() any {
			restore()
			restore = func() { set(v) }
			set(another(v))
			return root
		}})
	}
	walk(root, prefix, nil)
	return leaves
}

// another returns another value of the same kind, where there is one of the same names.
func another(v any) any {
	switch x := v.(type) {
	case float64:
		return 2*x + 1
	case bool:
		return !x
	case string:
		for _, names := range [][]string{{"optimal", "feasible"}, {"exact", "search"}, {"cuts", "relaxation"},
			{"plain", "merged"}} {
			if i := slices.Index(names, x); i >= 0 {
				return names[1-i]
			}
		}
		return x + "1"
	}
	return 0.5 // in place of null
}

// TestDanglingTable has a link to nothing in the place of a table: the report does not hold.
func TestDanglingTable(t *testing.T) {
	path := folder(t, results(t)[:count])
	table := filepath.Join(path, ledger.TableFile)
	must.Do(t, os.Remove(table))
	if err := os.Symlink("nothing", table); err != nil {
		t.Skip(err)
	}
	c := checker(t)
	r, err := c.File(t.Context(), filepath.Join(path, ledger.SolvesFile))
	if err != nil || !accepted(r) {
		t.Fatal(r, err)
	}
	must.Get(c.Folder(path, []*ledger.Report{r}))(t)
	if accepted(r) || len(r.Open) != 1 || r.Open[0].Place != ledger.TableFile || r.Claims != r.Proved+1 {
		t.Errorf("%+v", r)
	}
}
