package multiway

import (
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// least is the probability of the others' play to a leaf below which the leaf is left out for a player.
const least = 1e-6

// leaf is an end of the hand: the players in the pot.
type leaf struct {
	in    tournament.SeatSet
	seats []int                // of the players in the pot, in order
	nodes []int                // decision of each seat, and -1 where the hand ended before
	value map[uint64][]float64 // by pattern of ranks, less the values before the hand
	// given holds, for each player in the pot, the expected value by class; folded holds it for the other seats.
	given  []values
	folded []float64
}

// findLeaves lists the ends that the rules allow.
func (s *solver) findLeaves() {
	s.leaves = make([]*leaf, 1<<s.n)
	for in := range s.leaves {
		set := tournament.SeatSet(in)
		l := &leaf{in: set, value: map[uint64][]float64{}, folded: make([]float64, s.n)}
		possible := set != 0
		for seat := range s.n {
			before := set & (1<<seat - 1)
			l.nodes = append(l.nodes, stochastic.TableNode(seat, before))
			if set.Has(tournament.Seat(seat)) {
				l.seats = append(l.seats, seat)
			} else if s.Table.Stays(seat, before) {
				possible = false
			}
		}
		if possible {
			l.given = make([]values, len(l.seats))
			s.leaves[in] = l
		}
	}
}

// pattern packs the ranks of the players in the pot, 4 bits each.
func pattern(ranks []uint8) (p uint64) {
	for i, r := range ranks {
		p |= uint64(r) << (4 * i)
	}
	return p
}

// at returns the values of all seats for the ranks of the players in the pot, in order.
func (s *solver) at(l *leaf, ranks []uint8) []float64 {
	key := pattern(ranks)
	if v := l.value[key]; v != nil {
		return v
	}
	full := make([]uint8, s.n)
	for i, seat := range l.seats {
		full[seat] = ranks[i]
	}
	v := append([]float64(nil), s.value(s.Table.End(l.in, full))...)
	for seat := range v {
		v[seat] -= s.start[seat]
	}
	l.value[key] = v
	return v
}

// rest returns the probability of all actions to a leaf but those of a seat.
func (s *solver) rest(l *leaf, seat int) float64 {
	p := 1.0
	for other, node := range l.nodes {
		if other != seat {
			p *= chance(s.mean[node], l.in.Has(tournament.Seat(other)))
		}
	}
	return p
}

func (s *solver) kept(l *leaf, seat int) bool { return s.rest(l, seat) >= least }

// used reports whether a leaf counts for any player.
func (s *solver) used(l *leaf) bool {
	for seat := range s.n {
		if s.kept(l, seat) {
			return true
		}
	}
	return false
}

// weights returns for a player in the pot the probability, by class, that he is in and that the players who folded do
// so given his class.
func (s *solver) weights(l *leaf, seat int) *values {
	w := values(s.x[l.nodes[seat]])
	for other, node := range l.nodes {
		if !l.in.Has(tournament.Seat(other)) {
			for k := range w {
				w[k] *= 1 - s.given[node][k]
			}
		}
	}
	return &w
}

// add adds a leaf to the values of jam and fold of all players.
func (s *solver) add(l *leaf) {
	if !s.used(l) {
		return
	}
	switch len(l.seats) {
	case 1:
		v := s.at(l, []uint8{0})
		for k := range l.given[0] {
			l.given[0][k] = v[l.seats[0]]
		}
		l.folded = v
	case 2:
		s.valuePair(l)
	}
	var before, after values // probabilities of the actions of earlier and of later seats
	for k := range before {
		before[k] = 1
	}
	behind := make([]values, s.n)
	after = before
	for seat := s.n - 1; seat >= 0; seat-- {
		behind[seat] = after
		s.times(&after, l, seat)
	}
	next := 0
	for seat, node := range l.nodes {
		in := l.in.Has(tournament.Seat(seat))
		if keep := s.kept(l, seat); keep && in {
			for k := range before {
				s.jam[node][k] += before[k] * behind[seat][k] * l.given[next][k]
			}
		} else if keep {
			for k := range before {
				s.fold[node][k] += before[k] * behind[seat][k] * l.folded[seat]
			}
		}
		if in {
			next++
		}
		s.times(&before, l, seat)
	}
}

// times multiplies by the probability of a seat's action, given another player's class.
func (s *solver) times(to *values, l *leaf, seat int) {
	given := &s.given[l.nodes[seat]]
	if l.in.Has(tournament.Seat(seat)) {
		for k := range to {
			to[k] *= given[k]
		}
		return
	}
	for k := range to {
		to[k] *= 1 - given[k]
	}
}

var pairRanks = [tournament.NumPairOrders][]uint8{
	tournament.FirstWins: {0, 1}, tournament.SecondWins: {1, 0}, tournament.Tied: {0, 0},
}

// valuePair values a leaf of two players by the counts of all deals.
func (s *solver) valuePair(l *leaf) {
	first, second := l.seats[0], l.seats[1]
	wa, wb := s.weights(l, first), s.weights(l, second)
	var v [tournament.NumPairOrders][]float64
	for o, ranks := range pairRanks {
		v[o] = s.at(l, ranks)
	}
	var byA, byB [cards.NumClasses][tournament.NumPairOrders]float64
	var all [tournament.NumPairOrders]float64
	for a := range byA {
		for b := range byB {
			if wa[a] == 0 && wb[b] == 0 {
				continue
			}
			for o, p := range s.Pairs.Joint(cards.Class(a), cards.Class(b)) {
				byA[a][o] += p * wb[b]
				byB[b][o] += p * wa[a]
				all[o] += p * wa[a] * wb[b]
			}
		}
	}
	for k := range byA {
		l.given[0][k] = expected(byA[k][:], v[:], first)
		l.given[1][k] = expected(byB[k][:], v[:], second)
	}
	for seat := range l.folded {
		l.folded[seat] = expected(all[:], v[:], seat)
	}
}

// expected returns a seat's mean value by the weights of the orders, 0 if there are none.
func expected(weights []float64, v [][]float64, seat int) float64 {
	sum, total := 0.0, 0.0
	for o, w := range weights {
		sum += w * v[o][seat]
		total += w
	}
	if total <= 0 {
		return 0
	}
	return sum / total
}
