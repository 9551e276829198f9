package mip

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
)

// solved is the program of the files in testdata: those of CBC, GLPK and HiGHS are what they wrote for it, the others
// are written after the formats' documentation. The solution is unique.
func solved() *Model {
	m := &Model{Name: "solved", Offset: 10}
	m.AddColumn(Column{Name: "share of aces", Cost: 1, Lower: -2, Upper: 2, Meaning: "aces – of all"})
	m.AddColumn(Column{Name: "x2", Cost: 2, Lower: -4, Upper: inf})
	m.AddColumn(Column{Name: "z2", Cost: -0.8, Upper: 3, Integer: true, Meaning: `"x" $ 1e5`})
	m.AddColumn(Column{Name: "none", Cost: 1, Upper: 1})
	m.AddRow(Row{Name: "sum", Lower: -4.5, Upper: inf}, []int32{0, 1}, []float64{1, 1})
	m.AddRow(Row{Name: "difference", Lower: -inf, Upper: 2.5}, []int32{0, 2}, []float64{-1, 1})
	return m
}

func solutionFiles(t testing.TB) map[string]string {
	files := map[string]string{}
	for _, path := range must.Get(filepath.Glob("testdata/*.sol"))(t) {
		files[filepath.Base(path)] = string(must.Get(os.ReadFile(path))(t))
	}
	return files
}

// TestReadSolution reads the solution out of the files of all solvers, whole. Of a file that is cut off, or has a value
// changed, it takes none but the same solution.
func TestReadSolution(t *testing.T) {
	m, files := solved(), solutionFiles(t)
	want := []float64{-0.5, -4, 2, 0}
	for name, text := range files {
		t.Run(name, func(t *testing.T) {
			s := must.Get(ReadSolution(strings.NewReader(text), m))(t)
			if !slices.Equal(s.X, want) || math.Abs(s.Objective+0.1) > 1e-9 || !strings.HasPrefix(name,
				strings.ToLower(s.Format)) {
				t.Errorf("%+v", s)
			}
			for at := range text {
				s, err := ReadSolution(strings.NewReader(text[:at]), m)
				if err == nil && !slices.Equal(s.X, want) || err != nil && !errors.Is(err, ErrSolution) {
					t.Errorf("the first %d bytes: %v, %v", at, s, err)
				}
			}
			for _, change := range [][2]string{{"-0.5", "nan"}, {"-0.5", "1e20"}, {"-0.5", "0.5"}, {"-4", "-4.01"},
				{"share_of_aces", "share"}, {"x2", "share_of_aces"}, {"-0.1", "-0.2"}, {"-0.1", "x"}} {
				other := strings.ReplaceAll(text, change[0], change[1])
				if other == text || name == "glpk-raw.sol" && change[0] == "-0.1" {
					continue // it has numbers in place of names, and -0.0999999999999996
				}
				if s, err := ReadSolution(strings.NewReader(other), m); !errors.Is(err, ErrSolution) {
					t.Errorf("%v: %v, %v", change, s, err)
				}
			}
		})
	}
	if len(files) != 7 {
		t.Errorf("%d files", len(files))
	}
}

func TestReadSolutionErrors(t *testing.T) {
	files := solutionFiles(t)
	for _, c := range []struct{ file, old, new, want string }{
		{"gurobi.sol", "share_of_aces -0.5", "share_of_aces nan", `line 3: column share_of_aces is "nan"`},
		{"gurobi.sol", "z2 2", "z7 2", `line 5: the program has no column "z7"`},
		{"gurobi.sol", "z2 2", "x2 2", "line 5: column x2 twice"},
		{"gurobi.sol", "z2 2\n", "", "no value of column z2"},
		{"gurobi.sol", "z2 2", "z2", `line 5: "z2", want a column and its value as Gurobi writes them`},
		{"gurobi.sol", "z2 2", "z2 1.5", "column z2 is 1.5, want a whole number"},
		{"gurobi.sol", "z2 2", "z2 3", "row difference is 3.5, want -Inf to 2.5; is it the solution of another " +
			"question?"},
		{"gurobi.sol", "x2 -4", "x2 -5", "column x2 is -5, want -4"},
		{"gurobi.sol", "= -0.1", "= -0.3", "the objective of its columns is -0.1"},
		{"gurobi.sol", "offset 1", "offset 0", "column offset is 0, want 1"},
		{"gurobi.sol", "# Sol", "Sol", `line 1: "Solution for model solved" begins no solution of HiGHS`},
		{"cbc.sol", "Optimal", "Infeasible", "line 1: CBC found none"},
		{"highs.sol", "\nFeasible", "\nNone", `HiGHS found none: "None"`},
		{"highs.sol", "# Rows", "", "want a column and its value"},
		{"glpk-report.sol", "OPTIMAL", "UNDEFINED", "line 5: GLPK found none"},
		{"glpk-raw.sol", " o ", " u ", "GLPK found none"},
		{"glpk-raw.sol", "j 5", "j 6", `the program has no column "6"`},
		{"scip.sol", "objective value:", "no solution available", "line 2: SCIP found none"},
		{"cplex.sol", `objectiveValue="-0.1"`, `objectiveValue="-"`, `the objective is "-", want a number`},
	} {
		text := strings.Replace(files[c.file], c.old, c.new, 1)
		_, err := ReadSolution(strings.NewReader(text), solved())
		if !errors.Is(err, ErrSolution) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s with %q: %v, want %q", c.file, c.new, err, c.want)
		}
	}
	_, err := ReadSolution(strings.NewReader(""), solved())
	if !errors.Is(err, ErrSolution) {
		t.Error(err)
	}
	if _, err := ReadSolution(strings.NewReader("# "+strings.Repeat("x", 2<<20)), solved()); err == nil {
		t.Error("an endless line")
	}
}

func FuzzReadSolution(f *testing.F) {
	for _, text := range solutionFiles(f) {
		f.Add([]byte(text))
	}
	m := solved()
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := ReadSolution(bytes.NewReader(text), m)
		if err != nil {
			return
		}
		if len(s.X) != len(m.Columns) || !(m.Violation(s.X) < 0.01) {
			t.Errorf("%+v", s)
		}
	})
}

// TestWriteSolved writes the program, with what its columns mean, to the file that the solvers of testdata read.
func TestWriteSolved(t *testing.T) {
	var b bytes.Buffer
	must.Do(t, WriteMPS(&b, solved()))
	want := "* share_of_aces = aces – of all\n* z2 = \"x\" $ 1e5\nNAME solved\n"
	if !strings.HasPrefix(b.String(), want) {
		t.Errorf("%.200q", b.String())
	}
	if path := os.Getenv("FELTLAB_WRITE_SOLVED"); path != "" {
		must.Do(t, os.WriteFile(path, b.Bytes(), 0o600))
	}
}
