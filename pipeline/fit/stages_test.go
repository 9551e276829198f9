package fit

import (
	"math/rand/v2"
	"testing"
	"time"

	"feltlab/dataset/equity"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store/storetest"
)

// TestStages holds what is stored: some flops of a matrix, and solves on an instance by chance in
// place of a hand's.
func TestStages(t *testing.T) {
	q := question.MustSubject("KTs", "JJ+,AKs")
	task := question.Question{Subject: question.MustSubject("AA", "ATC"), Engine: question.Auto, TimeLimit: time.Hour, Steps: []int{10}}
	spec, err := NewInstances(nil, 1).Spec(task)
	if err != nil {
		t.Fatal(err)
	}
	inst := small(rand.New(rand.NewPCG(1, 0)), 40, 6)
	var solved []*question.Answer
	for _, task.Program = range []regression.Program{
		{Kind: regression.AvgErr, N: 2}, {Kind: regression.MaxErr, N: 2}, {Kind: regression.FeatAvgErr, E: 0.22}, {Kind: regression.FeatMaxErr, E: 0.45},
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
		storetest.Output{Spec: MatrixSpec(q), Value: someFlops(t, q)},
		storetest.Output{Spec: spec, Value: solved},
	)
}

// someFlop is a row of a matrix.
type someFlop struct {
	Flop     string
	Features []int
	Counts   equity.Count
}

func someFlops(t *testing.T, s question.Subject) (rows []someFlop) {
	t.Helper()
	for _, name := range []string{"Jh9c7c", "AsQsJs", "KhKdTc", "2c3d4h"} {
		flop, err := cards.ParseFlop(name)
		if err != nil {
			t.Fatal(err)
		}
		counts, err := equity.Against(t.Context(), s.Hand.Combo, s.Range.Range, flop[:])
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, someFlop{name, features.Of(s.Hand.Combo, flop).IDs(), counts})
	}
	return rows
}
