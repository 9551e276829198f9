package allin

import (
	"cmp"
	"slices"

	"feltlab/dataset/eval"
	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// What the package computes, by dealing it. It shares nothing with the fast way but the
// evaluator.

// naiveTriple deals every choice of combos, up to renaming the suits, and every board.
func naiveTriple(hands [3]cards.Class) (counts Counts) {
	for deal, times := range suitDeals(hands[:]) {
		var ours [3]cards.Set
		copy(ours[:], deal[:])
		for o, n := range naiveBoards(ours) {
			counts[o] += times * n
		}
	}
	return counts
}

// naiveOrders names the order of three hands by how they compare: 0 with 1, 0 with 2, 1 with 2.
// There are 27 such results, of which 13 do not contradict themselves.
var naiveOrders = func() (table [27]tournament.Order) {
	for n := range 27 {
		a, b, c := n%3, n/3%3, n/9
		table[naiveCode(a, b, c)] = tournament.OrderOf(a, b, c)
	}
	return table
}()

func naiveCode[T cmp.Ordered](a, b, c T) int {
	return 13 + 9*cmp.Compare(a, b) + 3*cmp.Compare(a, c) + cmp.Compare(b, c)
}

// naiveBoards counts all boards that avoid three hands by the order in which the hands finish.
func naiveBoards(hands [3]cards.Set) (counts Counts) {
	a, b, c := eval.HandOf(hands[0]), eval.HandOf(hands[1]), eval.HandOf(hands[2])
	everyBoard(hands[0]|hands[1]|hands[2], func(board eval.Hand) {
		x, y, z := a.Merge(board).Strength(), b.Merge(board).Strength(), c.Merge(board).Strength()
		counts[naiveOrders[naiveCode(x, y, z)]]++
	})
	return counts
}

// naivePair is naiveTriple for two classes.
func naivePair(first, second cards.Class) (counts PairCounts) {
	for deal, times := range suitDeals([]cards.Class{first, second}) {
		a, b := eval.HandOf(deal[0]), eval.HandOf(deal[1])
		everyBoard(deal[0]|deal[1], func(board eval.Hand) {
			switch x, y := a.Merge(board).Strength(), b.Merge(board).Strength(); {
			case x > y:
				counts.Wins += times
			case x < y:
				counts.Losses += times
			default:
				counts.Ties += times
			}
		})
	}
	return counts
}

// suitDeals lists the disjoint choices of a combo from each of up to three classes, one for
// each orbit of the suit permutations, with the number of choices it stands for.
func suitDeals(classes []cards.Class) map[[3]cards.Set]uint64 {
	deals := map[[3]cards.Set]uint64{}
	var deal func(chosen [3]cards.Set, n int, dead cards.Set)
	deal = func(chosen [3]cards.Set, n int, dead cards.Set) {
		if n < len(classes) {
			for _, h := range classes[n].Combos() {
				if set := h.Set(); set&dead == 0 {
					chosen[n] = set
					deal(chosen, n+1, dead|set)
				}
			}
			return
		}
		least := chosen
		for _, p := range cards.SuitPerms {
			image := [3]cards.Set{p.Set(chosen[0]), p.Set(chosen[1]), p.Set(chosen[2])}
			if slices.Compare(image[:], least[:]) < 0 {
				least = image
			}
		}
		deals[least]++
	}
	deal([3]cards.Set{}, 0, 0)
	return deals
}

// everyBoard visits the five-card boards that avoid the dead cards.
func everyBoard(dead cards.Set, visit func(board eval.Hand)) {
	var grow func(board eval.Hand, rest cards.Set, left int)
	grow = func(board eval.Hand, rest cards.Set, left int) {
		if left == 0 {
			visit(board)
			return
		}
		for rest.Len() >= left {
			c := rest.Min()
			rest = rest.Without(c)
			grow(board.Add(c), rest, left-1)
		}
	}
	grow(eval.Hand{}, cards.FullDeck&^dead, 5)
}
