package johanson

import (
	"bytes"
	"testing"

	"feltlab/experiments/published"
	"feltlab/experiments/reproduce/reproducetest"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/artifact/artifacttest"
	"feltlab/pipeline/worstcase"
)

// TestStages holds small relatives of what is stored: two of 1,755 flops, Leduc in place of limit
// hold'em where a strategy is learnt, and an opponent that calls in place of what was learnt.
func TestStages(t *testing.T) {
	env, _ := reproducetest.Env(t)
	const flops = 2
	caller, _ := strategy.Named("always-call")
	r, err := worstcase.Run(t.Context(), caller, "", worstcase.Options{Flops: flops, Seed: curveSeed, ByRound: true})
	if err != nil {
		t.Fatal(err)
	}
	judged, err := abstractionRowOf(r)
	if err != nil {
		t.Fatal(err)
	}
	g := game.Leduc()
	ranks, err := strategy.BucketingOf(g, "real")
	if err != nil {
		t.Fatal(err)
	}
	var learnt bytes.Buffer
	if err := train(t.Context(), env, &learnt, g, ranks, 20); err != nil {
		t.Fatal(err)
	}
	row := &leducRow{Player1: "[JQK]", Player2: "real", Unique: true}
	start, err := startLeduc(t.Context(), g, row, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	row.take(0, start)
	exploitability, err := exploitabilitySpec("strength-5")
	if err != nil {
		t.Fatal(err)
	}
	artifacttest.Stages(t,
		artifacttest.Output{Spec: trivialSpec(), Value: trivialRowOf(published.TrivialOpponent{Opponent: "always-call"}, r)},
		artifacttest.Output{Spec: exploitability, Value: judged},
		artifacttest.Output{Spec: strategySpec("strength-5"), Value: learnt.Bytes()},
		artifacttest.Output{Spec: leducSpec(), Value: row},
	)
}
