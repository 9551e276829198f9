package question_test

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"feltlab/dataset/data"
	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// TestOutcomes compares AUC, rates and cuts with their definitions, row by row.
func TestOutcomes(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	for range 30 {
		table := &data.Table{Low: 0, High: proof.One, Rows: make([]data.Row, 3+r.IntN(20))}
		for i := range table.Rows {
			table.Rows[i] = data.Row{Columns: proof.Words(uint64(r.IntN(6))), Target: proof.Decimal(i%2) * proof.One,
				Weight: 1 + int64(r.IntN(3))}
			table.Weight += table.Rows[i].Weight
		}
		score := func(v proof.Vector) float64 { return float64(v.Word(0) % 4) }
		o := question.OutcomesOf(table, score)
		pairs, won, positive := 0.0, 0.0, 0.0
		for _, a := range table.Rows {
			if a.Target != 0 {
				positive += float64(a.Weight)
			}
			for _, b := range table.Rows {
				if a.Target != 0 && b.Target == 0 {
					w := float64(a.Weight * b.Weight)
					if pairs += w; score(a.Columns) > score(b.Columns) {
						won += w
					} else if score(a.Columns) == score(b.Columns) {
						won += w / 2
					}
				}
			}
		}
		near := func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }
		if !near(o.AUC, won/pairs) || !near(o.BaseRate, positive/float64(table.Weight)) || !question.TwoValues(table) {
			t.Fatalf("%+v, want AUC %v", o, won/pairs)
		}
		for _, at := range o.Scores {
			var rows, high, found, rejected float64
			for _, a := range table.Rows {
				w, s := float64(a.Weight), score(a.Columns)
				if s == at.Score {
					rows += w
				}
				if s == at.Score && a.Target != 0 {
					high += w
				}
				if s >= at.Score && a.Target != 0 {
					found += w
				}
				if s < at.Score && a.Target == 0 {
					rejected += w
				}
			}
			if at.Rows != int64(rows) || !near(at.Rate, high/rows) || !near(at.Sensitivity, found/positive) ||
				!near(at.Specificity, rejected/(float64(table.Weight)-positive)) {
				t.Fatalf("%+v", at)
			}
		}
		if last := o.Scores[len(o.Scores)-1]; last.Sensitivity != 1 || last.Specificity != 0 {
			t.Fatalf("%+v", last)
		}
	}
}

// TestTwins lists columns that repeat others.
func TestTwins(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	must.Do(t, os.WriteFile(path, []byte("y,a,b,c,one,d\n1,1,0,1,x,4\n2,0,1,0,x,3\n3,1,0,1,x,4\n"), 0o666))
	tab := must.Get(data.Read(path, data.Options{Target: "y"}))(t)
	got := question.TwinsOf(tab)
	want := regression.Twins{Constant: []string{"one = x"}, Duplicates: [][2]string{{"c", "a"}, {"d >= 4", "a"}},
		Complements: [][2]string{{"b", "a"}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
