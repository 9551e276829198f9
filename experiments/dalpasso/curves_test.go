package dalpasso

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"feltlab/dataset/published"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
	"feltlab/pipeline/sweep"
)

// TestFigures draws curves of one feature and of two.
func TestFigures(t *testing.T) {
	env, _ := filled(t)
	env.TimeLimit = 20 * time.Second
	some := *figureStudy
	some.sections, some.most = figureSections("pairs", "Pairs", "AA", "QQ")[1:], 2
	if err := some.run(t.Context(), env); err != nil {
		t.Fatal(err)
	}
	table := readCSV(t, env, "figures.csv")
	if len(table) != 5 {
		t.Fatalf("%d lines", len(table))
	}
	for _, row := range table[1:] {
		holdRow(t, env, row, regression.AvgErr)
		if row[5] != "optimal" {
			t.Errorf("not proved: %v", row)
		}
	}
	page := readPage(t, env, "figures/README.md")
	for _, want := range []string{"## Pairs against ATC", "| features | AA | QQ |", "(pairs-atc.svg)", "* |"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	svg := readPage(t, env, "figures/pairs-atc.svg")
	if !strings.Contains(svg, "certified lower bounds") || strings.Count(svg, ">certified lower bounds<") != 1 || !strings.Contains(svg, "AA against ATC") {
		t.Error("the figure lacks names")
	}
}

func TestSOR13(t *testing.T) {
	env, _ := filled(t)
	env.TimeLimit = time.Second
	some := *sor13Study
	some.sections, some.most = []curveSection{{"AA", "aa", []string{"AA"}, []string{"RUS", "ATC"}, nil}}, 2
	if err := some.run(t.Context(), env); err != nil {
		t.Fatal(err)
	}
	table := readCSV(t, env, "sor13.csv")
	if len(table) != 5 || table[0][3] != "max_error_percent" {
		t.Fatalf("%v", table)
	}
	for _, row := range table[1:] {
		holdRow(t, env, row, regression.MaxErr)
	}
	if page := readPage(t, env, "sor13/README.md"); !strings.Contains(page, "| features | against RUS | against ATC |") {
		t.Error(page)
	}
}

// TestEnvelope carries formulas up and bounds down.
func TestEnvelope(t *testing.T) {
	results := solves("AA", "RUS", 0.05, 0.03, 0.04)
	for i, bound := range []float64{0.01, 0.02, 0.03} {
		t.Run(fmt.Sprint(bound), func(t *testing.T) {
			results[i].LowerBound = question.Number(bound)
		})
	}
	best := bestUpTo(results)
	for i, want := range []struct {
		e, bound float64
		status   question.Status
	}{{0.05, 0.03, question.Feasible}, {0.03, 0.03, question.Optimal}, {0.03, 0.03, question.Optimal}} {
		if b := best[i]; float64(b.AverageError) != want.e || float64(b.LowerBound) != want.bound || b.Status != want.status {
			t.Errorf("%d features: %+v", i+1, b)
		}
	}
	// A bound for two features says nothing about three.
	results = solves("AA", "RUS", 0.05, 0.03, 0.04)
	results[1].LowerBound = 0.03
	if b := bestUpTo(results)[2]; b.LowerBound != 0 || b.Status != question.Feasible || b.AverageError != 0.03 {
		t.Errorf("%+v", b)
	}
}

func TestBoundText(t *testing.T) {
	for bound, want := range map[float64]string{0.02166666666666: "2.16666666", 0.0199999999999: "1.99999999", 0.02: "2.00000000"} {
		if got := boundText(question.Number(bound)); got != want {
			t.Errorf("%v: %s, want %s", bound, got, want)
		}
	}
	if boundText(question.Number(math.NaN())) != "" {
		t.Error("a bound where there is none")
	}
}

// TestPaperSweep holds configs/paper.yaml to the experiments that take their solves from it.
func TestPaperSweep(t *testing.T) {
	c, err := sweep.Load("../../configs/paper.yaml")
	if err != nil {
		t.Fatal(err)
	}
	tasks := c.Questions
	instances := fit.NewInstances(nil, 1)
	key := func(task question.Question) store.Key {
		spec, err := instances.Spec(task)
		if err != nil {
			t.Fatal(err)
		}
		key, err := spec.Key()
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	has := map[store.Key]bool{}
	for _, task := range tasks {
		has[key(task)] = true
	}
	if len(tasks) != 44*31 || len(has) != len(tasks) {
		t.Fatalf("%d tasks, %d different", len(tasks), len(has))
	}
	limit := c.TimeLimit[0]
	if limit != figureStudy.limit {
		t.Errorf("time limit %v, that of the figures is %v", limit, figureStudy.limit)
	}
	for _, row := range published.Table4() {
		for _, p := range []regression.Program{{Kind: regression.AvgErr, N: table4Features}, {Kind: regression.FeatAvgErr, E: table3Error}} {
			if !has[key(paperTask(row.Hand, row.Range, p, limit))] {
				t.Errorf("%s against %s, %v is not in the sweep", row.Hand, row.Range, p)
			}
		}
	}
	for _, q := range figureStudy.questions(limit) {
		if !has[key(q)] {
			t.Errorf("%v, %v is not in the sweep", q.Subject, q.Program)
		}
	}
	hours := float64(len(tasks)) * limit.Hours() / float64(c.Workers)
	if hours > 10 {
		t.Errorf("the sweep takes up to %.1f hours", hours)
	}
}

func TestBestUpTo(t *testing.T) {
	results := append(solves("AA", "RUS", 0.05, 0.03, 0.04, 0.02), solves("AA", "ATC", 0.02)...)
	results = append(results, solves("AA", "RUS", 0.04, 0.035, 0.029)...)
	var got []string
	for _, r := range bestUpTo(results) {
		got = append(got, fmt.Sprintf("%s %d %.3f", r.Against().Range, r.N, float64(r.AverageError)))
	}
	want := "RUS 1 0.040; RUS 2 0.030; RUS 3 0.029; RUS 4 0.020; ATC 1 0.020"
	if strings.Join(got, "; ") != want {
		t.Errorf("%s, want %s", strings.Join(got, "; "), want)
	}
	flat := bestUpTo(solves("AA", "RUS", 0.05, 0.03, 0.04))
	if last := flat[2]; last.N != 3 || last.AverageError != 0.03 {
		t.Errorf("%+v, want the formula of two features", last)
	}
}
