package fit

import (
	"errors"
	"math"
	"testing"
	"time"

	"feltlab/dataset/matrix"
	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
	"feltlab/pipeline/store/storetest"
)

// few returns a fortieth of the flops of a hand against RUS.
func few(t *testing.T, hand string) *regression.Instance {
	t.Helper()
	m := matrixtest.Of(t, hand, "RUS")
	all, inst := m.Instance(), &regression.Instance{Columns: matrix.Columns(nil)}
	inst.Source, inst.Rows = m.Labels()
	for i := 0; i < len(all.Features); i += 40 {
		inst.Features = append(inst.Features, all.Features[i])
		inst.Target = append(inst.Target, all.Target[i])
		inst.Weight = append(inst.Weight, all.Weight[i])
		inst.Ratios = append(inst.Ratios, all.Ratios[i])
	}
	return inst
}

// TestShared checks on real hands that sharing costs, whole weights cost more, that all hands
// use the same words, and that the means are right.
func TestShared(t *testing.T) {
	var insts []*regression.Instance
	for _, hand := range []string{"AA", "KK"} {
		insts = append(insts, few(t, hand))
	}
	for _, task := range []SharedQuestion{
		{Kind: regression.AvgErr, MaxFeatures: 4, Step: 5, Seed: 1}, {Kind: regression.MaxErr, MaxFeatures: 3},
	} {
		improved := math.Inf(1)
		task.Improved = func(mean float64) { improved = mean }
		for _, hand := range []string{"AA", "KK"} {
			task.Subjects = append(task.Subjects, question.MustSubject(hand, "RUS"))
		}
		r := must.Get(Shared(t.Context(), insts, task))(t)
		words := map[int]bool{}
		for _, w := range r.Features {
			words[w.ID] = true
		}
		if len(words) > task.MaxFeatures {
			t.Errorf("%d words", len(words))
		}
		shared, own := 0.0, 0.0
		for h, hand := range r.Hands {
			errs, err := insts[h].Evaluate(hand.Shared.Formula())
			if err != nil || math.Abs(errs.Average-hand.Shared.AverageError) > 1e-12 ||
				math.Abs(errs.Max-hand.Shared.MaxError) > 1e-12 {
				t.Errorf("%s: %+v, %v, want %v", hand.Hand, hand.Shared, err, errs)
			}
			if hand.Cost < -1e-9 {
				t.Errorf("%s: sharing gains %v", hand.Hand, -hand.Cost)
			}
			for _, w := range hand.Shared.Features {
				if !words[w.ID] {
					t.Errorf("%s uses F%d, which is not shared", hand.Hand, w.ID)
				}
			}
			if task.Step != 0 && hand.Whole.Objective(task.Kind) < hand.Shared.Objective(task.Kind)-1e-9 {
				t.Errorf("%s: whole weights are better than free ones", hand.Hand)
			}
			shared += hand.Shared.Objective(task.Kind) / 2
			own += hand.Own.Objective(task.Kind) / 2
		}
		if math.Abs(r.MeanError-shared) > 1e-12 || math.Abs(r.OwnError-own) > 1e-12 ||
			math.Abs(improved-shared) > 1e-9 {
			t.Errorf("means %v and %v, last improvement %v; want %v and %v", r.MeanError, r.OwnError, improved,
				shared, own)
		}
	}
}

// TestSharedKnown keeps new formulas and starts from proved ones.
func TestSharedKnown(t *testing.T) {
	store := must.Get(store.Open(t.TempDir(), nil))(t)
	must.Do(t, storetest.Fill(store))
	base, instances := ledger.Of(store), NewInstances(store, 2)
	inst := must.Get(instances.Get(t.Context(), question.MustSubject("AA", "RUS")))(t)
	task := SharedQuestion{Subjects: []question.Subject{question.MustSubject("AA", "RUS")}, Kind: regression.AvgErr,
		MaxFeatures: 2, Solver: &Solver{base, instances}}
	q := question.Question{
		Subject: question.MustSubject("AA", "RUS"), Program: regression.Program{Kind: task.Kind,
			N: task.MaxFeatures}, Engine: question.Auto, TimeLimit: time.Minute,
	}
	ask := func() *SharedAnswer {
		return must.Get(Shared(t.Context(), []*regression.Instance{inst}, task))(t)
	}
	first := ask()
	r, _, err := base.Lookup(q)
	if err != nil || r == nil || float64(r.AverageError) != first.OwnError || first.LowerBound != 0 {
		t.Errorf("known is %+v, %v, of %+v", r, err, first)
	}
	proved, _, err := task.Solver.Answer(t.Context(), q, false, Options{Workers: 2})
	if err != nil || proved.Status != question.Optimal {
		t.Fatalf("%+v, %v", proved, err)
	}
	if again := ask(); again.LowerBound != float64(proved.LowerBound) || again.OwnError-again.LowerBound > 1e-6 {
		t.Errorf("%+v, proved %+v", again, proved)
	}
}

func TestSharedErrors(t *testing.T) {
	for _, task := range []SharedQuestion{
		{Kind: regression.FeatMaxErr, MaxFeatures: 3}, {Kind: regression.AvgErr}, {Kind: regression.AvgErr,
			MaxFeatures: 74},
		{Kind: regression.AvgErr, MaxFeatures: 3, Step: 3},
	} {
		if err := task.Validate(); !errors.Is(err, question.ErrQuestion) {
			t.Errorf("%+v: %v", task, err)
		}
	}
}
