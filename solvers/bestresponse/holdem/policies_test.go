package holdem

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"feltlab/dataset/eval"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// ranked is a bucketing for tests: the class before the flop, and afterwards the share of
// hands that are now weaker.
type ranked struct{ n int }

func (r ranked) Name() string { return "ranked" + strconv.Itoa(r.n) }
func (r ranked) Len(round int) int {
	if round == preflop {
		return cards.NumClasses
	}
	return r.n
}
func (ranked) Label(_, bucket int) string { return strconv.Itoa(bucket) }

func (r ranked) Of(round int, board game.Board, of []int32) {
	if round == preflop {
		for h := range of {
			of[h] = int32(cards.Combo(h).Class())
		}
		return
	}
	var weaker [eval.NumStrengths + 2]int32
	set := board.Set()
	onBoard := eval.HandOf(set)
	for h := range of {
		of[h] = strategy.Blocked
		if cards.Combo(h).Set()&set == 0 {
			of[h] = int32(onBoard.Merge(eval.HandOfCombo(cards.Combo(h))).Strength())
			weaker[of[h]+1]++
		}
	}
	for s := range weaker[1:] {
		weaker[s+1] += weaker[s]
	}
	live := weaker[len(weaker)-1]
	for h, s := range of {
		if s != strategy.Blocked {
			of[h] = weaker[s] * int32(r.n) / live
		}
	}
}

// random returns a table whose rows are random, zeros among them. Play says which actions it
// may contain: nil for all.
func random(t testing.TB, seed uint64, buckets int, play func(n *game.Node, a game.Action) bool) *strategy.Table {
	t.Helper()
	t.Log("seed", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	g := game.LimitHoldem()
	b := ranked{buckets}
	table := strategy.NewTable(g, [2]strategy.Bucketing{b, b})
	for id, n := range g.Root().Decisions() {
		for bucket := range b.Len(n.Round) {
			row := table.Row(id, bucket)
			sum := 0.0
			for i := range row {
				row[i] = max(0, rng.Float64()-0.2)
				if play != nil && !play(n, n.Actions[i]) {
					row[i] = 0
				}
				sum += row[i]
			}
			for i := range row {
				if sum == 0 && n.Actions[i] == game.Call {
					row[i] = 1
				} else if sum > 0 {
					row[i] /= sum
				}
			}
		}
	}
	return table
}

// plain hides that a policy is a table.
type plain struct{ game.Policy }
