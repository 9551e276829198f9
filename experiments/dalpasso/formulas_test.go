package dalpasso

import (
	"context"
	"encoding/csv"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"feltlab/experiments/published"
	"feltlab/experiments/reproduce"
	"feltlab/experiments/reproduce/reproducetest"
	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
)

func printedRow(t *testing.T, rows []published.Formula, hand, rng string) published.Formula {
	t.Helper()
	row, ok := published.Find(rows, hand, rng)
	if !ok {
		t.Fatalf("no row %s against %s", hand, rng)
	}
	return row
}

func readCSV(t *testing.T, env *reproduce.Env, name string) [][]string {
	t.Helper()
	f, err := os.Open(filepath.Join(env.Out, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func readPage(t *testing.T, env *reproduce.Env, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(env.Out, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// holdRow recomputes the error of a row of a CSV file from its features and holds the numbers
// of the row to each other.
func holdRow(t *testing.T, env *reproduce.Env, row []string, k regression.Kind) {
	t.Helper()
	var f regression.Formula
	for _, term := range strings.Split(row[7], ";") {
		name, weight, _ := strings.Cut(term, ":")
		id, err := features.ParseID(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, decimals, _ := strings.Cut(weight, "."); len(decimals) < 6 {
			t.Errorf("weight %s has fewer than six decimals", weight)
		}
		f = append(f, regression.Term{ID: id, Weight: number(t, weight)})
	}
	inst, err := fit.NewInstances(env.Store, 2).Get(t.Context(), row[0], row[1])
	if err != nil {
		t.Fatal(err)
	}
	errs, err := inst.Evaluate(f)
	if err != nil {
		t.Fatal(err)
	}
	want := errs.Average
	if k.UsesMax() {
		want = errs.Max
	}
	e, bound := number(t, row[3]), number(t, row[4])
	if math.Abs(e-100*want) > 1e-7 || bound > e || bound < 0 || len(f) > int(number(t, row[2])) {
		t.Errorf("row %v: the formula has %v", row, 100*want)
	}
}

// TestTable4 runs two rows for a second each, and once more, which computes nothing.
func TestTable4(t *testing.T) {
	env, out := reproducetest.Env(t)
	env.TimeLimit = time.Second
	rows := []published.Formula{printedRow(t, published.Table4(), "AA", "RUS"), printedRow(t, published.Table4(), "QQ", "ATC")}
	if err := runTable4(t.Context(), env, rows); err != nil {
		t.Fatal(err)
	}
	table := readCSV(t, env, "table4.csv")
	if got := strings.Join(table[0], ","); got != "hand,range,max_features,average_error_percent,lower_bound_percent,status,seconds,features" {
		t.Errorf("header %s", got)
	}
	if len(table) != 3 {
		t.Fatalf("%d lines", len(table))
	}
	for _, row := range table[1:] {
		holdRow(t, env, row, regression.AvgErr)
	}
	page := readPage(t, env, "table4/README.md")
	for _, want := range []string{"| 2, if truncated |", "| 2, if rounded |", "| AA | RUS | 2.", "F6 +0.34, F9 +0.28, F12 +0.28, F24 +0.24, F41 -0.18 |", "F41 flop of one suit", "at most 1 s a row"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	if !strings.Contains(out.String(), "of 2 rows") {
		t.Errorf("summary %q", out)
	}
	first := reproducetest.Files(t, env.Out)
	if len(first) != 7 { // with a proof: that of AA against RUS in a second, or its relaxation
		t.Errorf("%d files", len(first))
	}
	if err := runTable4(t.Context(), env, rows); err != nil {
		t.Fatal(err)
	}
	for name, content := range reproducetest.Files(t, env.Out) {
		if string(content) != string(first[name]) {
			t.Errorf("%s differs on the second run", name)
		}
	}
}

func TestPairList(t *testing.T) {
	got := pairList([]pair{{"AA", "RUS"}, {"AA", "RS"}, {"KK", "ATC"}})
	if want := "AA against RUS, RS; KK against ATC"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestInterrupted expects a cancelled run to leave files alone and to say how to go on.
func TestInterrupted(t *testing.T) {
	env, _ := reproducetest.Env(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := runTable4(ctx, env, published.Table4())
	if !errors.Is(err, reproduce.ErrInterrupted) || !strings.Contains(err.Error(), "0 of 44 solves done; the same command goes on") {
		t.Error(err)
	}
	if files := reproducetest.Files(t, env.Out); len(files) != 0 {
		t.Errorf("%d files", len(files))
	}
}

// TestOutcomes goes through the edges of the last digit.
func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		ours, printed    float64
		truncated, round outcome
	}{
		{2.14, 2.2, better, better}, {2.16, 2.2, better, equal}, {2.199, 2.2, better, equal}, {2.2, 2.2, equal, equal},
		{2.24, 2.2, equal, equal}, {2.26, 2.2, equal, worse}, {2.299, 2.2, equal, worse}, {2.31, 2.2, worse, worse},
	} {
		if a, b := truncated(c.ours, c.printed), rounded(c.ours, c.printed); a != c.truncated || b != c.round {
			t.Errorf("%v beside %v: %v, %v", c.ours, c.printed, a, b)
		}
	}
}

// TestTable4Summary counts rows made up for each case.
func TestTable4Summary(t *testing.T) {
	row := func(e, bound, printed float64, status fit.Status) table4Row {
		return table4Row{
			&fit.Result{Hand: "AA", Range: "RUS", Program: "AVGERR", MaxFeatures: 10, Status: status, AverageError: fit.Number(e / 100), LowerBound: fit.Number(bound / 100), Seconds: 2},
			published.Formula{AverageErrorPercent: printed},
		}
	}
	s := summarizeTable4([]table4Row{
		row(2.1, 2.1, 2.2, fit.Optimal),           // better
		row(2.27, 2.26, 2.2, fit.Feasible),        // cannot be rounded
		row(2.33, 2.32, 2.2, fit.Feasible),        // nor truncated
		row(2.17, 2.0, 2.2, fit.Feasible),         // better only if truncated
		row(math.NaN(), 2.0, 2.2, fit.Infeasible), // no formula
	}, time.Minute)
	if s.Truncated != (tally{2, 1, 2}) || s.Rounded != (tally{1, 1, 3}) || s.Proved != 1 || len(s.NotRounded) != 2 || len(s.Unreachable) != 1 || len(s.Open) != 4 {
		t.Errorf("%+v", s)
	}
	if math.Abs(s.SumOfGaps-0.19) > 1e-9 || math.Abs(s.LargestGap-0.17) > 1e-9 || s.Seconds != 10 {
		t.Errorf("%+v", s)
	}
}

// TestTable3 proves the shortest row of the table: two features are too few, three suffice.
func TestTable3(t *testing.T) {
	env, out := reproducetest.Env(t)
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
	count := func(n int, bound float64, e float64) *fit.Result {
		return &fit.Result{Program: "FEAT_AVGERR", ErrorLimit: table3Error, Status: fit.Feasible, AverageError: fit.Number(e), LowerBound: fit.Number(bound), Features: make([]fit.Weight, n)}
	}
	size := func(n int, e, bound float64) *fit.Result {
		return &fit.Result{Program: "AVGERR", MaxFeatures: n, Status: fit.Feasible, AverageError: fit.Number(e), LowerBound: fit.Number(bound), Features: make([]fit.Weight, n)}
	}
	for _, c := range []struct {
		name         string
		row          table3Row
		n, bound     int
		err          float64
		status       fit.Status
		outcome      outcome
		outOfReach   bool
		boundOfError float64
	}{
		{"less error", table3Row{count: count(6, 4, 0.0249), sized: []*fit.Result{size(6, 0.024, 0.02)}}, 6, 4, 0.024, fit.Feasible, worse, false, 0.02},
		{"more error", table3Row{count: count(6, 4, 0.0249), sized: []*fit.Result{size(6, 0.026, 0.02)}}, 6, 4, 0.0249, fit.Feasible, worse, false, 0.02},
		{"fewer found", table3Row{count: count(6, 4, 0.0249), sized: []*fit.Result{size(6, 0.024, 0.02), size(5, 0.0245, 0.021)}}, 5, 4, 0.0245, fit.Feasible, equal, false, 0.021},
		{"printed refuted", table3Row{count: count(6, 4, 0.0249), sized: []*fit.Result{size(6, 0.024, 0.02), size(5, 0.0253, 0.0252)}}, 6, 6, 0.024, fit.Optimal, worse, true, 0.02},
	} {
		c.row.printed.FeaturesNeeded = 5
		c.row.combine()
		if c.row.features() != c.n || c.row.bound != c.bound || float64(c.row.formula.AverageError) != c.err || c.row.status() != c.status ||
			c.row.outcome() != c.outcome || c.row.unreachable() != c.outOfReach || float64(c.row.errorBound()) != c.boundOfError {
			t.Errorf("%s: %d features, bound %d, %+v, %v", c.name, c.row.features(), c.row.bound, c.row.formula, c.row.errorBound())
		}
	}
}
