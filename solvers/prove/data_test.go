package prove_test

import (
	"math"
	"testing"

	"feltlab/dataset/data"
	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
	"feltlab/solvers/prove"
)

func table(t testing.TB, name, target string) *regression.Instance {
	t.Helper()
	d := must.Get(data.Read("../../examples/"+name+".csv.gz", data.Options{Target: target}))(t)
	in := regression.OfRows(d.ExactRows(), regression.NumberedColumns(len(d.Columns)))
	in.Rules = d.Rules
	return in
}

// TestDataAgainstBruteForce proves the least errors of one and two columns of real tables, and fits all pairs.
func TestDataAgainstBruteForce(t *testing.T) {
	againstAllPairs(t, "mammo", "Malignant")
	againstAllPairs(t, "breastcancer", "Benign")
}

func againstAllPairs(t *testing.T, name, target string) {
	inst := table(t, name, target)
	s := must.Get(prove.NewProblem(inst))(t)
	for kind, loss := range []proof.Loss{regression.AvgErr: proof.Average, regression.MaxErr: proof.Largest} {
		p := must.Get(lad.New(inst, loss))(t)
		stack, least := p.NewStack(), [3]float64{1, 1, 1}
		for j := 1; j <= p.Columns(); j++ {
			must.Do(t, stack.Reset([]int{j}, nil))
			least[1] = min(least[1], stack.Error())
			for k := j + 1; k <= p.Columns(); k++ {
				must.Do(t, stack.Push(k))
				least[2] = min(least[2], stack.Error())
				stack.Pop()
			}
		}
		least[2] = min(least[2], least[1])
		for n := 1; n <= 2; n++ {
			program := regression.Program{Kind: regression.Kind(kind), N: n}
			r, full, err := prove.Make(t.Context(), s, program, nil, prove.Options{})
			if err != nil || !r.Proved || full == nil {
				t.Fatal(name, program, r, err)
			}
			if math.Abs(r.Incumbent.Error-least[n]) > prove.Tolerance || full.Cutoff > least[n]+1e-12 ||
				full.Cutoff < least[n]-prove.Tolerance {
				t.Errorf("%s, %v: %v, proved %v, enumeration %v", name, program, r.Incumbent.Error, full.Cutoff,
					least[n])
			}
			if err := s.Exact.Check(t.Context(), full, nil); err != nil {
				t.Errorf("%s, %v: %v", name, program, err)
			}
		}
	}
}
