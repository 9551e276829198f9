package main

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

func TestBadFormulaUsage(t *testing.T) {
	folder := t.TempDir()
	for _, c := range []struct{ args, want string }{
		{"fit --hand AA --features 3 --step 3", "does not divide 100"},
		{"fit --hand AA --features 3 --step x", "want a number"},
		{"curve", "want a hand, such as AA"},
		{"curve --hand AA --features 0", "want 1 to the number of columns, 73"},
		{"curve --hand AA --out aa.pdf", "ends in .svg or .png"},
		{"curve --hand AA --loss median", "average or max"},
		{"curve --hand AA --step 7", "divisor of 100"},
		{"explain", "want RESULTS, or a hand"},
		{"explain a b", "no hand has that name"},
		{"explain --hand AA --worst -1", "want at least 0"},
		{"explain --hand AA --range XX", "XX"},
		{"explain " + filepath.Join(folder, "none.json"), "none.json"},
		{"explain --hand AX", "AX"},
		{"curve --hand AA,KK", "takes one hand"},
		{"explain --hand AA --features 74", "want 1 to the number of columns, 73"},
		{"sheet --hand AA", "--out is missing"},
	} {
		t.Run(c.args, func(t *testing.T) { fails(t, 2, c.args, c.want) })
	}
	fails(t, 1, "explain "+write(t, filepath.Join(folder, "empty.json"), "{}"), "empty.json")
}

// TestFormulas runs everything that needs matrices under one test. What has to be new has a cache of its own.
func TestFormulas(t *testing.T) {
	t.Run("people", formulasForPeople)
	t.Run("curve", curveAndItsDrawing)
	t.Run("export", exportRound)
	t.Run("dry run", dryRun)
	cache := t.TempDir()
	must.Do(t, fill(cache))
	t.Run("sweep of some", func(t *testing.T) { sweepOfSome(t, cache) })
	t.Run("known", func(t *testing.T) { knownForPeople(t, cache) })
}

// formulasForPeople goes the way of a user: a fit with whole multiples, stored, and all that can be made of it.
func formulasForPeople(t *testing.T) {
	folder := t.TempDir()
	text := says(t, "fit --hand AA --range RUS --features 3 --engine search --step 5 --json")
	stored := write(t, filepath.Join(folder, "aa.json"), text)
	var explained []struct {
		Hand         string
		AverageError float64 `json:"average_error"`
		MaxError     float64 `json:"max_error"`
		Textures     []struct{ Flops int }
		Worst        []struct{ Error float64 }
	}
	answers(t, "explain "+stored+" --step 5 --worst 4", &explained)
	e := explained[0]
	if len(explained) != 1 || e.Hand != "AA" || len(e.Textures) != 15 || len(e.Worst) != 4 ||
		e.Worst[0].Error != e.MaxError {
		t.Errorf("explained: %+v", explained)
	}
	fits(t, says(t, "explain "+stored, "three to a straight"))
	fits(t, says(t, "curve --hand AA --range ATC --features 3"))
	sheet := filepath.Join(folder, "sheet.html")
	says(t, "sheet "+stored+" --step 5 --out "+sheet)
	if page, err := os.ReadFile(sheet); err != nil || !strings.Contains(string(page), "multiples of 5 points") {
		t.Errorf("the sheet names no multiples of 5 points, %v", err)
	}
	write(t, stored, strings.Replace(text, `"weight": 0.`, `"weight": 0.1`, 1))
	fails(t, 1, "explain "+stored, "average_error")
}

// curveAndItsDrawing reads the JSON of a curve, and looks for the drawing.
func curveAndItsDrawing(t *testing.T) {
	svg := filepath.Join(t.TempDir(), "aa.svg")
	var curve struct {
		Points []struct {
			AverageError float64 `json:"average_error"`
			LowerBound   float64 `json:"lower_bound"`
			Steps        []struct {
				AverageError float64 `json:"average_error"`
			}
		}
	}
	answers(t, "curve --hand AA --range RUS --features 3 --step 5 --out "+svg, &curve)
	if len(curve.Points) != 3 || curve.Points[2].AverageError >= curve.Points[0].AverageError ||
		curve.Points[1].Steps[0].AverageError < curve.Points[1].AverageError {
		t.Errorf("curve %+v", curve)
	}
	// From zero, and with room around the first and the last point.
	text, err := os.ReadFile(svg)
	if err != nil || !strings.Contains(string(text), "error, percentage points, from 0 to ") ||
		!strings.Contains(string(text), "features, from 0.5 to 3.5.") {
		t.Errorf("the SVG, %v:\n%s", err, text)
	}
}

// fits demands lines that a terminal does not break, but for ranges, which are one word for a program.
func fits(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if n := len([]rune(strings.TrimRight(line, "\n"))); n > lineWidth && !strings.HasPrefix(line, "Range: ") {
			t.Errorf("a line of %d characters: %s", n, line)
		}
	}
}

// sweepOfSome solves one hand of a file that names two. Of the other the folder gets what is final, and the output
// nothing: what another command left open is no failure of this one.
func sweepOfSome(t *testing.T, cache string) {
	folder := t.TempDir()
	config, out := filepath.Join(folder, "two.yaml"), filepath.Join(folder, "out")
	write(t, config, "hands: [KK, AA]\nranges: [RUS]\nprograms: [AVGERR]\nfeatures: [1, 2]\noutput: "+out+"\n")
	rows := func(more string) (printed string, hands []string) {
		t.Helper()
		printed = says(t, "sweep "+config+" --only hand=KK --cache "+cache+more)
		csv := must.Get(os.ReadFile(filepath.Join(out, "table.csv")))(t)
		for _, line := range strings.Split(strings.TrimSpace(string(csv)), "\n")[1:] {
			hands = append(hands, line[:2])
		}
		return printed, hands
	}
	fit := "fit --hand AA --range RUS --cache " + cache + " --features "
	says(t, fit+"2 --engine search") // leaves a formula, unproved
	printed, hands := rows("")
	if strings.Contains(printed, "AA ") || !slices.Equal(hands, []string{"KK", "KK"}) {
		t.Errorf("table of %v, want KK twice; printed:\n%s", hands, printed)
	}
	says(t, fit+"1")
	printed, hands = rows(" --json")
	if strings.Contains(printed, `"AA"`) || !slices.Equal(hands, []string{"KK", "KK", "AA"}) {
		t.Errorf("table of %v, want KK twice and what is proved of AA; printed:\n%s", hands, printed)
	}
}

// knownForPeople expects the proved answer on a sheet and in an explanation, whether or not fit found it before.
func knownForPeople(t *testing.T, cache string) {
	of := " --range RUS --cache " + cache + " --hand "
	const proved = "No formula with as many features and such weights has an average error below 9.28."
	for _, command := range []string{"sheet --out -", "fit", "sheet --out -"} {
		if out := says(t, command+of+"KK --features 2"); command != "fit" && !strings.Contains(out, proved) {
			t.Errorf("the sheet does not say: %s", proved)
		}
	}
	var fitted struct {
		AverageError float64 `json:"average_error"`
		LowerBound   float64 `json:"lower_bound"`
	}
	var explained []struct {
		AverageError float64 `json:"average_error"`
	}
	answers(t, "fit"+of+"KK --features 2", &fitted)
	answers(t, "explain"+of+"KK --features 2", &explained)
	var both []struct{ Hand string }
	answers(t, "fit"+of+"KK,AA --features 1", &both)
	if len(both) != 2 || both[0].Hand != "KK" || both[1].Hand != "AA" {
		t.Errorf("fit of two hands: %+v", both)
	}
	if math.Abs(fitted.LowerBound-0.09277) > 1e-5 || explained[0].AverageError != fitted.AverageError {
		t.Errorf("fit %+v, explain %+v", fitted, explained)
	}
}

// TestLongRanges tells apart in a line of 80 columns ranges that begin alike, by a number where they do not fit.
func TestLongRanges(t *testing.T) {
	var results []*question.Answer
	typed := []string{"22+,A2+,K2s+,Q8s+,J9s+,T9s,98s", "22+,A3+,A2s,K2s+,Q8s+,J9s+,T9s,98s", "JJ+,AKs"}
	for i, program := range []string{"AVGERR(1)", "FEAT_MAXERR(12.5%)", "MAXERR(10)"} {
		subject := must.Get(question.ParseTyped("AA", typed[i]))(t)
		p := must.Get(regression.ParseProgram(program))(t)
		a := question.NewAnswer(question.Question{Subject: subject, Program: p})
		a.Status, a.AverageError, a.MaxError, a.LowerBound = question.Optimal, 0.123456, 0.234567, 0.1
		a.Features = []question.Weight{{ID: 46, Name: "three of a kind or better", Weight: 0.25}}
		results = append(results, a)
	}
	for _, long := range []bool{false, true} {
		var out bytes.Buffer
		var words func(*question.Answer) string
		if long {
			words = func(r *question.Answer) string { return namedWeights(r.Features) }
		}
		must.Do(t, printSolves(&out, results, words))
		fits(t, out.String())
		for _, part := range []string{
			"AA    (1)      average, 1 feature ", "AA    (2)      fewest, largest 12.5 ",
			"AA    JJ+,AKs  largest, 10 features ",
			"\n(1) " + typed[0] + "\n(2) " + typed[1] + "\n",
		} {
			if !strings.Contains(out.String(), part) {
				t.Errorf("no %q in\n%s", part, out.String())
			}
		}
		if formulas := strings.Count(out.String(), "\n    three of a kind or better +25.0\n"); long && formulas != 3 ||
			!long && formulas > 0 {
			t.Errorf("%d formulas in\n%s", formulas, out.String())
		}
	}
}

// exportRound sweeps two hands and expects what round weights cost.
func exportRound(t *testing.T) {
	folder := t.TempDir()
	config := filepath.Join(folder, "two.yaml")
	out := filepath.Join(folder, "out")
	write(t, config, "hands: [AA, KK]\nranges: [RUS]\nprograms: [AVGERR]\nfeatures: [2]\nsteps: [5]\nengine: search\n"+
		"output: "+out+"\n")
	shown := says(t, "sweep "+config)
	solves, _, _ := strings.Cut(shown, "4 solves in ") // names the folder
	fits(t, solves)
	if !strings.Contains(solves, "average, 2 features, step 5") || strings.Count(solves, "\n    start with ") != 4 {
		t.Errorf("sweep:\n%s", shown)
	}
	table := says(t, "export "+out)
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil || len(rows) != 5 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	cell := func(row []string, name string) string {
		at := slices.Index(rows[0], name)
		if at < 0 {
			t.Fatalf("no column %s in %v", name, rows[0])
		}
		return row[at]
	}
	number := func(row []string, name string) float64 {
		return must.Get(strconv.ParseFloat(cell(row, name), 64))(t)
	}
	for i := 2; i < len(rows); i += 2 {
		free, row := rows[i-1], rows[i]
		cost := number(row, "average_error_percent") - number(free, "average_error_percent")
		if cell(row, "weights") != "step 5" || math.Abs(cost-number(row, "rounding_cost_percent")) > 2e-4 {
			t.Errorf("%v\n%v\n%v", rows[0], free, row)
		}
	}
}

// dryRun asks before and after half of a sweep what there is to do.
func dryRun(t *testing.T) {
	folder, cache := t.TempDir(), t.TempDir()
	must.Do(t, fill(cache))
	config := filepath.Join(folder, "four.yaml")
	write(t, config, "hands: [AA, KK]\nranges: RUS\nprograms: AVGERR\nfeatures: 1..2\nworkers: 2\ntime_limit: 20s\n"+
		"output: "+filepath.Join(folder, "out")+"\n")
	sweep := "sweep " + config + " --cache " + cache
	expect := func(solves, known, open int, only string) {
		t.Helper()
		var p plan
		answers(t, sweep+" --dry-run "+only, &p)
		if want := (plan{solves, known, open, 10 * float64(open)}); p != want {
			t.Errorf("%v: %+v, want %+v", only, p, want)
		}
	}
	expect(4, 0, 4, "")
	expect(2, 0, 2, "--only hand=AA")
	says(t, sweep+" --only hand=AA")
	expect(4, 2, 2, "")
	expect(2, 2, 0, "--only hand=AA")
	expect(2, 0, 2, "--only hand=KK")
	expect(4, 0, 4, "--fresh")
	says(t, sweep+" --only hand=AA --fresh")
	expect(4, 2, 2, "--fresh")
	expect(16, 2, 14, "--set 'engine=[auto, search]' --set 'seed=[0, 1]'") // such a sweep solves from nothing
}

// TestImpossiblePair solves the rest of a sweep, and fails.
func TestImpossiblePair(t *testing.T) {
	folder := t.TempDir()
	config := filepath.Join(folder, "c.yaml")
	write(t, config, "hands: [AA, KK]\nranges: [RUS, AA]\nprograms: AVGERR\nfeatures: 1\noutput: "+folder+"/out\n")
	out, err := feltlab(t, "sweep", config)
	if ExitCode(err) != 1 || !strings.Contains(err.Error(), "2 of the file's pairs") ||
		!strings.Contains(out, "2 solves in") {
		t.Errorf("%v\n%s", err, out)
	}
	says(t, "sweep status "+folder+"/out", "complete")
	fails(t, 2, "sweep "+config+" --set ranges=AA", "")
}
