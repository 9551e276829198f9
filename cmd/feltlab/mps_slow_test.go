//go:build slow

package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/mip"
	"feltlab/pipeline/question"
)

// mpsSolvers are the solvers of Debian's packages coinor-cbc and glpk-utils.
var mpsSolvers = map[string]struct {
	packaged, program string
	arguments         []string // before the file
	after             []string // after it
	optimum           *regexp.Regexp
	infeasible        string
}{
	"cbc": {"coinor-cbc", "cbc", nil, []string{"-ratioGap", "0", "-allowableGap", "0", "solve"},
		regexp.MustCompile(`(?m)^Result - Optimal solution found\s+Objective value:\s+(\S+)`),
		"Problem proven infeasible"},
	"glpk": {"glpk-utils", "glpsol", []string{"--freemps"}, []string{"--write", "/dev/stdout"},
		regexp.MustCompile(`(?m)^s mip \d+ \d+ o (\S+)`), "PROBLEM HAS NO INTEGER FEASIBLE SOLUTION"},
}

// TestSolversReadMPS has CBC and GLPK read every integer program that the commands write, and compares
// their optima with ours. A solver that is not installed is skipped.
func TestSolversReadMPS(t *testing.T) {
	infeasible := math.Inf(1)
	dir := t.TempDir()
	want := map[string]float64{}
	bounds := filepath.Join(dir, "bounds.mps")
	want[bounds] = writeEveryBound(t, bounds)
	for name, args := range map[string]string{
		"average": "--hand AA --range ATC --features 1", "fewest": "--hand AA --range ATC --max-error 4",
		"largest": "--hand AA --range RML --features 1 --loss max",
	} {
		file := filepath.Join(dir, name+".mps")
		formulation := map[bool]string{true: "merged", false: "pattern"}[name == "largest"]
		says(t, "milp "+args+" --out "+file+" --formulation "+formulation)
		var a question.Answer
		answers(t, "fit "+args, &a)
		switch name {
		case "fewest":
			want[file] = float64(len(a.Features))
		case "largest":
			want[file] = float64(a.MaxError)
		default:
			want[file] = float64(a.AverageError)
		}
	}
	export := filepath.Join(dir, "proof.mps")
	says(t, "proof export ../../results/figures/proofs/55-RUS-average-2.proof.gz --mps "+export)
	want[export] = infeasible
	for name, s := range mpsSolvers {
		t.Run(name, func(t *testing.T) {
			program, err := exec.LookPath(s.program)
			if err != nil {
				t.Skipf("%s is not installed (Debian's package %s)", s.program, s.packaged)
			}
			for file, optimum := range want {
				args := append(append(append([]string{}, s.arguments...), file), s.after...)
				out, _ := exec.Command(program, args...).CombinedOutput()
				text := string(out)
				if math.IsInf(optimum, 1) {
					if !strings.Contains(text, s.infeasible) {
						t.Errorf("%s: want infeasible\n%s", file, text)
					}
					continue
				}
				match := s.optimum.FindStringSubmatch(text)
				if match == nil {
					t.Errorf("%s: no optimum\n%s", file, text)
					continue
				}
				if got, err := strconv.ParseFloat(match[1], 64); err != nil || math.Abs(got-optimum) > 1e-6 {
					t.Errorf("%s: optimum %v, want %v", file, got, optimum)
				}
			}
		})
	}
}

// writeEveryBound writes a program with every kind of bound, row and column, and returns its optimum.
func writeEveryBound(t *testing.T, file string) float64 {
	inf := math.Inf(1)
	m := &mip.Model{Name: "bounds", Offset: 10}
	for _, c := range []mip.Column{
		{Name: "free", Cost: 1, Lower: -inf, Upper: inf}, {Name: "neg", Cost: 1, Lower: -inf, Upper: -2},
		{Name: "ifree", Cost: 1, Lower: -inf, Upper: inf, Integer: true}, {Name: "iplus", Cost: 1, Upper: inf,
			Integer: true},
		{Name: "bin", Cost: -1, Upper: 1, Integer: true}, {Name: "fix", Cost: 1, Lower: 3, Upper: 3, Integer: true},
		{Name: "exactly12chr", Cost: 1, Lower: -4, Upper: inf}, {Name: "unused", Lower: -4, Upper: 4},
	} {
		m.AddColumn(c)
	}
	one := []float64{1}
	m.AddRow(mip.Row{Name: "a", Lower: -7.5, Upper: 9}, []int32{0}, one)
	m.AddRow(mip.Row{Name: "b", Lower: -5.5, Upper: inf}, []int32{1}, one)
	m.AddRow(mip.Row{Name: "c", Lower: -6.5, Upper: inf}, []int32{2}, one)
	m.AddRow(mip.Row{Name: "d", Lower: 2.5, Upper: 2000}, []int32{3}, one)
	m.AddRow(mip.Row{Name: "nothing", Lower: -inf, Upper: inf}, []int32{3, 0}, []float64{1, 1})
	m.AddRow(mip.Row{Name: "e", Lower: -inf, Upper: 3.5}, []int32{4, 5}, []float64{1, 1})
	f := must.Get(os.Create(file))(t)
	defer f.Close()
	must.Do(t, mip.WriteMPS(f, m))
	return 10 - 7.5 - 5.5 - 6 + 3 + 3 - 4
}

// TestSolversAreJudged has CBC and GLPK solve programs of 300 random tables with all options, and judges what they
// found. clasp is to find no solution of the search in the proof.
func TestSolversAreJudged(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	dir := t.TempDir()
	solutions := map[string]func(mps, sol string) []string{
		"cbc":    func(mps, sol string) []string { return []string{mps, "solve", "solution", sol} },
		"glpsol": func(mps, sol string) []string { return []string{"--freemps", mps, "-w", sol} },
	}
	goals := []string{"--features=2", "--features=2 --loss=max", "--max-error=20", "--max-error=30 --loss=max",
		"--features=2 --step=5", "--features=2 --allowed-weights=-10,5,12", "--features=1 --no-intercept",
		"--features=2 --column-groups=*", "--features=2 --with=b", "--features=2 --nonnegative=*",
		"--features=2 --quantile=0.9", "--max-error=20 --quantile=0.25"}
	for i := range 300 {
		text := "a,b,c,risk\n"
		for range 12 {
			text += fmt.Sprintf("%d,%d,%d,%d\n", r.IntN(40), r.IntN(2), r.IntN(3), r.IntN(50))
		}
		csv, mps := write(t, filepath.Join(dir, "t.csv"), text), filepath.Join(dir, "t.mps")
		about := csv + " --target risk --thresholds 3 " + goals[i%len(goals)]
		fit, formulation := "regress "+about, []string{"plain", "merged", "pattern"}[i%3]
		ask := "regress milp " + about + " --formulation " + formulation
		says(t, ask+" --out "+mps)
		claspRefutes(t, csv, fit)
		for program, arguments := range solutions {
			sol := filepath.Join(dir, program+".sol")
			if _, err := exec.LookPath(program); err != nil {
				continue
			}
			must.Get(exec.Command(program, arguments(mps, sol)...).CombinedOutput())(t)
			out, err := feltlab(t, words(ask+" --fresh --judge "+sol)...)
			if err != nil && strings.Contains(err.Error(), "found none") {
				out, err = says(t, fit, "infeasible: ")+", gap 0.00%", nil
			}
			if head, _, _ := strings.Cut(out, "best formula found"); err != nil ||
				!strings.Contains(head, "gap 0.00%") {
				t.Errorf("%s, %v: %v\n%s%s", program, ask, err, text, out)
			}
		}
	}
}

// claspRefutes has clasp, if it is installed, look for a choice of columns that the cuts of an answer's proof leave.
func claspRefutes(t *testing.T, csv, fit string) {
	if _, err := exec.LookPath("clasp"); err != nil {
		return
	}
	var answer map[string]any
	answers(t, fit, &answer)
	delete(answer, "round")     // answers with round weights, whose proofs come after this one
	if answer["proof"] == nil { // no formula is within the error, which needs no search
		return
	}
	result, opb := write(t, csv+".json", string(must.Get(json.Marshal(answer))(t))), csv+".opb"
	says(t, "proof export "+result+" --data "+csv+" --opb "+opb)
	out, _ := exec.Command("clasp", opb).Output() // ends with the status of its answer
	if !strings.Contains(string(out), "\ns UNSATISFIABLE") {
		t.Errorf("%v: clasp: %s", fit, out)
	}
}
