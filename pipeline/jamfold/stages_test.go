package jamfold

import (
	"fmt"
	"slices"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/game"
	"feltlab/model/ranges"
	"feltlab/model/tournament"
	"feltlab/pipeline/store"
	"feltlab/pipeline/store/storetest"
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
