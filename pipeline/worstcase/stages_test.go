package worstcase

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"feltlab/dataset/buckets"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/store"
	"feltlab/pipeline/store/storetest"
	"feltlab/solvers/limitholdem"
	"feltlab/solvers/limitholdem/training"
)

// halves puts hands into two buckets, by their higher card.
type halves struct{}

func (halves) Name() string               { return "halves" }
func (halves) Len(int) int                { return 2 }
func (halves) Label(_, bucket int) string { return strconv.Itoa(bucket) }
func (halves) Of(_ int, _ game.Board, of []int32) {
	for h := range of {
		_, high := cards.Combo(h).Cards()
		of[h] = int32(high.Rank()) / 11
	}
}

// learner is a training over two buckets.
func learner(t *testing.T, s *store.Store) *Training {
	t.Helper()
	o := training.Options{Buckets: [2]strategy.Bucketing{halves{}, halves{}}, Boards: 1, Seed: 1}
	return &Training{Store: s, Solver: must.Get(training.New(game.LimitHoldem(), o))(t)}
}

// TestKeysCoverBucketings: strategies know bucketings by name alone, so that all keys have their version.
func TestKeysCoverBucketings(t *testing.T) {
	solver := must.Get(limitholdem.New(named(t, "always-fold"), limitholdem.Options{}))(t)
	item := (&Options{}).computation(solver, bestResponses, "").spec(limitholdem.Task{})
	state := must.Get(learner(t, nil).spec(1))(t)
	point := must.Get(learner(t, nil).pointSpec(1, "average", &Evaluation{}))(t)
	own := point.Config.(map[string]any)
	for _, v := range []string{version, item.Version, state.Version, fmt.Sprint(own["trained"]),
		fmt.Sprint(own["items"])} {
		if _, of, _ := strings.Cut(v, "."); of != strings.TrimPrefix(builtVersion, ".") {
			t.Errorf("version %q is not of the bucketings %q", v, builtVersion)
		}
	}
}

// TestTraining resumes from the newest state that is not too new, and keeps that only.
func TestTraining(t *testing.T) {
	s := cache(t)
	first := learner(t, s)
	for n := 1; n <= 2; n++ {
		first.Hours = float64(n)
		must.Do(t, errors.Join(first.Resume(0), first.Solver.Run(t.Context(), n, nil), first.Save(), first.Save()))
	}
	must.Equal(t, len(must.Get(s.List())(t)), 1)
	for most, want := range map[int]int{1: 0, 2: 2, 9: 2} {
		next := learner(t, s)
		if err := next.Resume(most); err != nil || next.Solver.Iterations() != want || next.Hours != float64(want) {
			t.Errorf("at most %d: %d iterations, %v hours, %v", most, next.Solver.Iterations(), next.Hours, err)
		}
	}
}

// TestStages holds small outputs of each stage: bucketings of a few boards, and of one bucket before the flop and on
// the river, which need all boards; an item against an opponent that folds; the state of a training before iteration 1;
// all percentiles.
func TestStages(t *testing.T) {
	var all []string
	var last buckets.Spec
	for _, name := range []string{"kmeans-emd:1-7-8-1", "kmeans-emd:5-3-3-1:seed=4", "kmeans-emd:1-1-1-5"} {
		spec := must.Get(buckets.Parse(name))(t)
		b := must.Get(buckets.Build(t.Context(), spec, buckets.Options{Boards: 2}))(t)
		var out bytes.Buffer
		must.Do(t, b.Encode(&out))
		all, last = append(all, fmt.Sprintf("%s %x", name, out.Bytes())), spec
	}
	fold := named(t, "always-fold")
	solver := must.Get(limitholdem.New(fold, limitholdem.Options{}))(t)
	item := must.Get(solver.Flop(t.Context(), 3, 1))(t)
	content := must.Get(encode(item))(t)
	before := learner(t, nil)
	var state bytes.Buffer
	must.Do(t, before.Solver.Save(&state))
	stateSpec := must.Get(before.spec(0))(t)
	evaluation := Evaluation{Options: Options{Flops: 2, Turns: 1, Rivers: 1, Seed: 1}, Gap: 2}
	pointSpec := must.Get(before.pointSpec(0, "average", &evaluation))(t)
	average := before.Solver.Result().Strategy
	point := must.Get(learner(t, cache(t)).Point(t.Context(), average, "average", evaluation))(t)
	ranks := sha256.New() // of 48 MB
	must.Do(t, buckets.ComputePercentiles().Encode(ranks))
	storetest.Stages(t,
		storetest.Output{Spec: bucketingSpec(last), Value: all},
		storetest.Output{
			Spec:  (&Options{}).computation(solver, bestResponses, "fold").spec(limitholdem.Task{Flop: 3, Seat: 1}),
			Value: content,
		},
		storetest.Output{Spec: stateSpec, Value: state.Bytes()},
		storetest.Output{Spec: pointSpec, Value: point},
		storetest.Output{Spec: percentilesSpec, Value: ranks.Sum(nil)},
	)
}
