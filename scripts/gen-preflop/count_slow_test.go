//go:build slow

package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"testing"

	"feltlab/dataset/eval"
	"feltlab/internal/must"
	"feltlab/model/cards"
)

const (
	boardCards  = 5
	handsOnDeal = 47 * 46 / 2 // hands that avoid a board
	disjoint    = 45 * 44 / 2 // of these, the ones that avoid one hand as well
)

// independent counts the outcome of one combo of every class without packages showdown and equity. A test holds package
// eval to the rules of poker on all hands.
func independent() [cards.NumClasses]outcome {
	var sum [cards.NumClasses]outcome
	for board, times := range canonicalBoards() {
		countBoard(board, times, &sum)
	}
	for k := range sum {
		size := uint64(cards.Class(k).Size())
		if sum[k].wins%size != 0 || sum[k].ties%size != 0 {
			panic(fmt.Sprintf("%v: totals are no multiple of %d combos", cards.Class(k), size))
		}
		sum[k].wins /= size
		sum[k].ties /= size
	}
	return sum
}

// canonicalBoards maps the least board of every orbit under the 24 renamings of suits to the size of its orbit.
func canonicalBoards() map[cards.Set]uint64 {
	orbits := make(map[cards.Set]uint64)
	var pick func(board cards.Set, from cards.Card, left int)
	pick = func(board cards.Set, from cards.Card, left int) {
		if left == 0 {
			least := board
			for _, p := range cards.SuitPerms[1:] {
				least = min(least, p.Set(board))
			}
			orbits[least]++
			return
		}
		for c := from; int(c) <= cards.NumCards-left; c++ {
			pick(board.With(c), c+1, left-1)
		}
	}
	pick(0, 0, boardCards)
	return orbits
}

// countBoard adds the outcomes of all hands on one board, counted times over.
func countBoard(board cards.Set, times uint64, sum *[cards.NumClasses]outcome) {
	const comboBits = 11
	order := make([]uint64, 0, handsOnDeal) // strength above, combo below
	for h := range cards.Combo(cards.NumCombos) {
		if h.Set()&board == 0 {
			order = append(order, uint64(eval.Of(h.Set()|board))<<comboBits|uint64(h))
		}
	}
	slices.Sort(order)

	var below uint64                     // hands weaker than the current level
	var belowWith [cards.NumCards]uint64 // of these, the ones that hold a card
	for start := 0; start < len(order); {
		end := start
		var levelWith [cards.NumCards]uint64
		for ; end < len(order) && order[end]>>comboBits == order[start]>>comboBits; end++ {
			a, b := cards.Combo(order[end] & (1<<comboBits - 1)).Cards()
			levelWith[a]++
			levelWith[b]++
		}
		level := uint64(end - start)
		for _, entry := range order[start:end] {
			h := cards.Combo(entry & (1<<comboBits - 1))
			a, b := h.Cards()
			s := &sum[h.Class()]
			s.wins += times * (below - belowWith[a] - belowWith[b])
			s.ties += times * (level + 1 - levelWith[a] - levelWith[b]) // +1: h itself was taken off twice
		}
		below += level
		for c := range levelWith {
			belowWith[c] += levelWith[c]
		}
		start = end
	}
}

// TestTable counts everything again, independently, and compares with the committed file.
func TestTable(t *testing.T) {
	want := must.Get(render(independent()))(t)
	got := must.Get(os.ReadFile("../../model/ranges/preflop.go"))(t)
	if !bytes.Equal(got, want) {
		t.Error("model/ranges/preflop.go is not what gen-preflop writes")
	}
}
