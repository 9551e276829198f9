package fit

import (
	"math/rand/v2"
	"testing"
	"time"

	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/model/weights"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store/storetest"
)

// TestStages compares the stored bytes of answers on a random instance.
func TestStages(t *testing.T) {
	task := question.Question{Subject: question.MustSubject("AA", "ATC"), Engine: question.Auto, TimeLimit: time.Hour}
	spec := must.Get(NewInstances(nil, 1).Spec(task))(t)
	inst := small(rand.New(rand.NewPCG(1, 0)), 40, 6)
	var solved []*question.Answer
	for _, task.Program = range []regression.Program{
		{Kind: regression.AvgErr, N: 2}, {Kind: regression.MaxErr, N: 2},
		{Kind: regression.FeatAvgErr, E: 0.22}, {Kind: regression.FeatMaxErr, E: 0.45},
	} {
		for _, task.Weights = range []weights.Weights{"", "step 10"} {
			own := must.Get(task.Weighted(inst))(t)
			r := must.Get(Solve(t.Context(), own, task, Options{Workers: 1}))(t)
			r.Seconds = 0
			solved = append(solved, r)
		}
	}
	storetest.Stages(t, storetest.Output{Spec: spec, Value: solved})
}
