package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
)

// TestGroupsOfTables asks for groups that count as one, and that allow several columns, in every command that finds
// formulas of tables, and has the answers verified.
func TestGroupsOfTables(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "kinds.csv")
	text := "y,kind,a,b,c\n"
	for i := range 40 {
		kind := i % 4
		text += fmt.Sprintf("%d,%s,%d,%d,%d\n", 10*kind*kind+i%3, []string{"red", "green", "blue", "grey"}[kind],
			i/2%2, i/5%2, i/7%2)
	}
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	answer := filepath.Join(folder, "answer.json")
	out, err := feltlab(t, "regress", path, "--target", "y", "--features", "1", "--column-groups", "factors", "--json")
	if err != nil || strings.Count(out, `"group": 1`) != 4 || !strings.Contains(out, `"status": "optimal"`) {
		t.Fatalf("%v\n%s", err, out)
	}
	must.Do(t, os.WriteFile(answer, []byte(out), 0o600))
	if out, err := feltlab(t, "verify", answer, "--data", path); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	forged := strings.Replace(out, `"group": 1`, `"group": 0`, 1)
	must.Do(t, os.WriteFile(answer, []byte(forged), 0o600))
	if out, err := feltlab(t, "verify", answer, "--data", path); err == nil {
		t.Errorf("a column that counts alone: %s", out)
	}
	for _, args := range [][]string{
		{"regress", path, "--target", "y", "--features", "2", "--column-groups", "all of kind", "--best", "2"},
		{"regress", path, "--target", "y", "--features", "1", "--column-groups", "factors", "--step", "5"},
		{"regress", path, "--target", "y", "--features", "1", "--column-groups", "factors", "--with", "kind"},
		{"regress", path, "--target", "y", "--features", "3", "--column-groups", "2 of a,b,c", "--compare"},
		{"regress", "curve", path, "--target", "y", "--features", "2", "--column-groups", "factors", "--folds", "2"},
	} {
		if out, err := feltlab(t, args...); err != nil || !strings.Contains(out, "kind = ") {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
	}
	config := filepath.Join(folder, "sweep.yaml")
	must.Do(t, os.WriteFile(config, []byte("data: "+path+"\ntargets: y\nprograms: AVGERR\nfeatures: 1..2\n"+
		"column_groups: [factors, \"2 of a, b, c\"]\noutput: "+filepath.Join(folder, "out")+"\n"), 0o600))
	if out, err := feltlab(t, "sweep", config); err != nil || strings.Count(out, "optimal") != 2 {
		t.Errorf("%v\n%s", err, out)
	}
	if out, err := feltlab(t, "verify", filepath.Join(folder, "out"), "--data", path); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	for group, want := range map[string]string{"3 of a,b,c": "a group needs two columns or more",
		"all of a": "a group needs", "all of a,b": "", "all of nothing": "does not exist",
		"factor": `did you mean "factors"?`} {
		_, err := feltlab(t, "regress", path, "--target", "y", "--features", "1", "--column-groups", group)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", group, err, want)
		}
	}
}
