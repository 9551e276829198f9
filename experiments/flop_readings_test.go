package experiments

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
)

// TestWorkedExamples holds the default to all of the source's examples, and knows which alternatives break one.
func TestWorkedExamples(t *testing.T) {
	count := func(r *features.Reading) (n int) {
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
	if n := count(features.Paper); n != len(workedExamples) {
		t.Errorf("the default gives %d examples", n)
	}
	var broken []string
	for _, r := range features.Alternatives() {
		if count(r) < len(workedExamples) {
			name, _, _ := strings.Cut(r.Name(), ":")
			broken = append(broken, name)
		}
	}
	// 6c6h2h has F37; Kc Th on Jh 9c 7c has three clubs and not F42.
	if want := []string{"F37", "F42"}; !slices.Equal(broken, want) {
		t.Errorf("broken by %v, want %v", broken, want)
	}
}

// TestBestUnder searches one feature for a hand under the default, as package fit does.
func TestBestUnder(t *testing.T) {
	env, _ := testEnv(t)
	instances := fit.NewInstances(env.Store, 2)
	got, cut, err := bestUnder(t.Context(), instances, features.Paper, "AA", "ATC", 1, 20*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if cut {
		t.Log("the search was cut short")
	}
	task := paperTask("AA", "ATC", regression.Program{Kind: regression.AvgErr, N: 1}, 20*time.Second)
	inst, err := instances.Get(t.Context(), "AA", "ATC")
	if err != nil {
		t.Fatal(err)
	}
	want, err := fit.Solve(t.Context(), inst, task, fit.Options{})
	if err != nil || math.Abs(got.Error-want.Objective()) > 1e-9 {
		t.Errorf("%v, want %v, %v", got.Error, want.Objective(), err)
	}
	// A feature that is read otherwise is true elsewhere.
	for _, r := range features.Alternatives() {
		if strings.HasPrefix(r.Name(), "F48: a pair") {
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

// TestReadingVerdicts judges trials that are made up.
func TestReadingVerdicts(t *testing.T) {
	trial := func(name string, disputed float64, examples int, first, second, full float64) readingTrial {
		weights := make([]float64, len(weightRows))
		weights[0], weights[1] = first, second
		return readingTrial{Reading: name, Examples: examples, Full: []float64{full}, Disputed: disputed, Weights: weights, Errors: weights}
	}
	all := len(workedExamples)
	s := summarizeReadings([]readingTrial{
		trial("default", 0.0253, all, 0.1, 0.1, 0.025),
		trial("reaches", 0.0249, all, 0.1, 0.1, 0.025),
		trial("reaches, spoils", 0.0249, all, 0.2, 0.1, 0.025),
		trial("breaks an example", 0.0249, all-1, 0.1, 0.1, 0.025),
		trial("closer", 0.0253, all, 0.1, 0.05, 0.025),
		trial("full worse", 0.0249, all, 0.1, 0.1, 0.026),
		trial("nothing", 0.0253, all, 0.11, 0.1, 0.025),
	})
	if want := []string{"reaches", "closer"}; !slices.Equal(s.Good, want) || len(s.Alternatives) != 6 {
		t.Errorf("%+v", s)
	}
	page := readingsPage(newTable("reading"), s, time.Second)
	for _, want := range []string{"These explain something and spoil nothing: reaches; closer.", "| reaches, spoils | yes | 0 | 1: 99 against RS | 0 | 0 | spoils"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing in\n%s", want, page)
		}
	}
	if d := distance([]regression.Term{{ID: 1, Weight: 0.5}, {ID: 2, Weight: -0.2}}, regression.Formula{{ID: 1, Weight: 0.4}}); math.Abs(d-0.15) > 1e-12 {
		t.Errorf("distance %v", d)
	}
}
