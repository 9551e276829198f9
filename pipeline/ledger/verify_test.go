package ledger_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/model/weights"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/pipeline/sweep"
	"feltlab/solvers/prove"
)

// counted holds a sixteenth of the flops of two hands in the place of all, so that replays take milliseconds.
var counted = sync.OnceValues(func() (map[question.Subject]*prove.Problem, error) {
	all := map[question.Subject]*prove.Problem{}
	for _, q := range []question.Subject{asked("AA"), asked("KK")} {
		s, err := fit.NewInstances(nil, 2).Get(context.Background(), q)
		if err != nil {
			return nil, err
		}
		few := &regression.Instance{Source: q.HandText(), Rows: q.RangeText(), Columns: s.Columns}
		for i := 0; i < len(s.Features); i += 16 {
			few.Features = append(few.Features, s.Features[i])
			few.Target = append(few.Target, s.Target[i])
			few.Weight = append(few.Weight, s.Weight[i])
			few.Ratios = append(few.Ratios, s.Ratios[i])
		}
		if all[q], err = prove.NewProblem(few); err != nil {
			return nil, err
		}
	}
	own, err := asked("AA").With(roundStep).Weighted(all[asked("AA")].Instance)
	if err != nil {
		return nil, err
	}
	all[asked("AA").With(roundStep)], err = prove.NewProblem(own)
	return all, err
})

const roundStep = weights.Weights("step 5")

func asked(hand string) question.Subject {
	return question.MustSubject(hand, "ATC").Canonical()
}

// Indices of the solved results.
const (
	twoFeatures   = iota // AVGERR(2), proved by cuts
	threeFeatures        // AVGERR(3), the same
	count                // FEAT_AVGERR(2.5%), 3 features, proved by the cuts for 2
	searched             // AVGERR(4), a bound by the relaxation
	largest              // MAXERR(2), proved by cuts
	infeasible           // FEAT_AVGERR(0.1%)
	hopeless             // FEAT_MAXERR(1%), infeasible too
	round                // AVGERR(2) in steps of 5, proved by cuts and trees
	solvedResults        // their number
)

var tasks = [solvedResults]question.Question{
	twoFeatures:   {Program: regression.Program{Kind: regression.AvgErr, N: 2}, Engine: question.Exact},
	threeFeatures: {Program: regression.Program{Kind: regression.AvgErr, N: 3}, Engine: question.Exact},
	count:         {Program: regression.Program{Kind: regression.FeatAvgErr, E: 0.025}, Engine: question.Exact},
	searched:      {Program: regression.Program{Kind: regression.AvgErr, N: 4}, Engine: question.Search},
	largest:       {Program: regression.Program{Kind: regression.MaxErr, N: 2}, Engine: question.Exact},
	infeasible:    {Program: regression.Program{Kind: regression.FeatAvgErr, E: 0.001}, Engine: question.Exact},
	hopeless:      {Program: regression.Program{Kind: regression.FeatMaxErr, E: 0.01}, Engine: question.Exact},
	round: {Subject: question.Subject{Weights: roundStep}, Program: regression.Program{Kind: regression.AvgErr, N: 2},
		Engine: question.Exact},
}

// solved holds the answers of AA against any two cards, by one goroutine: the proofs of several differ from run to run.
var solved = sync.OnceValues(func() ([]*question.Answer, error) {
	known, err := counted()
	if err != nil {
		return nil, err
	}
	var all []*question.Answer
	for _, t := range tasks {
		t.Subject, t.TimeLimit = question.MustSubject("AA", "ATC").With(t.Weights), time.Minute
		r, err := fit.Solve(context.Background(), known[t.Canonical()].Instance, t, fit.Options{Workers: 1})
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
})

func results(t testing.TB) []*question.Answer {
	t.Helper()
	all := must.Get(solved())(t)
	return copied(t, all)
}

func copied(t testing.TB, all []*question.Answer) (copies []*question.Answer) {
	t.Helper()
	text := must.Get(json.Marshal(all))(t)
	must.Do(t, json.Unmarshal(text, &copies))
	return copies
}

func folder(t testing.TB, all []*question.Answer) string {
	t.Helper()
	path := t.TempDir()
	must.Do(t, sweep.Write(path, all))
	return path
}

func lines(t testing.TB, all []*question.Answer) []byte {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for _, r := range all {
		must.Do(t, enc.Encode(r))
	}
	return b.Bytes()
}

func write(t testing.TB, path string, text []byte) string {
	t.Helper()
	must.Do(t, os.WriteFile(path, text, 0o666))
	return path
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	text := must.Get(os.ReadFile(path))(t)
	return text
}

func checker(t testing.TB) *ledger.Checker {
	t.Helper()
	known := must.Get(counted())(t)
	return checkerOf(known)
}

// checkerOf returns a checker with the rows of some problems; it counts those of other subjects from the cards.
func checkerOf(known map[question.Subject]*prove.Problem) *ledger.Checker {
	c := sweep.NewChecker(ledger.Options{Workers: 2})
	rows := c.Rows
	c.Rows = func(asked []question.Subject) ledger.Instances { return &counter{known, rows(asked)} }
	return c
}

type counter struct {
	known map[question.Subject]*prove.Problem
	ledger.Instances
}

func (c *counter) Get(ctx context.Context, s question.Subject) (*regression.Instance, error) {
	if p := c.known[s.Canonical()]; p != nil {
		return p.Instance, nil
	}
	return c.Instances.Get(ctx, s)
}

func verified(t testing.TB, path string) *ledger.Report {
	t.Helper()
	r := must.Get(checker(t).File(t.Context(), path))(t)
	if r.Claims != r.Proved+r.False+r.Unproved || r.False != len(r.Faults) || r.Unproved != len(r.Open) {
		t.Errorf("%s: the counts of a report do not agree: %+v", path, r)
	}
	return r
}

// accepted reports whether a command would exit with code 0.
func accepted(r *ledger.Report) bool { return r.False == 0 && r.Unproved == 0 }

// provedFiles is the number of proofs in a folder of the solved results: one each, but AVGERR(2) and
// FEAT_AVGERR(2.5%) share a file.
const provedFiles = solvedResults - 1

// TestGoodFiles checks every kind of file as it was written.
func TestGoodFiles(t *testing.T) {
	all := results(t)
	path := folder(t, all)
	c := checker(t)
	for _, name := range []string{ledger.SolvesFile, ledger.TableFile, ledger.ParquetFile} {
		t.Run(name, func(t *testing.T) { holdGood(t, c, filepath.Join(path, name)) })
	}
	for format, name := range map[string]string{"csv": "w.csv", "markdown": "w.md", "latex": "w.tex",
		"latex-grid": "grid.tex", "json": "w.json"} {
		for top, prefix := range map[int]string{0: "", 2: "top-"} {
			var out bytes.Buffer
			must.Do(t, sweep.Export(&out, all, format, top))
			holdGood(t, c, write(t, filepath.Join(path, prefix+name), out.Bytes()))
		}
	}
	typed := copied(t, all)
	twice := typed[threeFeatures].Against().Range.String() + ", " + typed[threeFeatures].Against().Range.String()
	s, err := question.ParseTyped(typed[threeFeatures].HandText(), twice)
	if err != nil || s.Against().Typed == "" {
		t.Fatal(s, err)
	}
	typed[threeFeatures].Subject = s
	holdGood(t, c, filepath.Join(folder(t, typed), ledger.TableFile))
	files, err := prooffile.List(filepath.Join(path, prooffile.Folder))
	if err != nil || len(files) != provedFiles {
		t.Errorf("%v, %v", files, err)
	}
	for i, file := range files {
		p := must.Get(prooffile.Unpack(read(t, file)))(t)
		text := write(t, filepath.Join(t.TempDir(), "text"), p.Encode())
		for _, name := range []string{file, text} {
			r, err := c.File(t.Context(), name)
			if err != nil || !accepted(r) || r.Kind != "proof" || r.Proved != 1 || r.Proofs != 1 ||
				r.Bounds[ledger.ByProof] != 1 {
				t.Errorf("proof %d: %+v, %v", i, r, err)
			}
		}
	}
	// Results with proofs inside need no folder.
	one := must.Get(json.MarshalIndent(all[threeFeatures], "", "  "))(t)
	list := must.Get(json.Marshal(all))(t)
	holdGood(t, c, write(t, filepath.Join(t.TempDir(), "alone.json"), lines(t, all)))
	holdGood(t, c, write(t, filepath.Join(t.TempDir(), "list"), list))
	if r := verified(t, write(t, filepath.Join(t.TempDir(), "fit.json"), one)); !accepted(r) || r.Rows != 1 ||
		r.Bounds[ledger.ByProof] != 1 {
		t.Errorf("%+v", r)
	}
	files, err = (&ledger.Options{}).Expand([]string{path, filepath.Join(path, "w.md")})
	if err != nil || len(files) != 4 {
		t.Error(files, err)
	}
	must.Fails((&ledger.Options{}).Expand([]string{t.TempDir()}))(t, ledger.ErrFile)
	must.Fails((&ledger.Options{}).Expand([]string{filepath.Join(path, "none")}))(t, os.ErrNotExist)
}

// holdGood expects all claims of a file of all solved results to be proved.
func holdGood(t *testing.T, c *ledger.Checker, path string) {
	t.Helper()
	r := must.Get(c.File(t.Context(), path))(t)
	kind := "results"
	if r.Beside != "" {
		kind = "table"
	}
	if !accepted(r) || r.Proved != r.Claims || r.Kind != kind || r.Rows != solvedResults ||
		r.Formulas != solvedResults-2 || r.Matrices != 2 {
		t.Errorf("%s: %+v", path, r)
	}
	must.Equal(t, r.Bounds[ledger.ByProof], solvedResults, path, r.Bounds)
}

// TestOnce expects a shared file of results to be judged once.
func TestOnce(t *testing.T) {
	path := folder(t, results(t))
	c := checker(t)
	replayed := 0
	c.Progress = func(proofs int) (step func(string), done func()) {
		return func(string) { replayed++ }, func() {}
	}
	for _, name := range []string{ledger.TableFile, ledger.SolvesFile, ledger.ParquetFile} {
		must.Get(c.File(t.Context(), filepath.Join(path, name)))(t)
	}
	must.Equal(t, replayed, provedFiles)
}

// TestProve makes missing proofs, and expects them to be stored.
func TestProve(t *testing.T) {
	all := results(t)[:count]
	path := filepath.Join(folder(t, all), ledger.SolvesFile)
	must.Do(t, os.RemoveAll(filepath.Join(filepath.Dir(path), prooffile.Folder)))
	if r := verified(t, path); accepted(r) || !r.OK() || r.Unproved != 4 || r.Bounds[ledger.Unproved] != 2 {
		t.Errorf("%+v", r)
	}
	c := checker(t)
	c.Prove, c.TimeLimit = true, time.Minute
	if r, err := c.File(t.Context(), path); err != nil || !accepted(r) || r.Bounds[ledger.ByNewProof] != 2 {
		t.Errorf("%+v, %v", r, err)
	}
	if r := verified(t, path); !accepted(r) || r.Bounds[ledger.ByProof] != 2 {
		t.Errorf("%+v", r)
	}
}

// TestForeignFiles reads files of other kinds.
func TestForeignFiles(t *testing.T) {
	path := folder(t, results(t))
	solves := filepath.Join(path, ledger.SolvesFile)
	text, packed := read(t, solves), read(t, filepath.Join(path, prooffile.Folder, "AA-ATC-average-3.proof.gz"))
	line := string(bytes.SplitAfter(text, []byte("\n"))[0])
	elsewhere := t.TempDir()
	for name, c := range map[string]struct{ folder, text, want string }{
		"empty":         {path, "", "empty"},
		"white":         {path, " \n\n", "empty"},
		"prose":         {path, "The quick brown fox.\n", "no kind of results"},
		"foreign CSV":   {path, "a,b\n1,2\n", `no kind of results begins with "a,b"`},
		"no results":    {elsewhere, "hand,range\n", "a table needs its results"},
		"JSON cut":      {path, string(text[:len(text)-100]), "the JSON ends too early"},
		"JSON and more": {path, line + "x", "invalid character"},
		"foreign JSON":  {path, `{"a":1}`, `unknown key "a"`},
		"no hand":       {path, `{}`, "without hand"},
		"no entries":    {path, "[]", "empty"},
		"a key twice":   {path, strings.Replace(line, `"status"`, `"status":"none","status"`, 1), "status"},
		"another case":  {path, strings.Replace(line, `"status"`, `"status":"none","Status"`, 1), "Status"},
		"proof cut":     {path, string(packed[:len(packed)/2]), "damaged"},
		"proof's text":  {path, "feltlab-proof 1\n", "truncated"},
		"binary":        {path, "\x7fELF\x00\x01", "no kind of results"},
		"LaTeX cut":     {path, "\\begin{tabular}{l}\n\\hline", "no kind of results"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := checker(t).File(t.Context(), write(t, filepath.Join(c.folder, "bad"), []byte(c.text)))
			if !errors.Is(err, ledger.ErrFile) || !strings.Contains(err.Error(), c.want) ||
				strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v, want %q", name, err, c.want)
			}
		})
	}
	must.Fails(checker(t).File(t.Context(), filepath.Join(path, "none")))(t, os.ErrNotExist)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := checker(t).File(ctx, solves); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %+v, %v", r, err)
	}
}
