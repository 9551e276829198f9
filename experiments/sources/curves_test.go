package sources

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"feltlab/experiments"
	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
	"feltlab/pipeline/sweep"
)

// TestCurves solves curves of one feature and of two, of the average and of the largest error.
func TestCurves(t *testing.T) {
	for name, want := range map[string][]string{
		"figures": {"## Strong pairs against ATC", "| features | AA |", "(strong-pairs-atc.svg)", "* |",
			"at most 20 s a solve"},
		"sor13": {"## JJ", "| features | against ATC |"},
	} {
		env, _ := filled(t)
		env.TimeLimit = 20 * time.Second
		hand, kind := "AA", regression.AvgErr
		if name == "sor13" {
			hand, kind = "JJ", regression.MaxErr
		}
		must.Do(t, run(t, env, name, only(hand, "ATC", 2)))
		table := readCSV(t, env.Out, name+".csv")
		must.Equal(t, len(table), 3)
		for _, row := range table[1:] {
			holdRow(t, env, row, kind)
		}
		hold(t, pageOf(t, env, name), want...)
	}
}

// solves makes results for a curve.
func solves(hand, rng string, errs ...float64) []*question.Answer {
	var list []*question.Answer
	for i, e := range errs {
		list = append(list, &question.Answer{Subject: question.MustSubject(hand, rng),
			ProgramKeys: question.ProgramKeys{Kind: regression.AvgErr, N: i + 1}, Status: question.Feasible,
			AverageError: question.Number(e)})
	}
	return list
}

// TestSeries draws curves beside the numbers of the source: RUS is printed for 8 and 10 features, beyond the curves;
// ATC for 3 and 10.
func TestSeries(t *testing.T) {
	answers := append(solves("AA", "RUS", 0.05, 0.04, 0.03), solves("AA", "ATC", 0.04, 0.03, 0.025)...)
	all := lines(experiments.Rows(append(answers, solves("72o", "ATC", 0.06)...)))
	names := []any{"a", "b", "c"}
	if len(all) != 3 || len(errorSeries(all, names)) != 3 {
		t.Fatalf("%d lines", len(all))
	}
	printed := printedSeries(all, names)
	if len(printed) != 1 || fmt.Sprint(printed[0]) !=
		"map[colour:2 name:b, Dalpasso & Lancia points:[map[x:3 y:2.5]] style:reference]" {
		t.Error(printed)
	}
	must.Near(t, errorSeries(all, names)[0].(row)["points"].([]any)[1].(row)["y"].(float64), 4, 1e-12,
		"want 4 points with 2 features")
}

// TestEnvelope carries formulas up and bounds down.
func TestEnvelope(t *testing.T) {
	results := solves("AA", "RUS", 0.05, 0.03, 0.04)
	for i, bound := range []float64{0.01, 0.02, 0.03} {
		results[i].LowerBound = question.Number(bound)
	}
	best := bestUpTo(results)
	for i, want := range []struct {
		e, bound float64
		status   question.Status
	}{{0.05, 0.03, question.Feasible}, {0.03, 0.03, question.Optimal}, {0.03, 0.03, question.Optimal}} {
		if b := best[i]; float64(b.AverageError) != want.e || float64(b.LowerBound) != want.bound ||
			b.Status != want.status {
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

func TestBestUpTo(t *testing.T) {
	results := append(solves("AA", "RUS", 0.05, 0.03, 0.04, 0.02), solves("AA", "ATC", 0.02)...)
	results = append(results, solves("AA", "RUS", 0.04, 0.035, 0.029)...)
	var got []string
	for _, r := range bestUpTo(results) {
		got = append(got, fmt.Sprintf("%s %d %.3f", r.Against().Range, r.N, float64(r.AverageError)))
	}
	want := "RUS 1 0.040; RUS 2 0.030; RUS 3 0.029; RUS 4 0.020; ATC 1 0.020"
	must.Equal(t, strings.Join(got, "; "), want)
	flat := bestUpTo(solves("AA", "RUS", 0.05, 0.03, 0.04))
	if last := flat[2]; last.N != 3 || last.AverageError != 0.03 {
		t.Errorf("%+v, want the formula of two features", last)
	}
}

// TestPaperSweep holds configs/paper.yaml to the experiments that take their solves from it.
func TestPaperSweep(t *testing.T) {
	c := must.Get(sweep.Load("../../configs/paper.yaml"))(t)
	tasks := c.Questions
	instances := fit.NewInstances(nil, 1)
	key := func(task question.Question) store.Key { return must.Get(must.Get(instances.Spec(task))(t).Key())(t) }
	has := map[store.Key]bool{}
	for _, task := range tasks {
		has[key(task)] = true
	}
	if len(tasks) != 44*31 || len(has) != len(tasks) {
		t.Fatalf("%d tasks, %d different", len(tasks), len(has))
	}
	for _, e := range Source.Experiments() {
		if e.Name == "figures" && e.TimeLimit != c.TimeLimit[0] {
			t.Errorf("time limit %v, that of the figures is %v", c.TimeLimit[0], e.TimeLimit)
		}
		if e.Name != "figures" && e.Name != "table3" && e.Name != "table4" {
			continue
		}
		questions, err := e.Questions()
		if err != nil || len(questions) == 0 {
			t.Fatal(err)
		}
		for _, q := range questions {
			if q.TimeLimit = c.TimeLimit[0]; !has[key(q)] {
				t.Errorf("%v of %s is not in the sweep", q, e.Name)
			}
		}
	}
	hours := float64(len(tasks)) * c.TimeLimit[0].Hours() / float64(c.Workers)
	if hours > 10 {
		t.Errorf("the sweep takes up to %.1f hours", hours)
	}
}
