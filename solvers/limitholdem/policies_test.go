package limitholdem

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"

	"feltlab/dataset/eval"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// ranked is a bucketing for tests: the class before the flop, and afterwards the share of hands that are now weaker.
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
	for n, bucket := range table.All() {
		fill(rng, n, table.Row(n.ID, bucket), play)
	}
	return table
}

// fill makes a random distribution; if all come out 0, the last action that may be played gets all.
func fill(rng *rand.Rand, n *game.Node, row []float64, play func(*game.Node, game.Action) bool) {
	sum, last := 0.0, 0
	for i, a := range n.Actions {
		row[i] = 0
		if play == nil || play(n, a) {
			row[i] = max(0, rng.Float64()-0.2)
			last = i
		}
		sum += row[i]
	}
	if sum == 0 {
		row[last], sum = 1, 1
	}
	for i := range row {
		row[i] /= sum
	}
}

// limps goes to the flop with a single bet only, so that 81 of 567 histories reach the river.
func limps(n *game.Node, a game.Action) bool {
	switch {
	case n.Round > preflop:
		return true
	case strings.Contains(n.History, "r"):
		return a == game.Fold
	}
	return a == game.Call
}

// constant makes all buckets of a table alike.
func constant(table *strategy.Table) *strategy.Table {
	for n, b := range table.All() {
		copy(table.Row(n.ID, b), table.Row(n.ID, 0))
	}
	return table
}

// plain hides that a policy is a table.
type plain struct{ game.Policy }

func solve(t testing.TB, p game.Policy, o Options) *Solver {
	t.Helper()
	return must.Get(New(p, o))(t)
}

// againstUniform meets the uniform policy.
var againstUniform = sync.OnceValues(func() (*Solver, error) { return New(strategy.Uniform{}, Options{}) })

func uniform(t testing.TB) *Solver {
	t.Helper()
	return must.Get(againstUniform())(t)
}

// flopOf returns the number of a flop.
func flopOf(t testing.TB, s *Solver, text string) int {
	t.Helper()
	flop := must.Get(cards.ParseFlop(text))(t)
	for i := range s.flops {
		for _, p := range s.flops[i].Orbit {
			if p.Suits.Set(s.flops[i].Dealt) == cards.SetOf(flop[:]...) {
				return i
			}
		}
	}
	t.Fatalf("no flop %s", text)
	return 0
}
