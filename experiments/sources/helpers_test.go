package sources

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"feltlab/experiments"
	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
	"feltlab/pipeline/store/storetest"
)

// results is the folder of committed results. Nothing may be written there.
const results = "../../results"

// with returns the source with other methods.
func with(made map[string]any) *experiments.Source {
	return &experiments.Source{Files: files, Templates: Source.Templates,
		Methods: func(ctx context.Context, env *experiments.Env) map[string]any {
			all := methods(ctx, env)
			maps.Copy(all, made)
			return all
		}}
}

// emptyEnv returns an environment with an empty store and an empty folder, and what it prints.
func emptyEnv(t *testing.T) (*experiments.Env, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	kept := must.Get(store.Open(t.TempDir(), nil))(t)
	return &experiments.Env{Store: kept, Out: t.TempDir(), Workers: 2, Stdout: &out, Stderr: io.Discard}, &out
}

// filled returns an environment whose store has the matrices of package matrixtest.
func filled(t *testing.T) (*experiments.Env, *bytes.Buffer) {
	t.Helper()
	env, out := emptyEnv(t)
	must.Do(t, storetest.Fill(env.Store))
	return env, out
}

// run runs an experiment, some of its questions or all.
func run(t *testing.T, env *experiments.Env, name string, only func(question.Question) bool) error {
	t.Helper()
	all := Source.Experiments()
	i := slices.IndexFunc(all, func(e experiments.Experiment) bool { return e.Name == name })
	if i < 0 {
		t.Fatalf("no experiment %s", name)
	}
	env.Only = only
	return all[i].Run(t.Context(), env)
}

// rewrite writes an experiment from made-up answers.
func rewrite(t *testing.T, name string, answers []*question.Answer, page string) (*experiments.Env, string) {
	t.Helper()
	env, out := filled(t)
	must.Do(t, Source.Rewrite(t.Context(), env, name, answers, []byte(page)))
	return env, out.String()
}

// made writes an experiment from made-up results of methods, and returns its page and what it prints.
func made(t *testing.T, name string, methods map[string]any) (env *experiments.Env, page, out string) {
	t.Helper()
	env, printed := emptyEnv(t)
	must.Do(t, with(methods).Rewrite(t.Context(), env, name, nil, nil))
	page = pageOf(t, env, name)
	if strings.Contains(page, "%!") || strings.Contains(page, "NaN") {
		t.Errorf("bad format in\n%s", page)
	}
	return env, page, printed.String()
}

// rewritten writes an experiment again from the answers in the committed results and holds every file to the committed
// one, but those whose names the text except has. The experiment may read further folders of results. It returns what
// the experiment prints.
func rewritten(t *testing.T, s *experiments.Source, name, except string, reads ...string) string {
	t.Helper()
	env, out := emptyEnv(t)
	for _, folder := range reads {
		must.Do(t, os.CopyFS(filepath.Join(env.Out, folder), os.DirFS(filepath.Join(results, folder))))
	}
	folder := filepath.Join(results, name)
	page := must.Get(os.ReadFile(filepath.Join(folder, "README.md")))(t)
	answers, err := ledger.Read(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	must.Do(t, s.Rewrite(t.Context(), env, name, answers, page))
	for file, content := range filesOf(t, env.Out) {
		if strings.Contains(except, filepath.Base(file)) {
			continue
		}
		if want, err := os.ReadFile(filepath.Join(results, file)); err != nil || string(want) != content {
			t.Errorf("%s differs from the committed one (%v):\n%.3000s", file, err, cmp.Diff(string(want), content))
		}
	}
	return out.String()
}

// filesOf returns the content of all files under a folder.
func filesOf(t *testing.T, root string) map[string]string {
	t.Helper()
	files, system := map[string]string{}, os.DirFS(root)
	must.Do(t, fs.WalkDir(system, ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			var content []byte
			content, err = fs.ReadFile(system, path)
			files[path] = string(content)
		}
		return err
	}))
	return files
}

// pageOf returns the page that an experiment wrote.
func pageOf(t *testing.T, env *experiments.Env, name string) string {
	t.Helper()
	return string(must.Get(os.ReadFile(filepath.Join(env.Out, name, "README.md")))(t))
}

func readCSV(t *testing.T, folder, name string) [][]string {
	t.Helper()
	text := must.Get(os.ReadFile(filepath.Join(folder, name)))(t)
	return must.Get(csv.NewReader(bytes.NewReader(text)).ReadAll())(t)
}

// hold expects parts of a text.
func hold(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
}

func numberOf(t *testing.T, text string) float64 {
	t.Helper()
	return must.Get(strconv.ParseFloat(text, 64))(t)
}

// holdRow recomputes the error of a row of a CSV file from its features and holds the numbers
// of the row to each other.
func holdRow(t *testing.T, env *experiments.Env, row []string, k regression.Kind) {
	t.Helper()
	var f regression.Formula
	for _, term := range strings.Split(row[7], ";") {
		name, weight, _ := strings.Cut(term, ":")
		id := must.Get(strconv.Atoi(strings.TrimPrefix(name, "F")))(t)
		if _, decimals, _ := strings.Cut(weight, "."); len(decimals) < 6 {
			t.Errorf("weight %s has fewer than six decimals", weight)
		}
		f = append(f, regression.Term{ID: id, Weight: numberOf(t, weight)})
	}
	inst := must.Get(fit.NewInstances(env.Store, 2).Get(t.Context(), question.MustSubject(row[0], row[1])))(t)
	errs := must.Get(inst.Evaluate(f))(t)
	want := errs.Average
	if k.UsesMax() {
		want = errs.Max
	}
	e, bound := numberOf(t, row[3]), numberOf(t, row[4])
	if math.Abs(e-100*want) > 1e-7 || bound > e || bound < 0 || len(f) > int(numberOf(t, row[2])) {
		t.Errorf("row %v: the formula has %v", row, 100*want)
	}
}
