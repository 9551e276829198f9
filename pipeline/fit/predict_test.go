package fit

import (
	"math"
	"strings"
	"testing"

	"feltlab/dataset/data"
	"feltlab/internal/must"
)

func TestPredict(t *testing.T) {
	f := Formula{Intercept: 10, Terms: []Term{{Name: "Age >= 45", Weight: 1}, {Name: "color = red", Weight: 2},
		{Name: "flag", Weight: 4}, {Name: "Age is missing", Weight: 8},
		{Name: "a >= b", Weight: 16}, {Name: "x >= 1 >= 2", Weight: 32}}}
	const text = "y,Age,color,flag,a >= b,x >= 1\n1,45,red,0,0,1\n,44.5,blue,true,1,2\n"
	path := writeLines(t, text+"3,?,red,1,0,5\n")
	f.Missing = true
	var got []float64
	var cells []string
	collect := func(estimate float64, row []string) error {
		got, cells = append(got, estimate), append(cells, row...)
		return nil
	}
	predict := func(path string, f Formula) error {
		_, err := Predict(path, f, "y", nil, collect)
		return err
	}
	must.Do(t, predict(path, f))
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
		text + "3,7,red,2,0,5\n": `column "flag", row 3: "2" is neither 0 nor 1, ` +
			`and the formula was fitted to these alone`,
		text + "3,7,red,0.5,0,5\n": `column "flag", row 3: "0.5" is neither 0 nor 1`,
		"y,Age\n1,2\n":             `the formula needs a column for "color = red"`,
	} {
		must.Fail(t, predict(writeLines(t, content), f), want)
	}
}

// TestPredictProduct applies a product of two yes/no columns whose category reads as a product itself.
func TestPredictProduct(t *testing.T) {
	f := Formula{Intercept: 1, Terms: []Term{{Name: "age >= 20 and kind = c and d", Weight: 2,
		Parts: []string{"age >= 20", "kind = c and d"}}}}
	got := ""
	must.Get(Predict(writeLines(t, "age,kind", "20,c and d", "19,c and d", "30,c", "40,c and d"), f, "y", nil,
		func(x float64, _ []string) error {
			got += data.NumberText(x) + " "
			return nil
		}))(t)
	must.Equal(t, got, "3 1 1 3 ", "estimates")
}

// TestPredictNews notes categories that the formula's table did not have, and takes words of the formula for missing
// values.
func TestPredictNews(t *testing.T) {
	f := Formula{Terms: []Term{{Name: "color = red", Weight: 1}, {Name: "color = blue", Weight: 2},
		{Name: "Age >= 3", Weight: 4}}, Missing: true, Words: data.Pandas,
		Columns: []string{"Age >= 3", "color = blue", "color = green", "color = red", "color is missing"}}
	path := writeLines(t, "y,Age,color\n1,3,red\nNA,2,green\n,n/a,None\n3,5,purple\n4,5,Red\n")
	var got, cells []string
	notes := must.Get(Predict(path, f, "y", nil, func(estimate float64, row []string) error {
		got, cells = append(got, data.NumberText(estimate)), append(cells, row...)
		return nil
	}))(t)
	if strings.Join(got, " ") != "5 0 0 4 4" || strings.Join(cells, ";") != "1;;;3;4" {
		t.Errorf("%q, targets %q", got, cells)
	}
	want := `column "color", row 4: the formula was not fitted to "purple"`
	if len(notes) != 1 || !strings.HasPrefix(notes[0], want) {
		t.Errorf("%q, want %s", notes, want)
	}
	f.Columns = nil
	notes, err := Predict(path, f, "y", nil, func(float64, []string) error { return nil })
	if err != nil || notes != nil {
		t.Errorf("%q, %v", notes, err)
	}
}
