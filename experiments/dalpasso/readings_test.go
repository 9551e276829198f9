package dalpasso

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"feltlab/dataset/published"
	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/report/reproduce/reproducetest"
	"feltlab/solvers/lad"
	"feltlab/solvers/prove"
)

// TestWorkedExamples holds the default to all of the source's examples, and knows which
// alternatives break one.
func TestWorkedExamples(t *testing.T) {
	count := func(r *reading) (n int) {
		for i := range workedExamples {
			ok, err := workedExamples[i].holds(r)
			if err != nil {
				t.Fatal(err)
			}
			if ok {
				n++
			}
		}
		return n
	}
	for _, r := range []*reading{firstReading, defaultReading} {
		if n := count(r); n != len(workedExamples) {
			t.Errorf("%s gives %d examples", r.name, n)
		}
	}
	var broken []string
	for _, r := range alternativeReadings() {
		if count(r) < len(workedExamples) {
			name, _, _ := strings.Cut(r.name, ":")
			broken = append(broken, name)
		}
	}
	// 6c6h2h has F37; Kc Th on Jh 9c 7c has three clubs and not F42.
	if want := []string{"F37", "F42"}; !slices.Equal(broken, want) {
		t.Errorf("broken by %v, want %v", broken, want)
	}
}

// TestRereading expects a feature that is read otherwise to be true elsewhere.
func TestRereading(t *testing.T) {
	env, _ := filled(t)
	instances := fit.NewInstances(env.Store, 2)
	inst, err := instances.Get(t.Context(), "AA", "ATC")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range alternativeReadings() {
		if strings.HasPrefix(r.name, "F48: a pair") {
			other, err := reread(t.Context(), instances, r, "AA", "ATC")
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for i := range inst.Features {
				if inst.Features[i] != other.Features[i] {
					n++
				}
			}
			if want := 12 * 6 * 44; n != want { // pairs of another rank, and a third card that is no ace
				t.Errorf("%d flops differ, want %d", n, want)
			}
		}
	}
}

// TestCutShort keeps no answer that a time limit cut short, and any other whatever the limit.
func TestCutShort(t *testing.T) {
	env, _ := reproducetest.Env(t)
	inst := &regression.Instance{Hand: "AA", Range: "ATC"}
	calls := 0
	ask := func(limit time.Duration, solve solver) answer {
		t.Helper()
		a, err := answerWithin(t.Context(), env, "test", published.Formula{Terms: []regression.Term{{ID: 1}}}, inst, limit, func(ctx context.Context, inst *regression.Instance, row published.Formula) (*lad.Fit, float64, error) {
			calls++
			return solve(ctx, inst, row)
		})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	slow := func(ctx context.Context, _ *regression.Instance, _ published.Formula) (*lad.Fit, float64, error) {
		<-ctx.Done()
		return &lad.Fit{Error: 0.2}, 0, nil
	}
	quick := func(context.Context, *regression.Instance, published.Formula) (*lad.Fit, float64, error) {
		return &lad.Fit{Error: 0.1}, 0, nil
	}
	for range 2 {
		if a := ask(time.Nanosecond, slow); !a.Cut || a.Error != 0.2 {
			t.Errorf("%+v, want what was cut short", a)
		}
	}
	for _, limit := range []time.Duration{time.Hour, time.Nanosecond} {
		if a := ask(limit, quick); a.Cut || a.Error != 0.1 {
			t.Errorf("%+v, want the whole answer", a)
		}
	}
	if calls != 3 {
		t.Errorf("%d solves, want 3", calls)
	}
}

// TestCompletion adds features to given ones, and holds what is found to all ways of adding them.
func TestCompletion(t *testing.T) {
	env, _ := filled(t)
	inst, err := fit.NewInstances(env.Store, 2).Get(t.Context(), "AA", "ATC")
	if err != nil {
		t.Fatal(err)
	}
	problem, err := lad.New(inst, lad.Average)
	if err != nil {
		t.Fatal(err)
	}
	row := published.Formula{Terms: []regression.Term{{ID: 65}}}
	best := math.Inf(1)
	for j := 1; j <= features.Count; j++ {
		for i := 1; i < j; i++ {
			if i == 65 || j == 65 {
				continue
			}
			f, err := problem.Fit([]int{i, j, 65})
			if err != nil {
				t.Fatal(err)
			}
			best = min(best, f.Error)
		}
	}
	found, bound, err := complete(t.Context(), inst, row, 3)
	if err != nil || math.Abs(found.Error-best) > 1e-9 || bound > best || bound < best-prove.Tolerance || !slices.Contains(found.IDs, 65) {
		t.Errorf("%v, bound %v, want %v, %v", found, bound, best, err)
	}
}

// TestReadingVerdicts judges trials that are made up.
func TestReadingVerdicts(t *testing.T) {
	table4 := []published.Formula{{Hand: "99", Range: "RS", AverageErrorPercent: 3}, {Hand: "AA", Range: "RML", AverageErrorPercent: 2}}
	rows := []pair{{"99", "ATC"}}
	trial := func(name string, disputed float64, examples int, first, second answer, full float64) readingTrial {
		return readingTrial{Reading: name, Examples: examples, Full: []float64{full}, Disputed: []answer{{Error: disputed}}, Reaches: make([]answer, 2), Rows: []answer{first, second}, Widened: make([]answer, 2)}
	}
	all := len(workedExamples)
	beyond, within := answer{Error: 0.032, Bound: 0.0315, Weights: 0.1}, answer{Error: 0.019, Bound: 0.019, Weights: 0.1}
	mended := answer{Error: 0.0309, Bound: 0.03, Weights: 0.05}
	open := answer{Error: 0.0311, Bound: 0, Weights: 0.1, Cut: true}
	broken := answer{Error: 0.022, Bound: 0.0211, Weights: 0.2}
	trials := []readingTrial{
		trial("first", 0.0253, all, beyond, within, 0.025),
		trial("reaches", 0.0249, all, beyond, within, 0.025),
		trial("reaches, spoils", 0.0249, all, beyond, broken, 0.025),
		trial("breaks an example", 0.0249, all-1, beyond, within, 0.025),
		trial("mends", 0.0253, all, mended, within, 0.025),
		trial("full worse", 0.0249, all, mended, within, 0.026),
		trial("open", 0.0253, all, open, within, 0.025),
		trial("default", 0.0249, all, mended, within, 0.025),
	}
	table3 := []published.Formula{{Hand: "99", Range: "ATC", FeaturesNeeded: 5}, {Hand: "KK", Range: "RS", FeaturesNeeded: 7}}
	p := &printedRows{rows, table3, table4}
	trials[0].Reaches = []answer{{Error: 0.0253}, {Error: 0.025}}
	trials[7].Reaches = []answer{{Error: 0.0249}, {Error: 0.0241}}
	s := summarizeReadings(trials, p)
	if want := []string{"reaches", "mends", "default"}; !slices.Equal(s.Good, want) || len(s.Verdicts) != len(trials) {
		t.Errorf("%+v", s)
	}
	if s.First != "first" || s.Default != "default" {
		t.Errorf("%+v", s)
	}
	if v := s.Verdicts[6]; len(v.Open) != 1 || len(v.Beyond) != 0 || len(v.Mended) != 0 || v.Cut != 1 {
		t.Errorf("%+v", v)
	}
	lost := slices.Clone(trials)
	lost[7].Reaches = []answer{{Error: 0.0249}, {Error: 0.0251}}
	if v := summarizeReadings(lost, p).Verdicts[7]; len(v.Lost) != 1 || v.Lost[0] != (pair{"KK", "RS"}) || v.good() {
		t.Errorf("%+v", v)
	}
	env, _ := reproducetest.Env(t)
	if err := writeReadingsPage(env, trials, p, time.Second); err != nil {
		t.Fatal(err)
	}
	page := reproducetest.Page(t, env, "readings")
	for _, want := range []string{
		"These explain something and spoil nothing: reaches; mends; default.",
		"| reaches, spoils | 4 of 4 | 1: 99 against ATC | 2: 99 against RS; AA against RML | 0 | 1: AA against RML | 0 | 1: AA against RML | 0 | 0 | spoils",
		"| 99 | RS | 3 | 3.2000 | 3.1500 | 0.100 | 3.0900 |", "the default: explains without spoiling |",
		"Of the 2 rows of Table 3, a search finds a formula with the printed number of features within 2.5 for 1 under first and 2 under default;\nlost: 0.",
		"Beyond it stay 0; not known of 0.", "mends 0 of the rows",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing in\n%s", want, page)
		}
	}
	if d := distance([]regression.Term{{ID: 1, Weight: 0.5}, {ID: 2, Weight: -0.2}}, regression.Formula{{ID: 1, Weight: 0.4}}); math.Abs(d-0.15) > 1e-12 {
		t.Errorf("distance %v", d)
	}
}
