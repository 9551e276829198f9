package multiway

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
	"feltlab/solvers/jamfold/stochastic/stochastictest"
)

// dealt are the classes that players jam in the enumeration; a hand of another class, rest, is never jammed.
var dealt = []cards.Class{0, 14, 42, 100, 150}

const rest = -1

// showdown returns the ranks of one to four hands, each from a deck of its own, and their probabilities.
func showdown(duels *stochastic.Pairs, hands []cards.Class) (ranks [][]uint8, chances []float64) {
	switch len(hands) {
	case 1:
		return [][]uint8{{0}}, []float64{1}
	case 2:
		result := duels.Showdown(hands[0], hands[1])
		return pairRanks[:], result[:]
	}
	if len(hands) == 4 {
		return four(hands)
	}
	total := 0.0
	for o, n := range (stochastictest.Rollout{}).Orders(hands[0], hands[1], hands[2]) {
		r := tournament.Order(o).Ranks()
		ranks, chances = append(ranks, r[:]), append(chances, float64(n))
		total += float64(n)
	}
	if total == 0 { // three times the same pair
		return [][]uint8{{0, 0, 0}}, []float64{1}
	}
	for o := range chances {
		chances[o] /= total
	}
	return ranks, chances
}

// four makes up a showdown of four hands: the lesser class wins and equal ones tie, or, in one of four cases, the other
// way round.
func four(hands []cards.Class) (ranks [][]uint8, chances []float64) {
	ranks = [][]uint8{make([]uint8, 4), make([]uint8, 4)}
	for i, h := range hands {
		for _, other := range dealt {
			if slices.Contains(hands, other) {
				if other < h {
					ranks[0][i]++
				}
				if other > h {
					ranks[1][i]++
				}
			}
		}
	}
	return ranks, []float64{0.75, 0.25}
}

// fourDeals are all deals of four hands that are jammed, with the showdowns of four.
func fourDeals() *deals {
	d := &deals{numbers: map[uint64]int32{}}
	for i := range 625 {
		hands := []cards.Class{dealt[i%5], dealt[i/5%5], dealt[i/25%5], dealt[i/125]}
		ranks, chances := four(hands)
		for o, p := range chances {
			for _, h := range hands {
				d.hands, p = append(d.hands, uint8(h)), p*stochastic.Prior(h)
			}
			d.take(ranks[o])
			d.weight = append(d.weight, p)
		}
	}
	return d
}

// enumerate plays on from a seat by all hands and actions of the others, and adds a player's values to jam or fold.
func (s *solver) enumerate(
	x stochastic.Strategy, me int, k cards.Class, jam bool, hands []int, in tournament.SeatSet, p float64, to []float64,
) {
	seat := len(hands)
	switch {
	case p == 0:
	case seat == s.n:
		to[tournament.Node(me, in&(1<<me-1))] += p * s.enumerated(me, hands, in)
	case seat == me:
		if jam || s.Table.Stays(me, in) {
			in |= 1 << me
		}
		s.enumerate(x, me, k, jam, append(hands, int(k)), in, p, to)
	default:
		node, left := tournament.Node(seat, in), 1.0
		for _, other := range dealt {
			chance, jams := stochastic.Prior(other), x[node][other]
			left -= chance
			s.enumerate(x, me, k, jam, append(hands, int(other)), in|1<<seat, p*chance*jams, to)
			s.enumerate(x, me, k, jam, append(hands, int(other)), in, p*chance*(1-jams), to)
		}
		if s.Table.Stays(seat, in) { // a walk
			in |= 1 << seat
		}
		s.enumerate(x, me, k, jam, append(hands, rest), in, p*left, to)
	}
}

// enumerated returns a player's value at an end, less the value before the hand.
func (s *solver) enumerated(me int, hands []int, in tournament.SeatSet) (value float64) {
	var seats []int
	var shown []cards.Class
	for seat, hand := range hands {
		if in.Has(seat) {
			seats, shown = append(seats, seat), append(shown, cards.Class(max(0, hand)))
		}
	}
	ranks, chances := showdown(s.Pairs, shown)
	for o, p := range chances {
		full := make([]uint8, s.n)
		for i, seat := range seats {
			full[seat] = ranks[o][i]
		}
		value += p * (s.Table.Values(s.Table.End(in, full))[me] - s.start[me])
	}
	return value
}

// TestFourEnumerated holds the values of jam and fold of four players to a full enumeration of hands of a few classes,
// from decks of their own.
func TestFourEnumerated(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range 3 {
		table := &tournament.Table{SmallBlind: 1, BigBlind: 2, Ante: 1, BigBlindAnte: true, Prizes: []float64{5, 3, 1}}
		for range 4 {
			table.Stacks = append(table.Stacks, 6+rng.IntN(12))
		}
		g := toyGame(tournament.RemovalNone, table)
		s := newSolver(g, Options{})
		x, free := g.begin(&Options{})
		for node, free := range free {
			if free {
				x[node] = [cards.NumClasses]float64{}
				for _, k := range dealt {
					x[node][k] = []float64{0.25, 0.5, 1}[rng.IntN(3)]
				}
			}
		}
		s.deals[4] = fourDeals()
		s.advantages(decisions(x), make(decisions, len(x)), math.Inf(1))
		for me := range table.Stacks {
			for _, k := range dealt {
				jam, fold := make([]float64, len(x)), make([]float64, len(x))
				s.enumerate(x, me, k, true, nil, 0, 1, jam)
				s.enumerate(x, me, k, false, nil, 0, 1, fold)
				for jammed := range 1 << me {
					node := 1<<me - 1 + jammed
					if !free[node] {
						continue
					}
					got, want := s.nodes[node].jam[k]-s.nodes[node].fold[k], jam[node]-fold[node]
					if math.Abs(got-want) > 2e-5 {
						t.Fatalf("%+v, seat %d after jams of %b, %v: jam gains %v, want %v", table, me, jammed, k, got,
							want)
					}
				}
			}
		}
	}
}
