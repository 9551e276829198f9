package report

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"feltlab/dataset/data"
	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
)

// TestTables shows results about a table whose names are HTML: alone without tabs, and below the tabs of hands.
func TestTables(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	rows := "y,<script>,b\n" + strings.Repeat("1,0,0\n5,1,0\n3,0,1\n8,1,1\n", 3) + "6,0,0\n"
	must.Do(t, os.WriteFile(path, []byte(rows), 0o600))
	s := must.Get(question.OfTable(path, data.Options{Target: "y"}))(t)
	instances := fit.NewInstances(nil, 1)
	in := must.Get(instances.Get(t.Context(), s))(t)
	var lines strings.Builder
	for n := 1; n <= 2; n++ {
		q := question.Question{Subject: s, Program: regression.Program{Kind: regression.AvgErr, N: n},
			Engine: question.Exact, TimeLimit: time.Minute}
		a := must.Get(fit.Solve(t.Context(), in, q, fit.Options{Workers: 1}))(t)
		text := must.Get(json.Marshal(a))(t)
		lines.Write(append(text, '\n'))
	}
	files := map[string]string{"tables/solves.jsonl": lines.String()}
	alone := pageOf(t, folderOf(t, files))
	for _, want := range []string{"y of t.csv", "Targets reach from 1 to 8.", "AVGERR(2)", "optimal",
		"if &lt;script&gt;",
		`src="data:image/svg&#43;xml;base64,`, "cuts"} {
		if !strings.Contains(alone, want) {
			t.Errorf("no %q in\n%s", want, alone)
		}
	}
	if strings.Contains(alone, "<script") {
		t.Error("a page of tables alone has a script")
	}
	files["hands/solves.jsonl"] = line
	both := pageOf(t, folderOf(t, files))
	clean := pageOf(t, folderOf(t, map[string]string{"hands/solves.jsonl": line}))
	if got, want := strings.Count(both, "<script"), strings.Count(clean, "<script"); got != want || want == 0 {
		t.Errorf("%d elements of scripts, want %d", got, want)
	}
	if !strings.Contains(both, "y of t.csv") || strings.Contains(clean, `id="own"`) {
		t.Error("sections are missing, or there is one of nothing")
	}
}
