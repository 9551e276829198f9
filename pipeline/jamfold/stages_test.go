package jamfold

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"feltlab/dataset/allin"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/ranges"
	"feltlab/model/tournament"
	"feltlab/pipeline/store"
	"feltlab/pipeline/store/storetest"
	"feltlab/solvers/jamfold"
)

// holdStages holds the stored outputs of the small tournament (first round, solution, certificate) and of a chart.
func holdStages(t *testing.T, lab *Lab, c *Config, solved *Solved) {
	t.Helper()
	first, err := lab.round(c, solved.Game, 1)
	if err != nil || first == nil {
		t.Fatalf("no first round in the store: %v", err)
	}
	stacks := []int{4 * chartBlind}
	chart := must.Get(lab.chart(t.Context(), stacks, 0))(t)
	// In place of Leduc's value a number that takes no time.
	kuhn := must.Get(SolveExactly(t.Context(), game.Kuhn(), 0.1))(t)
	table := must.Get(lab.solveTable(t.Context(), smallTable()))(t)
	hand := must.Get(ranges.ParseHand("K8o"))(t)
	asked := smallTable()
	asked.From = tournament.Decision{Seat: 1}
	changes := must.Get(lab.Changes(t.Context(), &Decided{TableSolution: table, Question: asked}, hand.Class))(t)
	further := smallTable()
	further.Future = 1
	values, _, err := lab.Future(t.Context(), further)
	must.Do(t, err)
	f := &future{Lab: lab, unit: further.Pool()}
	one := must.Get(f.handValue(t.Context(), &further.Table, nil))(t)
	holdInputs(t, c, further)
	spot := &Spot{At: asked.From, Class: hand.Class}
	reviewed := (&Lab{Store: lab.Store, triples: lab.triples, passing: true})
	answer := must.Get(reviewed.solveSpot(t.Context(), smallTable(), spot))(t)
	played := solved.Game.Played()[0]
	rows := must.Get(solved.Decisions(played))(t)
	decisions := fmt.Sprint(rows) // gob and JSON have trouble with NaN
	storetest.Stages(t, append(allInOutputs(t),
		storetest.Output{Spec: valueSpec(game.Leduc()), Value: kuhn.Value},
		storetest.Output{Spec: smallTable().spec(), Value: table},
		storetest.Output{Spec: changeSpec(asked, hand.Class), Value: changes},
		storetest.Output{Spec: reviewSpec(smallTable(), spot), Value: answer},
		storetest.Output{Spec: futureSpec(further), Value: values},
		storetest.Output{Spec: f.handSpec(&further.Table), Value: one},
		storetest.Output{Spec: chartSpec(stacks, 0), Value: chart},
		storetest.Output{Spec: c.roundSpec(1), Value: pack(first)},
		storetest.Output{Spec: c.solutionSpec(), Value: pack(solved.Snapshot)},
		storetest.Output{Spec: c.certificateSpec(), Value: solved.Certificate},
		storetest.Output{Spec: c.decisionsSpec(), Value: decisions},
	)...)
}

// holdInputs demands that keys cover the artifacts that stages read.
func holdInputs(t *testing.T, c *Config, q *TableQuestion) {
	t.Helper()
	first := (&future{seed: q.Seed, product: q.Product}).handSpec(&q.Table)
	for _, stage := range []struct{ of, reads store.Spec }{
		{chartSpec([]int{1}, 0), pairsSpec},
		{c.solutionSpec(), triplesSpec}, {c.roundSpec(1), triplesSpec}, {c.certificateSpec(), triplesSpec},
		{c.certificateSpec(), c.solutionSpec()}, {c.decisionsSpec(), c.certificateSpec()},
		{q.spec(), pairsSpec}, {q.spec(), triplesSpec}, {q.spec(), futureSpec(q)}, {futureSpec(q), first},
		{first, pairsSpec}, {first, triplesSpec}, {changeSpec(q, 0), q.spec()}, {reviewSpec(q, &Spot{}), q.spec()},
	} {
		if !slices.Contains(stage.of.Inputs, inputs(stage.reads)[0]) {
			t.Errorf("the key of %q does not cover %q", stage.of.Stage, stage.reads.Stage)
		}
	}
}

// TestDampingKeys: only rounds that do not depend on damping share a key, and keys of runs without damping stay.
func TestDampingKeys(t *testing.T) {
	plain := must.Get(Preset("default"))(t)
	damped := plain
	damped.Damping = 0.5
	for round, same := range map[int]bool{1: true, jamfold.UndampedRounds: true, jamfold.UndampedRounds + 1: false} {
		a := must.Get(plain.roundSpec(round).Key())(t)
		b := must.Get(damped.roundSpec(round).Key())(t)
		if (a == b) != same {
			t.Errorf("round %d with damping has key %v, without %v", round, b, a)
		}
	}
	a, errA := plain.solutionSpec().Key()
	b, errB := damped.solutionSpec().Key()
	if errA != nil || errB != nil || a == b {
		t.Errorf("solutions: %v and %v, %v, %v", a, b, errA, errB)
	}
	for _, bad := range []float64{-0.1, 1, 2} {
		damped.Damping = bad
		if err := damped.Check(); !errors.Is(err, jamfold.ErrOptions) {
			t.Errorf("damping %v: %v", bad, err)
		}
	}
}

var countedPairs = sync.OnceValue(allin.Pairs)

// allInOutputs are all pairs, and some of the triples; the bytes of a table of triples are held where
// they are written.
func allInOutputs(t *testing.T) []storetest.Output {
	t.Helper()
	pairs := append([]byte("feltpair"), 1, 0, 0, 0)
	pairs = binary.LittleEndian.AppendUint32(pairs, 3*cards.NumClasses*cards.NumClasses)
	for a := range cards.Class(cards.NumClasses) {
		for b := range cards.Class(cards.NumClasses) {
			c := countedPairs().Counts(a, b)
			for _, n := range []uint64{c.Wins, c.Ties, c.Losses} {
				pairs = binary.LittleEndian.AppendUint32(pairs, uint32(n))
			}
		}
	}
	sum := sha256.Sum256(pairs)
	var triples []allin.Counts
	for _, names := range [][3]string{{"AA", "KK", "QQ"}, {"T9s", "AKs", "AKo"}, {"54o", "54o", "72s"}} {
		var hands [3]cards.Class
		for i, name := range names {
			hands[i] = must.Get(cards.ParseClass(name))(t)
		}
		triples = append(triples, must.Get(allin.Triple(t.Context(), hands[0], hands[1], hands[2]))(t))
	}
	return []storetest.Output{{Spec: pairsSpec, Value: append(pairs, sum[:]...)}, {Spec: triplesSpec, Value: triples}}
}
