package multiway

import (
	"slices"

	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// least is the probability of the others' play to a leaf below which the leaf is left out for a player.
const least = 1e-6

type leaf struct {
	in    tournament.SeatSet
	seats []int                // of the players in the pot, in order
	nodes []int                // decision of each seat
	kept  []bool               // by seat: whether the leaf counts for it
	value map[uint64][]float64 // by pattern of ranks, less the values before the hand
	scale float64              // most that a player in the pot can gain or lose by the cards
	// given holds, for each player in the pot, the expected value by class; folded holds it for the other seats. They
	// are those of the weights, which are nil at first.
	given   []values
	folded  []float64
	weights []values
}

func (s *solver) findLeaves() {
	for in := tournament.SeatSet(1); in < 1<<s.n; in++ {
		if in&(1<<s.From.Seat-1) != s.From.Jammed || !s.Table.Possible(in) {
			continue
		}
		l := &leaf{
			in: in, value: map[uint64][]float64{}, folded: make([]float64, s.n), kept: make([]bool, s.n),
			given: make([]values, in.Len()),
		}
		for seat := range s.n {
			l.nodes = append(l.nodes, tournament.Node(seat, in&(1<<seat-1)))
			if in.Has(seat) {
				l.seats = append(l.seats, seat)
			}
		}
		s.measure(l)
		s.leaves = append(s.leaves, l)
	}
}

// measure sets the scale of a leaf: the difference between winning all pots and losing them.
func (s *solver) measure(l *leaf) {
	wins := func(winner int) []float64 {
		ranks := slices.Repeat([]uint8{1}, len(l.seats))
		ranks[winner] = 0
		return s.at(l, ranks)
	}
	for i, seat := range l.seats {
		l.scale = max(l.scale, wins(i)[seat]-wins((i + 1) % len(l.seats))[seat])
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
	v := slices.Clone(s.value(s.Table.End(l.in, full)))
	for seat := range v {
		v[seat] -= s.start[seat]
	}
	l.value[key] = v
	return v
}

// rest returns the probability of all actions from the first decision to a leaf but those of a seat.
func (s *solver) rest(l *leaf, seat int) float64 {
	p := 1.0
	for other := s.From.Seat; other < s.n; other++ {
		if other != seat {
			p *= chance(s.nodes[l.nodes[other]].mean, l.in.Has(other))
		}
	}
	return p
}

// find sets for which players a leaf counts, and reports whether it does for any.
func (s *solver) find(l *leaf) (used bool) {
	for seat := s.From.Seat; seat < s.n; seat++ {
		l.kept[seat] = s.rest(l, seat) >= least
		used = used || l.kept[seat]
	}
	for _, at := range l.nodes {
		s.nodes[at].used = s.nodes[at].used || used
	}
	return used
}

// weigh returns for a player in the pot the probability, by class, of being in, times the probability given that class
// that the players who folded do so, as a share of the largest.
func (s *solver) weigh(l *leaf, seat int) values {
	folds := ones
	for other, node := range l.nodes {
		if !l.in.Has(other) {
			times(&folds, s.nodes[node].given(seat), false)
		}
	}
	most := slices.Max(folds[:])
	w := *s.nodes[l.nodes[seat]].x
	if opener := s.n - 1; seat == opener || !l.in.Has(opener) {
		times(&w, &s.opened[seat], true)
	}
	for k := range w {
		if most > 0 {
			w[k] *= folds[k] / most
		}
	}
	return w
}

// add adds the leaves behind a decision to its values of jam and fold, if they count for its player.
func (s *solver) add(at int, leaves []*leaf) {
	d := &s.nodes[at]
	before, bits := s.reachBy(d), tournament.SeatSet(1)<<d.seat-1
	jammed := tournament.SeatSet(at+1) & bits
	for _, l := range leaves {
		if l.in&bits != jammed || !l.kept[d.seat] {
			continue
		}
		p := before
		for other := d.seat + 1; other < s.n; other++ {
			times(&p, &s.nodes[l.nodes[other]].earlier[d.seat], l.in.Has(other))
		}
		if l.in.Has(d.seat) {
			for k, given := range l.given[jammed.Len()] {
				d.jam[k] += p[k] * given
			}
			continue
		}
		for k := range p {
			d.fold[k] += p[k] * l.folded[d.seat]
		}
	}
}

var pairRanks = [tournament.NumPairOrders][]uint8{
	tournament.FirstWins: {0, 1}, tournament.SecondWins: {1, 0}, tournament.Tied: {0, 0},
}

func (s *solver) valuePair(l *leaf) {
	first, second := l.seats[0], l.seats[1]
	wa, wb := s.weigh(l, first), s.weigh(l, second)
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
