package sources

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/pipeline/sweep"
)

// holdVerified expects feltlab verify to find a table right, and each change of it wrong. A change
// replaces the first occurrence of a text.
func holdVerified(t *testing.T, env *experiments.Env, name string, changes [][2]string) {
	t.Helper()
	path := filepath.Join(env.Out, name)
	text := must.Get(os.ReadFile(path))(t)
	check := func() *ledger.Report {
		checker := sweep.NewChecker(ledger.Options{Workers: 2, Tables: Source.Renderers()})
		return must.Get(checker.File(t.Context(), path))(t)
	}
	if report := check(); !report.OK() || report.Unproved > 0 {
		t.Errorf("%+v", report)
	}
	for _, c := range changes {
		if !strings.Contains(string(text), c[0]) {
			t.Fatalf("%q is not in %s", c[0], text)
		}
		must.Do(t, os.WriteFile(path, []byte(strings.Replace(string(text), c[0], c[1], 1)), 0o666))
		faults := check().Faults
		if !slices.ContainsFunc(faults, func(p ledger.Fault) bool { return p.Column == "table" }) {
			t.Errorf("%q for %q: %v", c[1], c[0], faults)
		}
	}
	must.Do(t, os.WriteFile(path, text, 0o666))
}

// flipped changes the last digit of a number.
func flipped(text string) string {
	last := text[len(text)-1]
	return text[:len(text)-1] + string('0'+(last-'0'+1)%10)
}

// TestTable3 proves the shortest row of the table: two features are too few, three suffice.
func TestTable3(t *testing.T) {
	env, out := filled(t)
	env.TimeLimit = 20 * time.Second
	must.Do(t, run(t, env, "table3", only("AA", "ATC", 20)))
	table := readCSV(t, env.Out, "table3.csv")
	if got := strings.Join(table[0],
		","); got != "hand,range,max_features,average_error_percent,lower_bound_percent,status,seconds,features,"+
		"error_limit_percent,lower_bound_features,printed_features" {
		t.Errorf("header %s", got)
	}
	row := table[1]
	holdRow(t, env, row, regression.AvgErr)
	if row[2] != "3" || row[5] != "optimal" || row[8] != "2.5" || row[9] != "3" || row[10] != "3" ||
		numberOf(t, row[3]) > 2.5 {
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
	// The error of the printed formula under our reading is 2.5451.
	hold(t, pageOf(t, env, "table3"), "| 1 | 0 | 1 | 0 | 1 | 0 |", "| AA | ATC | 3 | 3 | optimal |",
		"| AA | ATC | F54 +0.85, F48 +0.10, F35 -0.08 | 2.5451 |")
	if !strings.Contains(out.String(), "of 1 rows 0 need fewer") {
		t.Errorf("summary %q", out)
	}
}

// count and size are answers about the fewest features and the least error, with errors and bounds of it as fractions.
func count(n int, bound, e float64) *question.Answer {
	return &question.Answer{ProgramKeys: question.ProgramKeys{Kind: regression.FeatAvgErr, E: table3Error},
		Status: question.Feasible, AverageError: question.Number(e), LowerBound: question.Number(bound),
		Features: make([]question.Weight, n)}
}

func size(n int, e, bound float64) *question.Answer {
	a := count(n, bound, e)
	a.ProgramKeys = question.ProgramKeys{Kind: regression.AvgErr, N: n}
	return a
}

// TestCombine puts together what different solves know of a row.
func TestCombine(t *testing.T) {
	for _, c := range []struct {
		name         string
		row          table3Row
		n, bound     int
		err          float64
		status       question.Status
		outcome      string
		outOfReach   bool
		boundOfError float64
	}{
		{"less error", table3Row{Count: count(6, 4, 0.0249), Sized: []*question.Answer{size(6, 0.024, 0.02)}}, 6, 4,
			0.024, question.Feasible, experiments.Worse, false, 0.02},
		{"more error", table3Row{Count: count(6, 4, 0.0249), Sized: []*question.Answer{size(6, 0.026, 0.02)}}, 6, 4,
			0.0249, question.Feasible, experiments.Worse, false, 0.02},
		{"fewer found", table3Row{Count: count(6, 4, 0.0249), Sized: []*question.Answer{size(6, 0.024, 0.02),
			size(5, 0.0245, 0.021)}}, 5, 4, 0.0245, question.Feasible, experiments.Equal, false, 0.021},
		{"printed refuted", table3Row{Count: count(6, 4, 0.0249), Sized: []*question.Answer{size(6, 0.024, 0.02),
			size(5, 0.0253, 0.0252)}}, 6, 6, 0.024, question.Optimal, experiments.Worse, true, 0.02},
	} {
		c.row.Printed.FeaturesNeeded = 5
		c.row.combine()
		if c.row.Features != c.n || c.row.Bound != c.bound || float64(c.row.Formula.AverageError) != c.err ||
			c.row.Status() != string(c.status) ||
			c.row.Outcome() != c.outcome || c.row.Unreachable() != c.outOfReach ||
			c.row.ErrorBound() != c.boundOfError {
			t.Errorf("%s: %d features, bound %d, %+v, %v", c.name, c.row.Features, c.row.Bound, c.row.Formula,
				c.row.ErrorBound())
		}
	}
}

// TestLimits asks what the error of a row can be that is printed with five features.
func TestLimits(t *testing.T) {
	r := &table3Row{
		Printed: published.Formula{Hand: "99", Range: "ATC", FeaturesNeeded: 5}, Count: count(6, 6, 0.0249),
		Sized: []*question.Answer{size(6, 0.024, 0.024), size(5, 0.0253, 0.0253), size(4, 0.0258, 0.0257)},
	}
	r.combine()
	for most, want := range map[float64]string{2.5: "too small", 2.55: "as many", 2.6: "fewer"} {
		must.Equal(t, within(r, most), want, most)
	}
}

// TestTable3Page has rows whose number of features is proved, open, refuted and not found.
func TestTable3Page(t *testing.T) {
	count := func(p published.Formula, n int, e, bound float64) *question.Answer {
		r := answerOf(p.Hand, p.Range, n, e, 0, question.Feasible)
		r.Kind, r.N, r.E, r.LowerBound = regression.FeatAvgErr, 0, table3Error, question.Number(bound)
		return r
	}
	sized := func(p published.Formula, n int, e, bound float64) *question.Answer {
		r := answerOf(p.Hand, p.Range, n, e, bound, question.Feasible)
		r.Kind = regression.AvgErr
		return r
	}
	p := slices.DeleteFunc(published.Table3(), func(p published.Formula) bool { return p.Hand != "AA" })
	n := func(i int) int { return p[i].FeaturesNeeded }
	none := count(p[3], 0, math.NaN(), 3)
	none.Status = question.Infeasible
	env, _ := rewrite(t, "table3", []*question.Answer{
		count(p[0], n(0), 2.45, float64(n(0))), count(p[1], n(1)+1, 2.4, float64(n(1))),
		count(p[2], n(2)+1, 2.49, float64(n(2))), sized(p[2], n(2), 2.53, 2.52), sized(p[2], n(2)+1, 2.41, 2.3), none,
	}, ", with at most 120 s for each number")
	hold(t, pageOf(t, env, "table3"), "printed number of features:\n\n| hand |",
		"at most 120 s for each number of\nfeatures and 60 s",
		"Not proved in the time: ", "## Formulas printed in full")
}

// only selects the programs of a hand and a range with up to a number of features.
func only(hand, rng string, most int) func(question.Question) bool {
	return func(q question.Question) bool {
		return q.Hand().Text == hand && q.RangeText() == rng && q.Program.N <= most
	}
}
