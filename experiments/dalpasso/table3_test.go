package dalpasso

import (
	"strings"
	"testing"
	"time"

	"feltlab/dataset/published"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// TestTable3 proves the shortest row of the table: two features are too few, three suffice.
func TestTable3(t *testing.T) {
	env, out := filled(t)
	env.TimeLimit = 20 * time.Second
	if err := runTable3(t.Context(), env, []published.Formula{printedRow(t, published.Table3(), "AA", "ATC")}); err != nil {
		t.Fatal(err)
	}
	table := readCSV(t, env, "table3.csv")
	if got := strings.Join(table[0], ","); got != "hand,range,max_features,average_error_percent,lower_bound_percent,status,seconds,features,error_limit_percent,lower_bound_features,printed_features" {
		t.Errorf("header %s", got)
	}
	row := table[1]
	holdRow(t, env, row, regression.AvgErr)
	if row[2] != "3" || row[5] != "optimal" || row[8] != "2.5" || row[9] != "3" || row[10] != "3" || number(t, row[3]) > 2.5 {
		t.Errorf("%v", row)
	}
	weight := row[7][strings.Index(row[7], ":")+1 : strings.Index(row[7], ";")]
	holdVerified(t, env, "table3.csv", [][2]string{
		{row[3], flipped(row[3])},
		{row[4], flipped(row[4])},
		{weight, weight[:4] + flipped(weight[4:6]) + weight[6:]},
		{weight, flipped(weight)},
		{",optimal,", ",feasible,"},
		{",2.5,3,", ",2.5,2,"},
		{"AA,ATC", "KK,ATC"},
	})
	page := readPage(t, env, "table3/README.md")
	// The error of the printed formula under our reading is 2.5451.
	for _, want := range []string{"| 1 | 0 | 1 | 0 | 1 | 0 |", "| AA | ATC | 3 | 3 | optimal |", "| AA | ATC | F54 +0.85, F48 +0.10, F35 -0.08 | 2.5451 |"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	if !strings.Contains(out.String(), "of 1 rows 0 need fewer") {
		t.Errorf("summary %q", out)
	}
}

// TestCombine puts together what different solves know of a row.
func TestCombine(t *testing.T) {
	count := func(n int, bound float64, e float64) *question.Answer {
		return &question.Answer{ProgramKeys: question.ProgramKeys{Kind: regression.FeatAvgErr, E: table3Error}, Status: question.Feasible, AverageError: question.Number(e), LowerBound: question.Number(bound), Features: make([]question.Weight, n)}
	}
	size := func(n int, e, bound float64) *question.Answer {
		return &question.Answer{ProgramKeys: question.ProgramKeys{Kind: regression.AvgErr, N: n}, Status: question.Feasible, AverageError: question.Number(e), LowerBound: question.Number(bound), Features: make([]question.Weight, n)}
	}
	for _, c := range []struct {
		name         string
		row          table3Row
		n, bound     int
		err          float64
		status       question.Status
		outcome      outcome
		outOfReach   bool
		boundOfError float64
	}{
		{"less error", table3Row{count: count(6, 4, 0.0249), sized: []*question.Answer{size(6, 0.024, 0.02)}}, 6, 4, 0.024, question.Feasible, worse, false, 0.02},
		{"more error", table3Row{count: count(6, 4, 0.0249), sized: []*question.Answer{size(6, 0.026, 0.02)}}, 6, 4, 0.0249, question.Feasible, worse, false, 0.02},
		{"fewer found", table3Row{count: count(6, 4, 0.0249), sized: []*question.Answer{size(6, 0.024, 0.02), size(5, 0.0245, 0.021)}}, 5, 4, 0.0245, question.Feasible, equal, false, 0.021},
		{"printed refuted", table3Row{count: count(6, 4, 0.0249), sized: []*question.Answer{size(6, 0.024, 0.02), size(5, 0.0253, 0.0252)}}, 6, 6, 0.024, question.Optimal, worse, true, 0.02},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.row.printed.FeaturesNeeded = 5
			c.row.combine()
			if c.row.features() != c.n || c.row.bound != c.bound || float64(c.row.formula.AverageError) != c.err || c.row.status() != c.status ||
				c.row.outcome() != c.outcome || c.row.unreachable() != c.outOfReach || float64(c.row.errorBound()) != c.boundOfError {
				t.Errorf("%s: %d features, bound %d, %+v, %v", c.name, c.row.features(), c.row.bound, c.row.formula, c.row.errorBound())
			}
		})
	}
}
