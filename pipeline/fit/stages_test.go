package fit

import (
	"math/rand/v2"
	"testing"
	"time"

	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store/storetest"
	"feltlab/solvers/highs"
)

// TestStages compares the stored bytes of answers on a random instance. Where HiGHS is missing, the
// status of multiples of a step is another.
func TestStages(t *testing.T) {
	if !highs.Available() {
		t.Skip("needs HiGHS")
	}
	task := question.Question{Subject: question.MustSubject("AA", "ATC"), Engine: question.Auto, TimeLimit: time.Hour,
		Steps: []int{10}}
	spec, err := NewInstances(nil, 1).Spec(task)
	if err != nil {
		t.Fatal(err)
	}
	inst := small(rand.New(rand.NewPCG(1, 0)), 40, 6)
	var solved []*question.Answer
	for _, task.Program = range []regression.Program{
		{Kind: regression.AvgErr, N: 2}, {Kind: regression.MaxErr, N: 2}, {Kind: regression.FeatAvgErr,
			E: 0.22}, {Kind: regression.FeatMaxErr, E: 0.45},
	} {
		r, err := Solve(t.Context(), inst, task, Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		r.Seconds = 0
		for i := range r.Integers {
			r.Integers[i].Seconds = 0
			r.Integers[i].Solver = nil // by its word, and with its version
		}
		solved = append(solved, r)
	}
	storetest.Stages(t,
		storetest.Output{Spec: spec, Value: solved},
	)
}
