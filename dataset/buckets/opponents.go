package buckets

import (
	"context"

	"feltlab/dataset/showdown"
	"feltlab/model/cards"
)

const (
	// opponentClusters is the number of clusters of an opponent's hands.
	opponentClusters = 8
	// winUnit is the share of a hand that beats all hands of a cluster.
	winUnit = 1_000
	// lanes is the number of clusters in one word. A lane has laneBits for at most 990 hands.
	lanes    = 4
	laneBits = 16
)

// opponents has a 1 for each hand, in the lane of its cluster.
type opponents [opponentClusters / lanes][cards.NumCombos]uint64

func (b *builder) newOpponents(ctx context.Context) (*opponents, error) {
	const group = 1 // other random numbers than those of the clusters before the flop
	of, err := b.clusterClasses(ctx, classItems(), b.options(0, opponentClusters, group))
	if err != nil {
		return nil, err
	}
	o := new(opponents)
	for h, class := range classOf {
		o[of[class]/lanes][h] = 1 << (of[class] % lanes * laneBits)
	}
	return o, nil
}

type against struct {
	order showdown.Order
	out   [opponentClusters / lanes][cards.NumCombos]showdown.Outcome[uint64]
	// wins is the share of each cluster that a hand beats, in 1/winUnit, plus half the share that it ties. If the
	// hand and the board block all hands of a cluster, it is the share of all opponents.
	wins [cards.NumCombos][opponentClusters]uint16
}

func (a *against) compare(o *opponents, board cards.Set) {
	a.order.Sort(board)
	var all [opponentClusters / lanes]uint64                  // number of hands that avoid the board
	var held [opponentClusters / lanes][cards.NumCards]uint64 // number of those with each card
	for part := range o {
		showdown.Sweep(&a.order, &o[part], &a.out[part])
		for h, w := range &o[part] {
			if hand := cards.Combo(h); hand.Set()&board == 0 {
				low, high := hand.Cards()
				all[part], held[part][low], held[part][high] = all[part]+w, held[part][low]+w, held[part][high]+w
			}
		}
	}
	for h := range cards.Combo(cards.NumCombos) {
		if h.Set()&board != 0 {
			continue
		}
		low, high := h.Cards()
		var halves, beside [opponentClusters]uint64 // 2 x wins + ties, and number of opponents
		won := uint64(0)
		for c := range halves {
			part, shift := c/lanes, c%lanes*laneBits
			out := &a.out[part][h]
			halves[c] = (2*out.Below + out.Tied) >> shift & (1<<laneBits - 1)
			beside[c] = (all[part] - held[part][low] - held[part][high] + o[part][h]) >> shift & (1<<laneBits - 1)
			won += halves[c]
		}
		for c, n := range beside {
			if n == 0 {
				halves[c], n = won, MostStrength/2
			}
			a.wins[h][c] = uint16((halves[c]*winUnit + n) / (2 * n))
		}
	}
}

// clusterRivers clusters the pairs of a hand and a river by the hand's wins against the clusters of opponents.
func (b *builder) clusterRivers(ctx context.Context) ([]uint16, error) {
	l := newLevel(showdown.RiverPairs(), 1, b)
	var err error
	if l.opponents, err = b.newOpponents(ctx); err != nil {
		return nil, err
	}
	return l.divide(ctx, 1, nil, b.Sizes[3], "rivers")
}
