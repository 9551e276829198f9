package multiway

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"feltlab/dataset/eval"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// valueShowdowns values the leaves of three and more players.
func (s *solver) valueShowdowns(ctx context.Context) error {
	var leaves []*leaf
	for _, l := range s.leaves {
		if l == nil || len(l.seats) < 3 || !s.used(l) {
			continue
		}
		leaves = append(leaves, l)
		if m := len(l.seats); m > 3 && s.deals[m] == nil {
			s.deals[m] = draw(m, s.options.Seed)
		}
	}
	loop := parallel.Loop{Items: len(leaves), Workers: s.options.Workers}
	return loop.Each(ctx, parallel.Same(func(i int) error {
		if l := leaves[i]; len(l.seats) == 3 {
			s.valueTriple(l)
		} else {
			s.valueDeals(l)
		}
		return nil
	}))
}

// trifle is the weight of a hand below which leaves of three and more players leave it out.
const trifle = 1e-3

// likely returns the weights of a player's hands that are not trifles.
func (s *solver) likely(l *leaf, seat int) *values {
	w := s.weights(l, seat)
	for k, p := range w {
		if p < trifle {
			w[k] = 0
		}
	}
	return w
}

// valueTriple values a leaf of three players by the counts of all deals.
func (s *solver) valueTriple(l *leaf) {
	var w [3]*values
	var support [3][]int
	for i, seat := range l.seats {
		w[i] = s.likely(l, seat)
		for k, p := range w[i] {
			if p > 0 {
				support[i] = append(support[i], k)
			}
		}
	}
	v := make([][]float64, tournament.NumOrders)
	for o := range v {
		ranks := tournament.Order(o).Ranks()
		v[o] = s.at(l, ranks[:])
	}
	var all [tournament.NumOrders]float64
	for me := range l.seats {
		b, c := (me+1)%3, (me+2)%3
		low, high := relabel(me, b, c), relabel(me, c, b)
		for k := range cards.NumClasses {
			byLow, byHigh := s.sumTriples(k, support[b], support[c], w[b], w[c])
			var orders [tournament.NumOrders]float64
			for o := range orders {
				orders[low[o]] += byLow[o]
				orders[high[o]] += byHigh[o]
			}
			l.given[me][k] = expected(orders[:], v, l.seats[me])
			if me == 0 {
				for o, n := range orders {
					all[o] += n * w[0][k]
				}
			}
		}
	}
	for seat := range l.folded {
		l.folded[seat] = expected(all[:], v, seat)
	}
}

// relabel returns for each order of hands of players a, b, c of a leaf the order of its first, second and third player.
func relabel(a, b, c int) (to [tournament.NumOrders]int) {
	for o := range to {
		ranks := tournament.Order(o).Ranks()
		var by [3]int
		by[a], by[b], by[c] = int(ranks[0]), int(ranks[1]), int(ranks[2])
		to[o] = int(tournament.OrderOf(-by[0], -by[1], -by[2]))
	}
	return to
}

// sumTriples sums the counts of a class with the weighted hands of two others: where the first one's class is not the
// greater, and where it is. There the second one's hand comes first in the counts.
func (s *solver) sumTriples(k int, bs, cs []int, wb, wc *values) (low, high [tournament.NumOrders]float64) {
	n := s.Triples.Columns()
	rows := s.Triples.Slice(cards.Class(k))
	for _, b := range bs {
		for _, c := range cs {
			lesser, greater, to := b, c, &low
			if b > c {
				lesser, greater, to = c, b, &high
			}
			at := (greater*(greater+1)/2 + lesser) * n
			weight := wb[b] * wc[c]
			for o, count := range rows[at : at+tournament.NumOrders] {
				to[o] += weight * float64(count)
			}
		}
	}
	return low, high
}

// strongest lists the classes by their equity against a random hand, the best first.
var strongest = func() []cards.Class {
	all := make([]cards.Class, cards.NumClasses)
	equity := func(k cards.Class) uint64 {
		wins, ties := ranges.Preflop(k)
		return 2*wins + ties
	}
	for k := range all {
		all[k] = cards.Class(k)
	}
	slices.SortFunc(all, func(a, b cards.Class) int { return cmp.Compare(equity(b), equity(a)) })
	return all
}()

// top returns the best classes that make up at most a share of all hands.
func top(share float64) *values {
	v, sum := new(values), 0.0
	for _, k := range strongest {
		if sum += stochastic.Prior(k); sum > share+1e-9 {
			break
		}
		v[k] = 1
	}
	return v
}

// deals are hands and boards, drawn from one deck.
type deals struct {
	hands   []uint8 // classes, one for each player and deal
	ranks   []uint8 // their ranks
	pattern []int32 // of the ranks of a deal: the number of the first deal with the same ranks
	first   map[uint64]int32
	weight  []float64
}

// numDeals is the number of deals of four hands; of more hands there are fewer.
const numDeals = 120_000

// draw draws deals of m hands. A hand comes from all combos or from the best of them, and a deal with a card twice is
// drawn again. The weight of a deal is the inverse of its hands' probabilities.
func draw(m int, seed uint64) *deals {
	rng := rand.New(rand.NewPCG(seed, uint64(m)))
	var from [4][]cards.Combo
	var density [cards.NumClasses]float64
	for i, share := range []float64{1, 0.4, 0.15, 0.05} {
		for k, in := range top(share) {
			if in == 1 {
				from[i] = append(from[i], cards.Class(k).Combos()...)
			}
		}
		for k, in := range top(share) {
			density[k] += in / float64(len(from)*len(from[i]))
		}
	}
	d := &deals{first: map[uint64]int32{}}
	hands := make([]cards.Combo, m)
	for range numDeals * 4 / m {
		var used cards.Set
		for i := 0; i < m; {
			set := from[rng.IntN(len(from))]
			hands[i] = set[rng.IntN(len(set))]
			if i++; used&hands[i-1].Set() != 0 {
				used, i = 0, 0
				continue
			}
			used |= hands[i-1].Set()
		}
		d.add(hands, board(rng, used), &density)
	}
	return d
}

// board draws five cards that are not used.
func board(rng *rand.Rand, used cards.Set) (b cards.Set) {
	for b.Len() < 5 {
		if c := cards.Card(rng.IntN(cards.NumCards)); !used.Has(c) {
			b = b.With(c)
		}
	}
	return b
}

func (d *deals) add(hands []cards.Combo, board cards.Set, density *[cards.NumClasses]float64) {
	weight, on := 1.0, eval.HandOf(board)
	strengths := make([]eval.Strength, len(hands))
	for i, h := range hands {
		strengths[i] = eval.HandOfCombo(h).Merge(on).Strength()
		d.hands = append(d.hands, uint8(h.Class()))
		weight /= density[h.Class()] * cards.NumCombos
	}
	from := len(d.ranks)
	for _, s := range strengths {
		better := uint8(0)
		for j, other := range strengths {
			if other > s && !slices.Contains(strengths[:j], other) {
				better++
			}
		}
		d.ranks = append(d.ranks, better)
	}
	key := pattern(d.ranks[from:])
	if _, seen := d.first[key]; !seen {
		d.first[key] = int32(len(d.pattern))
	}
	d.pattern = append(d.pattern, d.first[key])
	d.weight = append(d.weight, weight)
}

// valueDeals values a leaf of four and more players by deals.
func (s *solver) valueDeals(l *leaf) {
	m := len(l.seats)
	d := s.deals[m]
	w := make([]*values, m)
	for i, seat := range l.seats {
		w[i] = s.likely(l, seat)
	}
	total := make([]values, m)
	sum := make([]values, m)
	folded, all := make([]float64, s.n), 0.0
	by := make([][]float64, len(d.pattern)) // values by pattern
	for i, weight := range d.weight {
		hands := d.hands[i*m : (i+1)*m]
		zero, at := 0, -1 // hands that are not played
		product := weight
		for j, k := range hands {
			if p := w[j][k]; p > 0 {
				product *= p
			} else if zero, at = zero+1, j; zero > 1 {
				break
			}
		}
		if zero > 1 {
			continue
		}
		v := by[d.pattern[i]]
		if v == nil {
			v = s.at(l, d.ranks[i*m:(i+1)*m])
			by[d.pattern[i]] = v
		}
		if zero == 1 {
			k := hands[at]
			total[at][k] += product
			sum[at][k] += product * v[l.seats[at]]
			continue
		}
		for j, k := range hands {
			one := product / w[j][k]
			total[j][k] += one
			sum[j][k] += one * v[l.seats[j]]
		}
		all += product
		for seat := range folded {
			folded[seat] += product * v[seat]
		}
	}
	s.spread(l, total, sum)
	for seat := range folded {
		l.folded[seat] = 0
		if all > 0 {
			l.folded[seat] = folded[seat] / all
		}
	}
}

// spread turns sums into means. A class that no deal has takes the mean of its player's least class.
func (s *solver) spread(l *leaf, total, sum []values) {
	for j := range total {
		worst := 0.0
		for k, t := range total[j] {
			if l.given[j][k] = 0; t > 0 {
				l.given[j][k] = sum[j][k] / t
				worst = min(worst, l.given[j][k])
			}
		}
		for k, t := range total[j] {
			if t == 0 {
				l.given[j][k] = worst
			}
		}
	}
}
