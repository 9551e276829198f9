package report

import (
	"testing"

	"feltlab/internal/must"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store/storetest"
	"feltlab/solvers/lad"
)

// TestStages holds parts of a page that the cache keeps to their version.
func TestStages(t *testing.T) {
	_, m := filled(t)
	spec := must.Get(partSpec("always true", []string{"AA"}, question.MustSubject("AA", "RUS")))(t)
	rounds := must.Get(roundFormulas(m.Instance(), lad.Average, []rounded{{Step: 5, Features: []int{1, 54}}}))(t)
	storetest.Stages(t, storetest.Output{Spec: spec, Value: struct {
		Always []int
		Rounds []rounded
	}{alwaysTrue(m.Hand.Combo), rounds}})
}
