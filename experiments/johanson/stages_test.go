package johanson

import (
	"bytes"
	"errors"
	"strconv"
	"testing"

	"feltlab/experiments/experimentstest"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/store/storetest"
	"feltlab/pipeline/worstcase"
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

// TestStages holds small relatives of what is stored: two of 1,755 flops, one iteration over two
// buckets where a strategy is learnt, and an opponent that calls in place of what was learnt.
func TestStages(t *testing.T) {
	env, _ := experimentstest.Env(t)
	const flops = 2
	caller, _ := strategy.Trivial("always-call")
	r := must.Get(worstcase.BestResponse(t.Context(), caller, "", worstcase.Options{Flops: flops, Seed: agentSeed,
		ByRound: true}))(t)
	judged := must.Get(r.Judge("strength-5"))(t)
	var learnt bytes.Buffer
	trained := &agent{Buckets: "halves", find: lookUpHalves, judge: &worstcase.Options{Flops: flops}}
	table, _, err := trained.trained(t.Context(), env, 1)
	must.Do(t, errors.Join(err, strategy.Write(&learnt, table)))
	g := game.Leduc()
	row := &leducRow{Player1: "[JQK]", Player2: "real", Unique: true}
	start := must.Get(startLeduc(t.Context(), g, row, 0, 0))(t)
	row.take(0, start)
	agentLoss := must.Get((&number{agent: trained, iterations: 1}).spec())(t)
	storetest.Stages(t,
		storetest.Output{Spec: trained.trainingSpec(1), Value: learnt.Bytes()},
		storetest.Output{Spec: agentLoss, Value: judged},
		storetest.Output{Spec: trivialSpec(), Value: judged},
		storetest.Output{Spec: leducSpec(), Value: row},
	)
}
