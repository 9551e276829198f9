package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// TestCells fits tables with cells that people get wrong, and estimates rows by the formulas: what is read in a way
// that may surprise is said, and what cannot be read is refused.
func TestCells(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string { return write(t, filepath.Join(folder, name), text) }
	// both returns what a command prints and its messages, in single spaces.
	both := func(args ...string) (string, error) {
		var out bytes.Buffer
		err := Run(t.Context(), append([]string{"--cache", cacheDir}, args...), &out, &out)
		return strings.Join(strings.Fields(out.String()), " "), err
	}
	odd := file("odd.csv", "y,x,c\n1,1,red\n2,3,red\n3,2,blue\n9,\"2,5\",blue\n8,4,green\n7,4,red\n")
	const note = `column "x" has categories, since "2,5" in row 4 is not a number, ` +
		`though 6 of its 6 values look like numbers`
	sweep := file("odd.yaml", "data: ["+odd+"]\ntargets: [y]\nprograms: [AVGERR]\nfeatures: 1\noutput: "+
		filepath.Join(folder, "out")+"\n")
	for _, args := range [][]string{
		{"regress", odd, "--target", "y", "--features", "1"},
		{"regress", "curve", odd, "--target", "y", "--features", "1"}, {"sweep", sweep},
	} {
		if out, err := both(args...); err != nil || !strings.Contains(out, note) {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
	}
	for text, want := range map[string]string{
		"y,gr\xf6\xdfe\n1,2\n2,3\n": `"gr\xf6\xdfe" of a column is not UTF-8; want UTF-8: iconv -f WINDOWS-1252 ` +
			`-t UTF-8`,
		"y,x\n1,2\n2,n/a\n":             `column "x", row 2: the value is missing`,
		"y,x\n,2\nNaN,3\n":              `no row has a target`,
		"\xff\xfey\x00,\x00x\x00\n\x00": "the file is in UTF-16",
	} {
		fails(t, 2, "regress --target y --features 1 "+file("bad.csv", text), want)
	}
	fit := func(text string) (path string) {
		return file("r.json", says(t, "regress --target y --features 1 --json "+file("old.csv", text)))
	}
	estimates := func(result, text string) (string, error) {
		return both("regress", "predict", result, file("new.csv", text))
	}
	far := "y,x\n1,-20\n1,-15\n9,0.9982273516411455\n9,20\n"
	if out, err := estimates(fit(far), far); err != nil || out != "estimate,y,error 1,1,0 1,1,0 9,9,0 9,9,0" {
		t.Errorf("%v\n%s", err, out)
	}
	colors := fit("y,c\n1,red\n2,red\n1,red\n9,blue\n1,green\n")
	out, err := estimates(colors, "c,y\nblue,NA\npurple,\npink,3\n")
	if want := `column "c", row 2: the formula was not fitted to "purple"`; err != nil ||
		strings.Count(out, want) != 1 || !strings.Contains(out, "estimate,y,error 9,, 1,, 1,3,2") {
		t.Errorf("%v\n%s", err, out)
	}
	if out, err := estimates(colors, "c\nblue\ngreen\n"); err != nil || out != "estimate,y,error 9,, 1,," {
		t.Errorf("%v\n%s", err, out)
	}
	flags := fit("y,f\n1,0\n9,1\n")
	if _, err := estimates(flags, "f\n1\n2\n"); ExitCode(err) != 2 ||
		!strings.Contains(err.Error(), `"f", row 2: "2" is neither 0 nor 1`) {
		t.Error(err)
	}
}
