package stochastictest

import (
	"context"
	"math"
	"sync"

	"feltlab/dataset/allin"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// Rollout implements stochastic.Rollout.
type Rollout struct{}

// strengths grow from 32o to AA.
var strengths = func() (table [cards.NumClasses]float64) {
	for k := range cards.Class(cards.NumClasses) {
		high, low := k.Ranks()
		s := 1.5*float64(high) + float64(low)
		if k.Pair() {
			s += 12
		}
		if k.Suited() {
			s += 2
		}
		table[k] = math.Exp(s / 14)
	}
	return table
}()

// weight approximates the number of choices of combos of classes; for three times the same pair it is
// zero, as in a real deck.
func weight(hands [3]cards.Class) float64 {
	w := 1.0
	for i, k := range hands {
		w *= float64(k.Size())
		for _, other := range hands[:i] {
			if other == k {
				w *= 0.4
			}
		}
	}
	if hands[0].Pair() && hands[0] == hands[1] && hands[1] == hands[2] {
		return 0
	}
	return w
}

// ties returns the probability that two hands tie.
func ties(a, b cards.Class) float64 {
	if a == b {
		return 0.5
	}
	return 0.02
}

// scale makes counts so large that rounding does not matter.
const scale = 1e5

// A finish is a sequence of three hands, and its orders if none tie, the first two, the last two, or all.
type finish struct {
	hands  [3]int
	orders [4]tournament.Order
}

var finishes = func() (list []finish) {
	for first := range 3 {
		for second := range 3 {
			if first == second {
				continue
			}
			f := finish{hands: [3]int{first, second, 3 - first - second}}
			for n := range f.orders {
				var losses [3]int
				losses[f.hands[1]] = 1 - n%2
				losses[f.hands[2]] = losses[f.hands[1]] + 1 - n/2
				f.orders[n] = tournament.OrderOf(-losses[0], -losses[1], -losses[2])
			}
			list = append(list, f)
		}
	}
	return list
}()

// Orders returns the counts of three classes: the winner is drawn by strength, then the second of the
// other two; neighbouring hands then tie with the probability of ties.
func (Rollout) Orders(a, b, c cards.Class) (counts allin.Counts) {
	hands := [3]cards.Class{a, b, c}
	var chances [tournament.NumOrders]float64
	for i := range finishes {
		f := &finishes[i]
		h := [3]cards.Class{hands[f.hands[0]], hands[f.hands[1]], hands[f.hands[2]]}
		x, y, z := strengths[h[0]], strengths[h[1]], strengths[h[2]]
		p := x / (x + y + z) * y / (y + z)
		upper, lower := ties(h[0], h[1]), ties(h[1], h[2])
		for n, with := range [4]float64{
			(1 - upper) * (1 - lower), upper * (1 - lower), (1 - upper) * lower, upper * lower,
		} {
			chances[f.orders[n]] += p * with
		}
	}
	deals := scale * weight(hands)
	for o, p := range chances {
		counts[o] = uint64(deals*p + 0.5)
	}
	return counts
}

// Triples returns the rollout's distribution for a card removal, made once.
func Triples(removal tournament.Removal) *stochastic.Triples { return triples[removal]() }

var triples = func() (makers [3]func() *stochastic.Triples) {
	for removal := range makers {
		makers[removal] = sync.OnceValue(func() *stochastic.Triples {
			t, err := stochastic.NewTriples(context.Background(), Rollout{}, tournament.Removal(removal))
			if err != nil {
				panic(err)
			}
			return t
		})
	}
	return makers
}()
