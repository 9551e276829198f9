package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestGroupsOfTables asks for groups that count as one, and that allow several columns, in every command that finds
// formulas of tables, and has the answers verified.
func TestGroupsOfTables(t *testing.T) {
	folder := t.TempDir()
	text := "y,kind,a,b,c\n"
	for i := range 40 {
		kind := i % 4
		text += fmt.Sprintf("%d,%s,%d,%d,%d\n", 10*kind*kind+i%3, []string{"red", "green", "blue", "grey"}[kind],
			i/2%2, i/5%2, i/7%2)
	}
	path := write(t, filepath.Join(folder, "kinds.csv"), text)
	ask := path + " --target y --column-groups "
	out := says(t, "regress "+ask+"factors --features 1 --json", `"status": "optimal"`)
	if strings.Count(out, `"group": 1`) != 4 {
		t.Error(out)
	}
	answer := write(t, filepath.Join(folder, "answer.json"), out)
	says(t, "verify "+answer+" --data "+path)
	write(t, answer, strings.Replace(out, `"group": 1`, `"group": 0`, 1))
	if out, err := feltlab(t, "verify", answer, "--data", path); err == nil {
		t.Errorf("a column that counts alone: %s", out)
	}
	for _, line := range []string{
		"regress " + ask + "'all of kind' --features 2 --best 2", "regress " + ask + "factors --features 1 --step 5",
		"regress " + ask + "factors --features 1 --with kind", "regress " + ask + "'2 of a,b,c' --features 3 --compare",
		"regress curve " + ask + "factors --features 2 --folds 2",
	} {
		says(t, line, "kind = ")
	}
	config := write(t, filepath.Join(folder, "sweep.yaml"), "data: "+path+"\ntargets: y\nprograms: AVGERR\n"+
		"features: 1..2\ncolumn_groups: [factors, \"2 of a, b, c\"]\noutput: "+filepath.Join(folder, "out")+"\n")
	if out := says(t, "sweep "+config); strings.Count(out, "optimal") != 2 {
		t.Error(out)
	}
	says(t, "verify "+filepath.Join(folder, "out")+" --data "+path)
	says(t, "regress --features 1 "+ask+"'all of a,b'")
	refuses(t, "regress --features 1 "+ask, map[string]string{"'3 of a,b,c'": "a group needs two columns or more",
		"'all of a'": "a group needs", "'all of nothing'": "does not exist", "factor": `did you mean "factors"?`})
}
