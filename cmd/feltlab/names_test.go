package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/question"
)

// nastyNames mean something in JSON, canonical texts, Markdown, LaTeX, HTML, SQL, YAML, paths or feltlab's own words.
var nastyNames = []string{
	"cost_features", `"lower_bound":`, "lower_bound_features", "a = b", "x|y", `back\|x`, "[z](http://x)", "`tick`",
	"</script><script>alert(1)</script>", "it's", "semi;colon", "; seed 3", `back\slash`, "50%", "$x_1$", "{brace}",
	"}, x",
	"#hash", "&amp;", "=1+1", "ünï", "a,b", "F1", "on the turn", "y weights step 5", "y by paper-2", "*star*", "../up",
	"null",
	"0x10", "--drop", "-- x", "*/", `"quoted"`,
}

const nastyTarget = `<b>"target"|; weights step 5`

// writeNasty writes a table of these columns, where some are in the best formulas: those from first on.
func writeNasty(t *testing.T, path string, names []string, first int) {
	t.Helper()
	var b strings.Builder
	w := csv.NewWriter(&b)
	rows := [][]string{append(slices.Clone(names), nastyTarget)}
	state := uint32(7)
	for range 60 {
		y := 0
		var row []string
		for k := range names {
			state = state*1664525 + 1013904223
			bit := int(state >> 30 & 1)
			if place := (k - first + len(names)) % len(names); place < 3 {
				y += bit * (10 << place)
			}
			row = append(row, fmt.Sprint(bit))
		}
		rows = append(rows, append(row, fmt.Sprint(y+int(state>>20&7))))
	}
	must.Do(t, w.WriteAll(rows))
	write(t, path, b.String())
}

// TestNastyNames runs columns, a target and a file with such names through everything that reads and writes them.
func TestNastyNames(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	const table = "[t]; =|`x` & 'y'.csv"
	run := func(args ...string) string { t.Helper(); return must.Get(feltlab(t, args...))(t) }
	for first := 0; first < len(nastyNames); first += 3 {
		writeNasty(t, table, nastyNames, first)
		out := run("regress", table, "--target", nastyTarget, "--features", "3", "--json")
		var a question.Answer
		if err := json.Unmarshal([]byte(out), &a); err != nil || a.Status != question.Optimal {
			t.Fatalf("%v\n%s", err, out)
		}
		var names []string
		for _, w := range a.Features {
			names = append(names, w.Name)
		}
		for _, name := range slices.Concat(nastyNames, nastyNames)[first : first+3] {
			if !slices.Contains(names, name) {
				t.Errorf("the formula has %q, want %q", names, name)
			}
		}
		write(t, "r.json", out)
		if out := run("verify", "r.json", "--data", table); !strings.Contains(out, "holds") {
			t.Errorf("%q: %s", names, out)
		}
		run("regress", "predict", "r.json", table)
		run("proof", "expand", "r.json", "--data", table, "--out", "full.proof.gz")
		run("verify", "full.proof.gz", "--data", table)
		run("proof", "export", "r.json", "--data", table, "--opb", "a.opb", "--mps", "a.mps")
		for _, format := range []string{"sql", "python", "go"} {
			run("regress", "export", "r.json", "--format", format, "--data", table, "--out", "code")
		}
	}
	quoted := must.Get(json.Marshal(map[string]any{"data": table, "targets": nastyTarget, "steps": []int{5},
		"drop": []string{"null", "0x10", "a,b"}, "nonnegative": []string{"; seed 3"}, "at": []string{"a = b = 1"},
		"column_groups": []string{`"}, x", F1, it's`}, "programs": []string{"AVGERR", "MAXERR", "FEAT_AVGERR"},
		"features": []int{1, 2}, "max_errors_percent": []int{10, 20}, "time_limit": 20, "output": "out"}))(t)
	write(t, "c.yaml", string(quoted))
	run("sweep", "c.yaml")
	if out := run("sweep", "status", "out"); !strings.Contains(strings.Join(strings.Fields(out), " "), "results 12 ") {
		t.Errorf("%s", out)
	}
	run("sweep", "compare", "out", "out")
	run("verify", "out", "--data", table)
	run("proof", "import", "out")
	for _, format := range []string{"csv", "markdown", "latex", "latex-grid", "json", "parquet", "arrow"} {
		run("export", "out", "--format", format, "--out", "out/x."+format)
	}
	for _, format := range handout.Languages {
		run("regress", "export", "out", "--format", format, "--out", "out/x."+format)
	}
	markdown := must.Get(os.ReadFile("out/x.markdown"))(t)
	for line := range strings.SplitSeq(strings.TrimSpace(string(markdown)), "\n") {
		cells := strings.Count(strings.ReplaceAll(strings.ReplaceAll(line, `\\`, ""), `\|`, ""), "|")
		head, _, _ := strings.Cut(string(markdown), "\n")
		if cells != strings.Count(head, "|") {
			t.Errorf("a row of %d marks, want %d: %s", cells, strings.Count(head, "|"), line)
		}
	}
	run("verify", "out/x.markdown", "out/x.latex", "out/x.latex-grid", "out/x.csv", "--data", table)
	run("report", "out", "--out", "page.html")
	page, err := os.ReadFile("page.html")
	if err != nil || strings.Contains(string(page), "<script>alert") {
		t.Errorf("%v: the page runs a column's name", err)
	}
}

// TestNamesThatDoNotPrint refuses columns that a terminal, a line of text or a reader would take for something else.
func TestNamesThatDoNotPrint(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	for _, name := range []string{"tab\there", "new\nline", "bell\a", "\x1b[31mred", "\u202eabc", "carriage\rreturn"} {
		writeNasty(t, path, []string{"a", name, "c"}, 0)
		for _, target := range []string{nastyTarget, name} {
			_, err := feltlab(t, "regress", path, "--target", target, "--features", "1")
			if err == nil || !strings.Contains(err.Error(), "do not print") {
				t.Errorf("%q: %v", name, err)
			}
		}
	}
}
