package sweep

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/weights"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

const stepsYAML = `
hands: [AA]
ranges: [RUS]
programs: [AVGERR]
features: [2]
steps: [1, 5]
allowed_weights: [-15, 10, 80]
workers: 2
`

// TestSteps expects answers of their own for multiples of steps and for values, proved, in the tables and the export.
func TestSteps(t *testing.T) {
	if testing.Short() {
		t.Skip("its solves are on one goroutine")
	}
	c := load(t, stepsYAML)
	results, _, err := run(t, c, open(t, cache(t)), 0)
	must.Do(t, err)
	var last question.Number
	for i, want := range []weights.Weights{"", "step 1", "step 5", "values -15 10 80"} {
		r := results[i]
		if len(results) != 4 || r.Weights != want || r.Status != question.Optimal || r.AverageError < last {
			t.Fatalf("%d results; %v, want weights %s, proved, and no better than %v", len(results), r, want, last)
		}
		if i < 3 { // the values are no multiples of each other
			last = r.AverageError
		}
	}
	rows := must.Get(csv.NewReader(strings.NewReader(read(t, c.Output)[ledger.TableFile])).ReadAll())(t)
	weights, cost := slices.Index(rows[0], "weights"), slices.Index(rows[0], "rounding_cost")
	if weights < 0 || cost < 0 || rows[1][weights] != "" || rows[1][cost] != "" || rows[2][weights] != "step 1" {
		t.Fatal(rows)
	}
	if got, err := strconv.ParseFloat(rows[3][cost], 64); err != nil ||
		got != float64(results[2].AverageError-results[0].AverageError) {
		t.Error(rows[3][cost], err)
	}
	again := must.Get(ledger.Read(c.Output))(t)
	var out bytes.Buffer
	must.Do(t, Export(&out, again, "csv", 0))
	if want := "weights,rounding_cost_percent,weight_1"; !strings.Contains(out.String(), want) {
		t.Errorf("export has no %s:\n%s", want, out.String())
	}
}

func TestStepsOutOfRange(t *testing.T) {
	for _, change := range []func(*Config){
		func(c *Config) { c.Steps = []float64{3} },
		func(c *Config) { c.Steps = []float64{5, 5} },
		func(c *Config) { c.Allowed = []float64{0} },
		func(c *Config) { c.Allowed = []float64{} },
		func(c *Config) { c.Allowed = []float64{-5}; c.Positive = true },
	} {
		c := load(t, yaml)
		change(c)
		if err := c.ask([]question.Ask{c.Ask}); err == nil || !strings.Contains(err.Error(), "steps") &&
			!strings.Contains(err.Error(), "allowed_weights") {
			t.Errorf("steps %v, allowed weights %v: %v", c.Steps, c.Allowed, err)
		}
	}
}
