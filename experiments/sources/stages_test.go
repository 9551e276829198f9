package sources

import (
	"testing"

	"feltlab/internal/must"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/store/storetest"
	"feltlab/pipeline/worstcase"
)

// TestStages holds small relatives of what is stored: two of 1,755 flops, a row of one start, and a
// river.
func TestStages(t *testing.T) {
	const flops = 2
	caller, _ := strategy.Trivial("always-call")
	r := must.Get(worstcase.BestResponse(t.Context(), caller, "", worstcase.Options{Flops: flops, Seed: 1,
		ByRound: true}))(t)
	judged := must.Get(r.Judge("strength-5"))(t)
	g := game.Leduc()
	row := &leducRow{Player1: "[JQK]", Player2: "real", Unique: true}
	start := must.Get(startLeduc(t.Context(), g, row, 0, 0))(t)
	row.take(0, start)
	env, _ := emptyEnv(t)
	river := must.Get(solve(t.Context(), env, "akq", 0.001, 0))(t)
	storetest.Stages(t,
		storetest.Output{Spec: specOf("akq", 0.001, 0), Value: river},
		storetest.Output{Spec: trivialSpec(), Value: judged},
		storetest.Output{Spec: leducSpec(), Value: row},
	)
}
