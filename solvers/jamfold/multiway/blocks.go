package multiway

import (
	"math"

	"feltlab/model/cards"
	"feltlab/solvers/jamfold/stochastic"
)

// blocks holds the probability of each class given another player's: scale times the prior of the class, less what
// classes that share cards lack. Of nearly all classes with a rank of the given one the same share is missing; the
// listed ones miss more or less.
type blocks struct {
	scale [cards.NumClasses]float64
	ranks [cards.NumClasses][2]rankLack
	less  [cards.NumClasses][]lack
	prior values
}

// rankLack is the share of the prior that classes with a rank lack.
type rankLack struct {
	rank  cards.Rank
	share float64
}

type lack struct {
	class int
	p     float64
}

func newBlocks(duels *stochastic.Pairs) *blocks {
	const rounding = 1e-15
	b := new(blocks)
	for c := range b.prior {
		b.prior[c] = stochastic.Prior(cards.Class(c))
	}
	for a := range cards.Class(cards.NumClasses) {
		var of values
		for c := range of {
			joint := duels.Joint(a, cards.Class(c))
			of[c] = (joint[0] + joint[1] + joint[2]) / duels.Dealt(a)
			b.scale[a] = max(b.scale[a], of[c]/b.prior[c])
		}
		high, low := a.Ranks()
		third := cards.Rank(0) // of classes that share one rank with a
		for third == high || third == low {
			third++
		}
		for i, rank := range [2]cards.Rank{high, low} {
			if b.ranks[a][i].rank = rank; i == 1 && low == high {
				break
			}
			c := cards.ClassOf(rank, third, false)
			b.ranks[a][i].share = b.scale[a] - of[c]/b.prior[c]
		}
		for c, p := range of {
			missing := b.scale[a]*b.prior[c] - p
			high, low := cards.Class(c).Ranks()
			for _, l := range b.ranks[a] {
				if l.rank == high || l.rank == low {
					missing -= l.share * b.prior[c]
				}
			}
			if math.Abs(missing) > rounding {
				b.less[a] = append(b.less[a], lack{c, missing})
			}
		}
	}
	return b
}

// chance computes for each class of another player the probability to jam, if hands have the given weights besides.
func (b *blocks) chance(to, weight, x *values) {
	var jams values
	var all, allJams float64
	var byRank, jamsByRank [cards.NumRanks]float64
	for c, w := range weight {
		jams[c] = w * x[c]
		p, q := b.prior[c]*w, b.prior[c]*jams[c]
		all += p
		allJams += q
		high, low := cards.Class(c).Ranks()
		byRank[high] += p
		jamsByRank[high] += q
		if low != high {
			byRank[low] += p
			jamsByRank[low] += q
		}
	}
	for a, scale := range b.scale {
		sum, sumJams := scale*all, scale*allJams
		for _, l := range b.ranks[a] {
			sum -= l.share * byRank[l.rank]
			sumJams -= l.share * jamsByRank[l.rank]
		}
		for _, l := range b.less[a] {
			sum -= l.p * weight[l.class]
			sumJams -= l.p * jams[l.class]
		}
		if to[a] = 0; sum > 0 {
			to[a] = min(1, max(0, sumJams/sum))
		}
	}
}
