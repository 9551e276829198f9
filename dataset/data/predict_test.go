package data

import (
	"math"
	"strings"
	"testing"
)

func TestPredict(t *testing.T) {
	f := Formula{Intercept: 10, Terms: []Term{{"Age >= 45", 1}, {"color = red", 2}, {"flag", 4}, {"Age is missing", 8},
		{"a >= b", 16}, {"x >= 1 >= 2", 32}}}
	const text = "y,Age,color,flag,a >= b,x >= 1\n1,45,red,0,0,1\n,44.5,blue,true,1,2\n"
	path := write(t, "new.csv", text+"3,?,red,1,0,5\n")
	f.Missing = true
	var got []float64
	var cells []string
	collect := func(estimate float64, cell string) error {
		got, cells = append(got, estimate), append(cells, cell)
		return nil
	}
	check(t, Predict(path, f, "y", collect))
	for i, want := range []float64{10 + 1 + 2, 10 + 4 + 16 + 32, 10 + 2 + 4 + 8 + 32} {
		if math.Abs(got[i]-want) > 1e-12 {
			t.Errorf("row %d: %v, want %v", i+1, got[i], want)
		}
	}
	if strings.Join(cells, ";") != "1;;3" {
		t.Error(cells)
	}
	f.Missing = false
	for content, want := range map[string]string{
		text + "3,?,red,1,0,5\n":   `column "Age", row 3: the value is missing`,
		text + "3,old,red,1,0,5\n": `column "Age", row 3: "old" is not a number`,
		"y,Age\n1,2\n":             `the formula needs a column for "color = red"`,
	} {
		if err := Predict(write(t, "bad.csv", content), f, "y", collect); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
