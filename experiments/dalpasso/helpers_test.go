package dalpasso

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"feltlab/experiments"
	"feltlab/experiments/experimentstest"
	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store/storetest"
)

// filled returns an environment whose store has the matrices of package matrixtest.
func filled(t *testing.T) (*experiments.Env, *bytes.Buffer) {
	t.Helper()
	env, out := experimentstest.Env(t)
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

func readCSV(t *testing.T, env *experiments.Env, name string) [][]string {
	t.Helper()
	f := must.Get(os.Open(filepath.Join(env.Out, name)))(t)
	defer f.Close()
	rows := must.Get(csv.NewReader(f).ReadAll())(t)
	return rows
}

// hold expects parts on a page.
func hold(t *testing.T, env *experiments.Env, name string, parts ...string) {
	t.Helper()
	page := experimentstest.Page(t, env, name)
	for _, part := range parts {
		if !strings.Contains(page, part) {
			t.Errorf("%s: no %q in\n%s", name, part, page)
		}
	}
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	x := must.Get(strconv.ParseFloat(text, 64))(t)
	return x
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
		f = append(f, regression.Term{ID: id, Weight: number(t, weight)})
	}
	inst := must.Get(fit.NewInstances(env.Store, 2).Get(t.Context(), question.MustSubject(row[0], row[1])))(t)
	errs := must.Get(inst.Evaluate(f))(t)
	want := errs.Average
	if k.UsesMax() {
		want = errs.Max
	}
	e, bound := number(t, row[3]), number(t, row[4])
	if math.Abs(e-100*want) > 1e-7 || bound > e || bound < 0 || len(f) > int(number(t, row[2])) {
		t.Errorf("row %v: the formula has %v", row, 100*want)
	}
}
