package ledger_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/features"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/pipeline/sweep"
	"feltlab/solvers/prove"
)

func noFormula(r *question.Answer) {
	r.Status, r.Features = question.Infeasible, nil
	r.AverageError, r.MaxError, r.P90Error, r.LowerBound, r.Gap = missing, missing, missing, missing, missing
}

func setGapAndStatus(r *question.Answer) {
	e := r.Objective()
	r.Gap = question.Number(max(e-float64(r.LowerBound), 0) / e)
	r.Status = question.Feasible
	if question.Meets(r.Kind, e, float64(r.LowerBound)) {
		r.Status = question.Optimal
	}
}

func edit(t *testing.T, r *question.Answer, change func(*proof.Proof)) {
	t.Helper()
	p := unpacked(t, r)
	change(p)
	r.Proof = prooffile.NewRecord(p)
}

// tooFew leaves a proof as many cuts as its formulas have features. A formula has a feature of each, so they prove
// nothing, whatever cuts a proof has. Another part of a proof may still be one.
func tooFew(p *proof.Proof) { p.Cuts = p.Cuts[:p.Features] }

// formula gives a result some features with weights as they are, and the right errors.
func formula(t *testing.T, r *question.Answer, terms ...question.Weight) {
	t.Helper()
	for i := range terms {
		terms[i].Name = must.Get(features.ByID(terms[i].ID))(t).Name
	}
	r.Features = terms
	r.SetErrors(must.Get(ledger.Errors(must.Get(counted())(t)[r.Canonical()], r.Formula()))(t))
}

// TestTampered changes one statement of a file, or several consistently: the report names what is false or not proved.
func TestTampered(t *testing.T) {
	proved := func(change func(*proof.Proof)) func([]*question.Answer) {
		return func(r []*question.Answer) { edit(t, r[1], change) }
	}
	for name, c := range map[string]struct {
		change func(r []*question.Answer)
		column string
	}{
		"a weight":          {func(r []*question.Answer) { r[1].Features[1].Weight += 1e-6 }, "average_error"},
		"a feature":         {func(r []*question.Answer) { r[1].Features[1].ID = 55 }, "features"},
		"a reading":         {func(r []*question.Answer) { r[1].Reading = "paper-1" }, "reading"},
		"no reading":        {func(r []*question.Answer) { r[1].Reading = "" }, "reading"},
		"a name":            {func(r []*question.Answer) { r[1].Features[1].Name = "flush" }, "features"},
		"a feature twice":   {func(r []*question.Answer) { r[1].Features[1] = r[1].Features[0] }, "features"},
		"no such feature":   {func(r []*question.Answer) { r[1].Features[1].ID = 74 }, "features"},
		"a large weight":    {func(r []*question.Answer) { r[1].Features[1].Weight = 1.5 }, "features"},
		"too many features": {func(r []*question.Answer) { r[1].N = 2 }, "features"},
		"an error":          {func(r []*question.Answer) { r[1].AverageError += 1e-12 }, "average_error"},
		"a largest error":   {func(r []*question.Answer) { r[1].MaxError -= 1e-12 }, "max_error"},
		"a percentile":      {func(r []*question.Answer) { r[1].P90Error += 1e-12 }, "p90_error"},
		"no error":          {func(r []*question.Answer) { r[1].AverageError = missing }, "average_error"},
		"a bound up":        {func(r []*question.Answer) { r[searched].LowerBound += 1e-9 }, "gap"},
		"a bound above": {func(r []*question.Answer) { r[searched].LowerBound = r[searched].AverageError + 1e-9 },
			"lower_bound"},
		"a gap":              {func(r []*question.Answer) { r[searched].Gap += 1e-9 }, "gap"},
		"optimal":            {func(r []*question.Answer) { r[searched].Status = question.Optimal }, "status"},
		"feasible":           {func(r []*question.Answer) { r[1].Status = question.Feasible }, "status"},
		"infeasible":         {func(r []*question.Answer) { r[1].Status = question.Infeasible }, "status"},
		"a hand":             {func(r []*question.Answer) { r[1].Subject = asked("KK") }, "average_error"},
		"an empty range":     {func(r []*question.Answer) { r[1].Subject = question.MustSubject("AA", "AA") }, "range"},
		"the limit":          {func(r []*question.Answer) { r[count].E = 0.0229 }, "features"},
		"a round weight":     {func(r []*question.Answer) { r[round].Features[0].Weight += 0.01 }, "features"},
		"a round bound":      {func(r []*question.Answer) { r[round].LowerBound += 1e-9 }, "gap"},
		"another step":       {func(r []*question.Answer) { r[round].Weights = "step 10" }, "features"},
		"no round weights":   {func(r []*question.Answer) { r[round].Weights = "" }, "proof"},
		"infeasible, bound":  {func(r []*question.Answer) { r[infeasible].LowerBound = 1 }, "lower_bound_features"},
		"infeasible, AVGERR": {func(r []*question.Answer) { noFormula(r[1]) }, "status"},
		"no proof":           {func(r []*question.Answer) { r[1].Proof = nil }, "lower_bound"},
		"no proof packed":    {func(r []*question.Answer) { r[1].Proof.Packed = nil }, "lower_bound"},
		"a damaged proof":    {func(r []*question.Answer) { r[1].Proof.Packed[20] ^= 1 }, "proof"},
		"a truncated proof":  {func(r []*question.Answer) { r[1].Proof.Packed = r[1].Proof.Packed[:40] }, "proof"},
		"called infeasible": { // though 73 features reach it
			func(r []*question.Answer) { noFormula(r[count]) }, "status"},
		"a bound, its gap and the record of its proof": {func(r []*question.Answer) {
			x := r[searched]
			x.LowerBound += 1e-3
			setGapAndStatus(x)
			edit(t, x, func(p *proof.Proof) { p.Cutoff = float64(x.LowerBound) })
		}, "proof"},
		"an optimum that is none, with bound, cutoff and record": {func(r []*question.Answer) {
			x := r[threeFeatures]
			formula(t, x, question.Weight{ID: 54, Weight: 0.86}, question.Weight{ID: 41, Weight: -0.15})
			x.LowerBound = x.AverageError - 1e-8
			setGapAndStatus(x)
			edit(t, x, func(p *proof.Proof) { p.Cutoff = float64(x.LowerBound) })
		}, "proof"},
		"an error that rises with N": {func(r []*question.Answer) {
			x := r[threeFeatures]
			formula(t, x, question.Weight{ID: 54, Weight: 0.5})
			setGapAndStatus(x)
		}, "error"},
		"a bound above another formula's error": {func(r []*question.Answer) {
			x := r[threeFeatures]
			formula(t, x, question.Weight{ID: 54, Weight: 0.86})
			x.LowerBound = r[twoFeatures].AverageError + 1e-6
			setGapAndStatus(x)
		}, "lower_bound"},
		"cuts dropped":         {proved(tooFew), "proof"},
		"all cuts dropped":     {proved(func(p *proof.Proof) { p.Cuts = nil }), "proof"},
		"a cut with no column": {proved(func(p *proof.Proof) { p.Cuts[0].Columns = features.Vector{} }), "proof"},
		"a proof for more":     {proved(func(p *proof.Proof) { p.Features = 4 }), "proof"},
		"a proof for fewer":    {proved(func(p *proof.Proof) { p.Features = 2 }), "lower_bound"},
		"a proof with":         {proved(func(p *proof.Proof) { p.With = p.With.With(54) }), "lower_bound"},
		"another reading's":    {proved(func(p *proof.Proof) { p.Labels.Rows += " by paper-1" }), "lower_bound"},
		"another instance's":   {proved(func(p *proof.Proof) { p.Instance[0]++ }), "lower_bound"},
		"the other loss":       {proved(func(p *proof.Proof) { p.Loss = proof.Largest }), "lower_bound"},
		"proofs swapped": {func(r []*question.Answer) { r[1].Proof, r[largest].Proof = r[largest].Proof, nil },
			"lower_bound"},
		"a count too large": {func(r []*question.Answer) {
			x := r[count]
			x.LowerBound, x.Features = 3, nil
			formula(t, x, question.Weight{ID: 54, Weight: 0.86}, question.Weight{ID: 41, Weight: -0.15},
				question.Weight{ID: 46, Weight: 0.1}, question.Weight{ID: 65, Weight: -0.09})
			x.LowerBound = 4
			setGapAndStatus(x)
			edit(t, x, func(p *proof.Proof) { p.Features = 3 })
		}, "lower_bound_features"},
	} {
		t.Run(name, func(t *testing.T) {
			all := results(t)
			c.change(all)
			var kept []*question.Answer // the others take time and say nothing
			for i, r := range results(t) {
				one, before := []*question.Answer{all[i]}, []*question.Answer{r}
				if i == twoFeatures || !bytes.Equal(lines(t, one), lines(t, before)) {
					kept = append(kept, all[i])
				}
			}
			r := verified(t, write(t, filepath.Join(t.TempDir(), "solves.jsonl"), lines(t, kept)))
			if !slices.Contains(strings.Fields(columns(r)), c.column) {
				t.Errorf("%+v, want column %s", r, c.column)
			}
		})
	}
}

// TestUnreadable changes the question of a stored result to an invalid one.
func TestUnreadable(t *testing.T) {
	stored := lines(t, results(t)[1:2])
	for old, changed := range map[string]string{
		`"hand":"AA"`: `"hand":"AX"`, `"range":"ATC"`: `"range":"QQ+!"`, `"AVGERR"`: `"SUMERR"`,
		`"max_features":`:  `"error_limit":0.1,"max_features":`,
		`"max_features":3`: `"max_features":74`, `"hand":"AA",`: ``, `"optimal"`: `"fine"`,
		`"exact"`: `"=HYPERLINK(1)"`, `"cuts"`: `"=1+1"`, `"seconds":`: `"seconds":-`,
		`"status"`:  `"note":"=1+1","status"`,
		`"reading"`: `"range_as_typed":"=1+1","reading"`, `"reading":`: `"range_as_typed":"KK","reading":`,
		`"features":[`: `"solver_version":"=1+1","features":[`,
	} {
		t.Run(changed, func(t *testing.T) {
			text := bytes.Replace(stored, []byte(old), []byte(changed), 1)
			if bytes.Equal(text, stored) {
				t.Fatalf("no %s in %s", old, stored)
			}
			path := write(t, filepath.Join(t.TempDir(), "solves.jsonl"), text)
			if r, err := sweep.NewChecker(ledger.Options{Workers: 1}).File(t.Context(), path); !errors.Is(err,
				ledger.ErrFile) {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
}

// TestTamperedTables changes tables, alone and together with their results.
func TestTamperedTables(t *testing.T) {
	path := folder(t, results(t))
	for _, name := range []string{ledger.TableFile, ledger.ParquetFile} {
		text := must.Get(os.ReadFile(filepath.Join(path, name)))(t)
		for _, at := range []int{len(text) / 3, len(text) / 2, len(text) - 1} {
			changed := bytes.Clone(text)
			changed[at] ^= 1
			if r := verified(t, write(t, filepath.Join(path, "changed-"+name), changed)); r.OK() {
				t.Errorf("%s with byte %d changed: %+v", name, at, r)
			}
		}
	}
	all := results(t)
	all[threeFeatures].AverageError -= 1e-4
	setGapAndStatus(all[threeFeatures])
	if r := verified(t, filepath.Join(folder(t, all), ledger.TableFile)); r.OK() {
		t.Errorf("%+v", r)
	}
}

// TestTamperedProofFiles changes the files of proofs next to results.
func TestTamperedProofFiles(t *testing.T) {
	for name, change := range map[string]func(text []byte) []byte{
		"truncated":     func(text []byte) []byte { return text[:len(text)/2] },
		"a bit":         func(text []byte) []byte { text[len(text)/2] ^= 4; return text },
		"garbage after": func(text []byte) []byte { return append(text, "x"...) },
		"empty":         func([]byte) []byte { return nil },
		"other version": func([]byte) []byte { return []byte("feltlab-proof 2\n") },
	} {
		t.Run(name, func(t *testing.T) {
			path := folder(t, results(t)[:count])
			files, err := prooffile.List(filepath.Join(path, prooffile.Folder))
			if err != nil || len(files) == 0 {
				t.Fatal(files, err)
			}
			for _, file := range files {
				text := must.Get(os.ReadFile(file))(t)
				write(t, file, change(text))
			}
			r := verified(t, filepath.Join(path, ledger.SolvesFile))
			if r.OK() || r.Unproved < 2 || !strings.Contains(fmt.Sprint(r.Faults), "proof.gz") {
				t.Errorf("%+v", r)
			}
		})
	}
	// Reordered cuts prove the same.
	all := results(t)
	edit(t, all[1], func(p *proof.Proof) { p.Cuts[0], p.Cuts[1] = p.Cuts[1], p.Cuts[0] })
	if r := verified(t, filepath.Join(folder(t, all), ledger.SolvesFile)); !r.OK() || r.Unproved > 0 {
		t.Errorf("%+v", r)
	}
}

// TestSameProofs: a checker replays a proof once that two folders have, and one of a third that is not the same.
func TestSameProofs(t *testing.T) {
	c := checker(t)
	found := 0
	c.Workers, c.Find = 1, func(ctx context.Context, free *regression.Instance, inst *proof.Instance,
		h *proof.Header) (proof.Finder, error) {
		found++
		return prove.NewFinder(ctx, free, inst, h)
	}
	judge := func(folder string) *ledger.Report {
		t.Helper()
		r := must.Get(c.File(t.Context(), filepath.Join(folder, ledger.SolvesFile)))(t)
		return r
	}
	all := results(t)[:count]
	first := judge(folder(t, all))
	once := found
	again := judge(folder(t, all))
	if !again.OK() || again.Proved != first.Proved || again.Proofs != first.Proofs || found != once || once == 0 {
		t.Errorf("%+v after %+v, %d finders after %d", again, first, found, once)
	}
	edit(t, all[1], tooFew)
	if other := judge(folder(t, all)); other.OK() && other.Unproved == 0 || found == once {
		t.Errorf("%+v", other)
	}
}
