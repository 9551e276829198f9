package sweep

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

// TestSolverColumns: what HiGHS says is in every table, where it was asked.
func TestSolverColumns(t *testing.T) {
	none := question.Number(math.NaN())
	results := []*question.Answer{
		{Subject: question.MustSubject("AA", "ATC"), ProgramKeys: question.ProgramKeys{Kind: regression.AvgErr, N: 3},
			Status: question.Feasible, LowerBound: 0.02, Solver: &question.Solver{Formulation: "merged",
				Version: "HiGHS 1.10.0", Status: "optimal", Bound: 0.0213, Gap: 0, Nodes: 7, Seconds: 1.25}},
		{Subject: question.MustSubject("KK", "ATC"),
			ProgramKeys: question.ProgramKeys{Kind: regression.FeatAvgErr, E: 0.025}, Status: question.Feasible,
			LowerBound: 1, Solver: &question.Solver{Formulation: "plain", Version: "HiGHS 1.10.0",
				Status: "time limit reached", Bound: none, Gap: none, Seconds: 2}},
		{Subject: question.MustSubject("QQ", "ATC"), ProgramKeys: question.ProgramKeys{Kind: regression.AvgErr, N: 3},
			Status: question.Optimal},
	}
	names := []string{"formulation", "solver_version", "solver_status", "solver_bound", "solver_bound_features",
		"solver_gap", "solver_nodes", "solver_seconds"}
	table := must.Get(Render(ledger.TableFile, results))(t)
	want := [][]string{
		{"merged", "HiGHS 1.10.0", "optimal", "0.0213", "", "0", "7", "1.25"},
		{"plain", "HiGHS 1.10.0", "time limit reached", "", "", "", "0", "2"},
		{"", "", "", "", "", "", "", ""},
	}
	holdColumns(t, table, names, want)
	parquet := must.Get(Render(ledger.ParquetFile, results))(t)
	for _, name := range names {
		if !bytes.Contains(parquet, []byte(name)) {
			t.Errorf("the Parquet file has no %s", name)
		}
	}
	var export, again bytes.Buffer
	must.Do(t, Export(&export, results, "csv", 0))
	names = []string{"solver_status", "solver_bound_percent", "solver_bound_features", "solver_gap_percent",
		"solver_nodes", "solver_seconds"}
	want = [][]string{
		{"optimal", "2.1300", "", "0.0000", "7", "1.2"}, {"time limit reached", "", "", "", "0", "2.0"},
		{"", "", "", "", "", ""},
	}
	holdColumns(t, export.Bytes(), names, want)

	// JSON has them after the others, and can be read again; a result without HiGHS has none.
	must.Do(t, Export(&again, results, "json", 0))
	var raw []map[string]any
	must.Do(t, json.Unmarshal(again.Bytes(), &raw))
	if raw[0]["solver_bound"] != 0.0213 || raw[0]["lower_bound"] != 0.02 || raw[0]["solver_gap"] != 0.0 ||
		raw[1]["lower_bound_features"] != 1.0 {
		t.Errorf("%v", raw)
	}
	if _, ok := raw[2]["solver_status"]; ok {
		t.Errorf("%v", raw[2])
	}
	back, err := question.ReadAnswers(&again)
	if err != nil || *back[0].Solver != *results[0].Solver || back[2].Solver != nil || !back[1].Solver.Bound.Missing() {
		t.Errorf("%v, %v", back, err)
	}

	plain, err := Render(ledger.TableFile, results[2:])
	if err != nil || bytes.Contains(plain, []byte("solver")) {
		t.Errorf("%s, %v", plain, err)
	}
}

// holdColumns expects columns side by side with these cells.
func holdColumns(t *testing.T, text []byte, names []string, want [][]string) {
	t.Helper()
	rows := must.Get(csv.NewReader(bytes.NewReader(text)).ReadAll())(t)
	at := slices.Index(rows[0], names[0])
	if at < 0 || !slices.Equal(rows[0][at:at+len(names)], names) {
		t.Fatalf("header %v", rows[0])
	}
	for i, cells := range want {
		if got := rows[i+1][at : at+len(names)]; !slices.Equal(got, cells) {
			t.Errorf("row %d: %v, want %v", i, got, cells)
		}
	}
}

func TestStart(t *testing.T) {
	for text, want := range map[string]string{
		"engine: highs\nstart: none\n":                   "highs none",
		"start: search\n":                                "auto search",
		"engine: [auto, highs]\nstart: [none, search]\n": "auto search, highs none, highs search",
		"start: none\n":                                  "start: none is for the engine highs, not for auto",
		"engine: highs\nstart: nne\n":                    `did you mean "none"`,
	} {
		t.Run(text, func(t *testing.T) {
			path := written(t, "hands: [AA]\nranges: [ATC]\nprograms: [AVGERR]\nfeatures: [2]\n"+text)
			c, err := Load(path)
			if err != nil {
				must.Fail(t, err, ErrConfig, want, path)
				return
			}
			var ways []string
			for _, task := range c.Questions {
				ways = append(ways, fmt.Sprint(task.Engine, " ", task.Start))
			}
			must.Equal(t, strings.Join(ways, ", "), want)
		})
	}
}
