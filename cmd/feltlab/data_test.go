package main

import (
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

const smallTables = "../../examples/"

func TestFitTable(t *testing.T) {
	says(t, "regress "+smallTables+"diabetes.csv.gz --target progression --features 2 --thresholds 4",
		"progression of diabetes.csv.gz, AVGERR(2), 442 rows", "progression is about\n", "if bmi >= ",
		"of the target's range", "optimal: bound ")
	out := says(t, "regress "+smallTables+"mammo.csv.gz --target Malignant --features 3 --no-intercept --bound 1")
	for _, want := range []string{"+1.0000 if IrregularShape, at the bound of the weights",
		"Age_geq_30 and Age_lt_30", "follows the majority of the rows", "misclassifies 218 of 961 rows",
		"different targets"} {
		if !strings.Contains(strings.Join(strings.Fields(out), " "), want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestVerifyTable checks a result with the file, with another file and without one.
func TestVerifyTable(t *testing.T) {
	mammo, folder := smallTables+"mammo.csv.gz", t.TempDir()
	out := says(t, "regress "+mammo+" --target Density --features 2 --loss max --json")
	path := write(t, filepath.Join(folder, "result.json"), out)
	says(t, "verify "+path+" --data "+mammo, "holds")
	for _, args := range [][]string{{"verify", path}, {"verify", path, "--data", smallTables + "diabetes.csv.gz"}} {
		if _, err := feltlab(t, args...); !errors.Is(err, question.ErrQuestion) || !strings.Contains(err.Error(),
			"--data") {
			t.Errorf("%v: %v", args, err)
		}
	}
	for old, changed := range map[string]string{
		`"max_error": 0.`:            `"max_error": 0.1`,
		`"intercept": 0.`:            `"intercept": 0.1`,
		`"name": "`:                  `"name": "x`,
		"\"bound\": \"2\"\n":         "\"bound\": \"1\"\n",
		`"reading": "table-1"`:       `"reading": "table-2"`,
		`"options": {`:               `"options": {"no_intercept": true,`,
		"\"target\": \"Density\",":   "\"target\": \"Density\", \"with\": [\"OvalShape\"],",
		"\"target\": \"Density\",\n": "\"target\": \"Density\", \"one_per_column\": true,\n",
		"\"thresholds\": 10,\n":      "\"thresholds\": 11,\n",
	} {
		forged := strings.Replace(out, old, changed, 1)
		if forged == out {
			continue // the formula has no such part
		}
		write(t, path, forged)
		if said, err := feltlab(t, "verify", path, "--data", mammo); err == nil {
			t.Errorf("with %s: %s", changed, said)
		}
	}
}

func TestCurveAndSweepOfTables(t *testing.T) {
	mammo, folder := smallTables+"mammo.csv.gz", t.TempDir()
	says(t, "regress curve "+mammo+" --target Density --features 2", "Density of mammo.csv.gz, AVGERR")
	config := filepath.Join(folder, "tables.yaml")
	text := "data: " + must.Get(filepath.Abs(mammo))(t) + "\ntargets: [Density, Malignant]\nprograms: AVGERR\n" +
		"features: 1..2\none_per_column: true\noutput: " + filepath.Join(folder, "out") + "\n"
	write(t, config, text)
	if out := says(t, "sweep "+config, "mammo.csv.gz"); strings.Count(out, "optimal") != 4 {
		t.Error(out)
	}
	says(t, "verify "+filepath.Join(folder, "out")+" --data "+mammo)
	says(t, "export "+filepath.Join(folder, "out")+" --format csv", "IrregularShape")
	for change, want := range map[string]string{
		"targets: Desnity":               `did you mean "Density"`,
		"missing: maybe":                 `missing: maybe: want refuse or column`,
		"hands: AA":                      "tables have no hands and ranges",
		"at: Age":                        "want a column and its thresholds",
		"with: [nothing]":                `column of every formula "nothing" does not exist`,
		"column_groups: [\"OvalShape\"]": "a group needs two columns or more",
		"bound: 9":                       "at most 8",
		"nonnegative: [Oval]":            `nonnegative column "Oval" does not exist`,
		"with: [OvalShape]\nfeatures: 1\ncolumn_groups: [\"OvalShape, RoundShape\", " +
			"\"RoundShape, LobularShape\"]": "is in two groups",
	} {
		key, _, _ := strings.Cut(change, ":")
		var kept []string
		for line := range strings.Lines(text) {
			if !strings.HasPrefix(line, key+":") && !(strings.Contains(change, "\nfeatures") &&
				strings.HasPrefix(line, "features")) {
				kept = append(kept, line)
			}
		}
		write(t, config, strings.Join(kept, "")+change+"\n")
		if _, err := feltlab(t, "sweep", config); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", change, err, want)
		}
	}
}

// TestPairs offers products of two columns to sweep, curve and folds. The target is 10 exactly where a and b are both
// true, so one product has no error, also on rows held out, and one column has.
func TestPairs(t *testing.T) {
	folder := t.TempDir()
	rows, config := filepath.Join(folder, "rows.csv"), filepath.Join(folder, "pairs.yaml")
	text := "a,b,c,y\n"
	for i := range 24 {
		text += fmt.Sprintf("%d,%d,%d,%d\n", i&1, i>>1&1, i%3%2, 10*(i&1)*(i>>1&1))
	}
	write(t, rows, text)
	for _, pairs := range []bool{true, false} {
		var curve curveAnswer
		answers(t, fmt.Sprintf("regress curve %s --target y --features 1 --folds 4 --pairs=%v", rows, pairs), &curve)
		point, held := curve.Points[0], curve.OutOfSample.Points[0]
		found := len(point.Features) == 1 && point.Features[0].Name == "a and b"
		exact := point.AverageError < 1e-9
		if found != pairs || exact != pairs || (held.Error < 1e-9) != pairs || len(held.ByFold) != 4 {
			t.Errorf("pairs %v: %+v, held out %+v", pairs, point, held)
		}
		out := filepath.Join(folder, fmt.Sprint(pairs))
		write(t, config, fmt.Sprintf("data: %s\ntargets: y\nprograms: AVGERR\nfeatures: 1..2\npairs: %v\noutput: %s\n",
			rows, pairs, out))
		says(t, "sweep "+config)
		csv := says(t, "export "+out+" --format csv")
		if strings.Contains(csv, ",a and b\n") != pairs || strings.Count(csv, "optimal") != 2 {
			t.Errorf("pairs %v:\n%s", pairs, csv)
		}
		says(t, "verify "+out+" --data "+rows)
	}
}

// TestQuantile holds a formula about a quantile to one found by hand, from the table to the checked proof. Of the
// targets 1 to 10 the quantile 0.9 is anything from 9 to 10: the pinball loss of 9 is (0.9 * 1 + 0.1 * 36) / 10 = 0.45.
// The other half of the rows is 100 higher.
func TestQuantile(t *testing.T) {
	folder := t.TempDir()
	rows, result := filepath.Join(folder, "rows.csv"), filepath.Join(folder, "result.json")
	text := "high,low,y\n"
	for y := range 10 {
		text += fmt.Sprintf("0,%d,%d\n1,%d,%d\n", y%2, y+1, y%2, y+101)
	}
	write(t, rows, text)
	ask := "regress " + rows + " --target y --features 1 --quantile "
	for quantile, want := range map[string]quantileFacts{"0.9": {"0.9", 0.45, 0.8, 0.9}, "0.1": {"0.1", 0.45, 0, 0.1},
		"0.25": {"0.25", 0.925, 0.2, 0.3}} {
		var got struct {
			Status       string      `json:"status"`
			AverageError float64     `json:"average_error"`
			Table        *tableFacts `json:"table"`
		}
		out := answers(t, ask+quantile, &got)
		write(t, result, out)
		q := got.Table.Quantile
		if got.Status != "optimal" || q == nil || math.Abs(got.AverageError-2*want.PinballLoss) > 1e-9 ||
			math.Abs(q.PinballLoss-want.PinballLoss) > 1e-9 || q.Quantile != quantile ||
			q.Below > want.Below+0.1+1e-9 || q.UpTo < want.UpTo-1e-9 {
			t.Errorf("%s: %+v, %+v, want %+v", quantile, got, q, want)
		}
		says(t, "verify "+result+" --data "+rows)
		for old, forged := range map[string]string{
			`"quantile": "` + quantile + `"`: `"quantile": "0.3"`, `"average_error": `: `"average_error": 1`,
		} {
			write(t, result, strings.Replace(out, old, forged, 1))
			if said, err := feltlab(t, "verify", result, "--data", rows); err == nil {
				t.Errorf("with %s: %s", forged, said)
			}
		}
	}
	out := says(t, "regress curve "+rows+" --target y --features 1 --folds 5 --quantile 0.9")
	if !regexp.MustCompile(`at or below\n +\* 1 .* \d+\.\d\d%\n`).MatchString(out) {
		t.Errorf("no share of the rows held out:\n%s", out)
	}
}

// TestCompare asks for methods without proofs, which are never better than the optimum.
func TestCompare(t *testing.T) {
	for _, more := range []string{"", "--loss max", "--with OvalShape", "--no-intercept"} {
		line := "regress " + smallTables + "mammo.csv.gz --target Density --features 3 --compare " + more
		says(t, line, "greedy forward selection")
		var answer struct {
			question.Scored
			Compared []struct {
				Method string `json:"method"`
				question.Scored
			} `json:"compared"`
		}
		answers(t, line, &answer)
		kind, want := regression.AvgErr, 3
		if more == "--loss max" {
			kind, want = regression.MaxErr, 2
		}
		if len(answer.Compared) != want {
			t.Errorf("%v: %d methods, want %d", more, len(answer.Compared), want)
		}
		for _, c := range answer.Compared {
			if c.Objective(kind) < answer.Objective(kind)-1e-9 || len(c.Features) > 3 {
				t.Errorf("%v: %+v is better than %v", more, c, answer.Objective(kind))
			}
		}
	}
	fails(t, 2, "fit --hand AA --max-error 2 --compare", "--compare needs --features N")
}

// TestProgramOfTable writes the integer program of a table.
func TestProgramOfTable(t *testing.T) {
	mps := filepath.Join(t.TempDir(), "a.mps")
	says(t, "regress milp "+smallTables+"mammo.csv.gz --target Density --features 3 --with LobularShape --out "+mps+
		" --column-groups OvalShape,RoundShape")
	text := must.Get(os.ReadFile(mps))(t)
	for _, want := range []string{"NAME table_", " x0 ", " group1", " budget", "ENDATA\n"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q", want)
		}
	}
}

func TestBadTables(t *testing.T) {
	mammo := smallTables + "mammo.csv.gz"
	below := write(t, filepath.Join(t.TempDir(), "below.csv"), "a,b,y\n1,0,-3\n0,1,-1\n1,1,-2\n")
	for _, c := range []struct{ args, want string }{
		{"regress " + mammo + " --features 2", "--target: want at least one"},
		{"regress " + mammo + " --target Malignant --hand AA --features 2", "unknown flag: --hand"},
		{"fit --hand AA --target Malignant --features 2", "unknown flag: --target"},
		{"fit --hand AA --bound 1 --features 2", "unknown flag: --bound"},
		{"regress " + mammo + " --target Malignent --features 2", `did you mean "Malignant"`},
		{"regress " + mammo + ".x --target Malignant --features 2", `did you mean "mammo.csv.gz"`},
		{"regress " + mammo + " --target Malignant --features 2 --at Density", "want a column and its thresholds"},
		{"regress " + mammo + " --target Malignant --features 2 --bound 0", "bound 0: want more than 0"},
		{"regress " + mammo + " --target Malignant --features 1 --with OvalShape,RoundShape",
			"2 columns in every formula"},
		{"regress " + mammo + " --target Malignant --features 2 --with OvalShape,RoundShape --column-groups " +
			"OvalShape,RoundShape",
			"are in one group"},
		{"regress " + mammo + " --target Malignant --max-error 25 --with OvalShape", "need a number of features"},
		{"regress milp " + mammo + " --target Malignant --features 2 --time-limit soon", "want seconds"},
		{"regress " + below + " --target y --features 1 --no-intercept --nonnegative *", "leave out --no-intercept"},
		{"regress " + mammo + " --target Malignant --quantile 0.9125", `--quantile: bad data: quantile "0.9125"`},
		{"regress " + mammo + " --target Malignant --quantile 1", "want a number from 0.001 to 0.999"},
		{"regress " + mammo + " --target Malignant --quantile 0.9 --loss max", "--quantile: "},
		{"regress " + mammo + " --target Malignant --quantile 0.9 --loss wrong", "--quantile is not for --loss wrong"},
		{"regress curve " + mammo + " --target Malignant --quantile 0.9 --loss max", "leave out --quantile"},
		{"regress milp " + mammo + " --target Malignant --quantile 0.9 --loss max", "--quantile: "},
		{"curve --target Malignant", "unknown flag: --target"},
		{"curve --features 3", "want a hand, such as AA"},
	} {
		fails(t, 2, c.args, c.want)
	}
}

// TestCurveNames prints the formulas of a curve by the names of columns, as fit prints that of one size.
func TestCurveNames(t *testing.T) {
	out := says(t, "regress curve "+smallTables+"diabetes.csv.gz --target progression --features 2 --thresholds 4")
	if !regexp.MustCompile(`(?s)progression is about\n +1  \d.*\n +2  \d.*\+\d+\.\d if bmi >= `).MatchString(out) ||
		strings.Contains(out, "F1") || strings.Contains(out, "largest weights") {
		t.Errorf("want names of columns:\n%s", out)
	}
}

// TestSecondCheckerReadsTables has scripts/check_proof.py, which shares no code with feltlab, check proofs about tables
// from the tables alone, and refuse them for a table with another target.
func TestSecondCheckerReadsTables(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3")
	}
	folder := t.TempDir()
	write := func(name, content string) string { return write(t, filepath.Join(folder, name), content) }
	prices := "color;size;price;n\nred;1.5;10.25;1\nblue;2;7;2\nred;NA;-9;1\n\"dark; blue\";3;12.5;3\nred;1.5;3;1\n"
	table := write("prices.csv", prices)
	missing := write("words.csv", "a,b,c,y\nn/a,1,u,1\n2,NaN,None,5\n<NA>,0,v,2\n7,#N/A,u,4\n2,1,#NA,3\n7,0,v,9\n")
	far := write("far.csv", "a,b,y\n1,0,100000\n0,1,100010\n1,1,100003\n0,0,100007\n")
	long := write("long.csv", "a,b,y\n1,0,0.56989898989898985\n0,1,-0.05000000000000001\n1,1,3e-7\n0,0,1\n"+
		"0,1,0.1234567891\n")
	changed := write("changed.csv", strings.Replace(prices, "12.5", "12.25", 1))
	mammo, diabetes := smallTables+"mammo.csv.gz", smallTables+"diabetes.csv.gz"
	for _, c := range [][2]string{
		{table, "--target price --features 1 --row-weight n --missing column"},
		{table, "--target price --features 1 --missing column --no-intercept --loss max"},
		{missing, "--target y --features 2 --missing column"},
		{far, "--target y --features 1"},
		{long, "--target y --features 1"},
		{diabetes, "--target progression --features 1 --thresholds 12 --bound 8"},
		{far, "--target y --features 1 --loss max"},
		{mammo, "--target Malignant --features 2 --column-groups * --nonnegative *"},
		{diabetes, "--target progression --features 2 --loss max --with 'bmi >= 27.4'"},
		{diabetes, "--target progression --features 1 --step 7"},
		{table, "--target price --features 2 --missing column --step 0.5,4 --loss max"},
		{far, "--target y --features 2 --step 2,3"},
		{far, "--target y --features 1 --step 2 --quantile 0.9,0.025"},
		{long, "--target y --features 1 --quantile 0.25"},
	} {
		args := c[:]
		out := says(t, "regress --json "+c[0]+" "+c[1])
		proofs := regexp.MustCompile(`"packed": "([^"]+)"`).FindAllStringSubmatch(out, -1)
		if proofs == nil {
			t.Fatalf("%v: no proof in\n%s", args, out)
		}
		for _, packed := range proofs { // with any weights, and with each step
			compact := must.Get(base64.StdEncoding.DecodeString(packed[1]))(t)
			full := filepath.Join(folder, "full.gz")
			says(t, "proof expand "+write("p.gz", string(compact))+" --data "+args[0]+" --out "+full)
			files := map[string]string{args[0]: "proved: "}
			if args[0] == table {
				files[changed] = "not proved: about another file: "
			}
			for file, want := range files {
				said, err := exec.Command("python3", "-B", "../../scripts/check_proof.py", full, file).CombinedOutput()
				if !strings.HasPrefix(string(said), want) || (err == nil) != (file == args[0]) {
					t.Errorf("%v, %s: %v, %s", args, file, err, said)
				}
			}
		}
	}
}
