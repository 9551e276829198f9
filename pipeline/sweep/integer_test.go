package sweep

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"
	"testing"

	"feltlab/pipeline/question"
)

const stepsYAML = `
hands: [AA]
ranges: [RUS]
programs: [AVGERR]
features: [2]
steps: [1, 5]
engine: search
workers: 2
`

// TestSteps expects columns for the formulas of whole multiples in the tables and the export.
func TestSteps(t *testing.T) {
	if testing.Short() {
		t.Skip("its solves are on one goroutine")
	}
	c := load(t, stepsYAML)
	results, _, err := run(t, c, open(t, cache(t)), 0)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(read(t, c.Output)[TableFile])).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	free, five, one := slices.Index(rows[0], "average_error"), slices.Index(rows[0],
		"integer_5_average_error"), slices.Index(rows[0], "integer_1_average_error")
	if five < 0 || one != five+2 {
		t.Fatalf("header %v", rows[0])
	}
	for k, row := range rows[1:] {
		var e [3]float64
		for i, column := range []int{free, one, five} {
			if e[i], err = strconv.ParseFloat(row[column], 64); err != nil {
				t.Fatal(err)
			}
		}
		if !(e[0] <= e[1] && e[1] <= e[2]) || e[1] != float64(integerOf(results[k], 1).AverageError) {
			t.Errorf("errors %v, want free <= step 1 <= step 5", e)
		}
		if list := row[five+1]; !strings.HasPrefix(list, "F") || strings.Count(list, ":") > 3 {
			t.Errorf("features %q", list)
		}
	}
	again, err := Read(c.Output)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := Export(&out, again, "csv", 0); err != nil {
		t.Fatal(err)
	}
	if want := "integer_5_error_percent,integer_5_cost_percent,integer_5_features,integer_1_error_percent,integer_1_cost_percent,integer_1_features,weight_1"; !strings.Contains(out.String(), want) {
		t.Errorf("export has no %s:\n%s", want, out.String())
	}
	if want := FeatureList(&question.Answer{Features: integerOf(results[0],
		5).Features}); !strings.Contains(out.String(), want) {
		t.Errorf("export has no %s:\n%s", want, out.String())
	}
}

func TestStepsOutOfRange(t *testing.T) {
	c := load(t, yaml)
	c.Steps = []int{3}
	if _, err := c.questions(); err == nil || !strings.Contains(err.Error(), "steps") ||
		!strings.Contains(err.Error(), "divisor of 100") {
		t.Errorf("steps: [3] gives %v", err)
	}
}
