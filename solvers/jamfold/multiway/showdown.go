package multiway

import (
	"cmp"
	"math"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// valueShowdowns values the leaves; those of three and more players only if their value may have changed by more than
// slack.
func (s *solver) valueShowdowns(used []*leaf, slack float64) {
	stale := make([]bool, len(used))
	s.each(len(used), func(i int) {
		switch l := used[i]; len(l.seats) {
		case 1:
			l.folded = s.at(l, []uint8{0})
			for k := range l.given[0] {
				l.given[0][k] = l.folded[l.seats[0]]
			}
		case 2:
			s.valuePair(l)
		default:
			stale[i] = s.stale(l, slack)
		}
	})
	var leaves []*leaf
	var missing []int // numbers of hands that have no deals yet
	for i, l := range used {
		if stale[i] {
			leaves = append(leaves, l)
			if m := len(l.seats); m > 3 && s.deals[m] == nil && !slices.Contains(missing, m) {
				missing = append(missing, m)
			}
		}
	}
	s.drawDeals(missing)
	slices.SortStableFunc(leaves, func(a, b *leaf) int { return cmp.Compare(b.played(), a.played()) }) // longest first
	s.each(len(leaves), func(i int) {
		if l := leaves[i]; len(l.seats) == 3 {
			s.valueTriple(l)
		} else {
			s.valueDeals(l)
		}
	})
}

// trifle is the weight of a hand below which leaves of three and more players leave it out.
const trifle = 1e-3

// influence is by how much of its scale the value of a leaf changes if all of a player's hands do.
const influence = 0.2

// stale sets the weights of a leaf's hands if they have moved so far that its values may have changed by more than
// slack.
func (s *solver) stale(l *leaf, slack float64) bool {
	likely, moved := make([]values, len(l.seats)), 0.0
	for i, seat := range l.seats {
		w := &likely[i]
		*w = s.weigh(l, seat)
		by, all := 0.0, 0.0
		for k, p := range w {
			if p < trifle {
				w[k] = 0
			}
			if prior := s.blocks.prior[k]; l.weights != nil {
				by += prior * math.Abs(w[k]-l.weights[i][k])
				all += prior * l.weights[i][k]
			}
		}
		if by > 0 {
			moved = max(moved, by/all)
		}
	}
	if l.weights != nil && influence*moved*l.scale*s.reach(l) <= slack {
		return false
	}
	l.weights = likely
	return true
}

// played returns the number of hands that have a weight, over all players in the pot.
func (l *leaf) played() (n int) {
	for i := range l.weights {
		for _, p := range l.weights[i] {
			if p > 0 {
				n++
			}
		}
	}
	return n
}

// reach returns the largest probability, over the players, of the others' play to a leaf.
func (s *solver) reach(l *leaf) (p float64) {
	for seat := s.From.Seat; seat < s.n; seat++ {
		p = max(p, s.rest(l, seat))
	}
	return p
}

// tripleOrders holds the weights of the orders of three hands, by class of one of them.
type tripleOrders [cards.NumClasses][tournament.NumOrders]float64

func (s *solver) valueTriple(l *leaf) {
	var support [3][]int
	for i := range l.seats {
		for k, p := range l.weights[i] {
			if p > 0 {
				support[i] = append(support[i], k)
			}
		}
	}
	var by [3]tripleOrders
	a, b, c := len(support[0]), len(support[1]), len(support[2])
	if pairs, sum := a*b+a*c+b*c, a+b+c-max(a, b, c); pairs > 30*sum+200 { // times of both ways, as measured
		s.sumMarginals(l, &support, &by)
	} else {
		s.sumTriples(l, &support, &by)
	}
	v := make([][]float64, tournament.NumOrders)
	for o := range v {
		ranks := tournament.Order(o).Ranks()
		v[o] = s.at(l, ranks[:])
	}
	var all [tournament.NumOrders]float64
	for k := range cards.NumClasses {
		for me := range by {
			l.given[me][k] = expected(by[me][k][:], v, l.seats[me])
		}
		for o, n := range by[0][k] {
			all[o] += n * l.weights[0][k]
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

// sumTriples sums the counts of each class with the weighted hands of the two others.
func (s *solver) sumTriples(l *leaf, support *[3][]int, by *[3]tripleOrders) {
	n := s.Triples.Columns()
	for me := range by {
		second, third := (me+1)%3, (me+2)%3
		for k := range by[me] {
			rows := s.Triples.Slice(cards.Class(k))
			// rows whose second hand is the second player's, and the third's
			var low, high [tournament.NumOrders]float64
			for _, b := range support[second] {
				for _, c := range support[third] {
					lesser, greater, to := b, c, &low
					if b > c {
						lesser, greater, to = c, b, &high
					}
					at := (greater*(greater+1)/2 + lesser) * n
					weight := l.weights[second][b] * l.weights[third][c]
					for o, count := range rows[at : at+tournament.NumOrders] {
						to[o] += weight * float64(count)
					}
				}
			}
			for o, to := range relabel(me, second, third) {
				by[me][k][to] += low[o]
			}
			for o, to := range relabel(me, third, second) {
				by[me][k][to] += high[o]
			}
		}
	}
}

// sumMarginals does what sumTriples does. It sums out one player's hands, then another's: a pass over rows for each
// class of the two players with the fewest.
func (s *solver) sumMarginals(l *leaf, support *[3][]int, by *[3]tripleOrders) {
	most := 0
	for i := range support {
		if len(support[i]) > len(support[most]) {
			most = i
		}
	}
	first, second := (most+1)%3, (most+2)%3
	buffer := s.rows.Get().(*[]float64)
	defer s.rows.Put(buffer)
	rows := *buffer
	s.sumOut(rows, support[first], &l.weights[first], support[second], support[most])
	s.sumRows(rows, [3]int{first, most, second}, &l.weights[second], &by[most])
	s.sumRows(rows, [3]int{first, second, most}, &l.weights[most], &by[second])
	s.sumOut(rows, support[second], &l.weights[second], support[most])
	s.sumRows(rows, [3]int{second, first, most}, &l.weights[most], &by[first])
}

// sumOut sums the rows of a player's hands, those with a class of one of the lists: of others sumRows uses none.
func (s *solver) sumOut(rows []float64, hands []int, weights *values, lists ...[]int) {
	var used [cards.NumClasses]bool
	for _, list := range lists {
		for _, k := range list {
			used[k] = true
		}
	}
	var shares []float64
	for _, k := range hands {
		shares = append(shares, weights[k])
	}
	slices := make([][]uint32, len(hands))
	from, to := 0, 0 // rows that follow each other
	sum := func() {
		n := s.Triples.Columns()
		part := rows[from*n : to*n]
		clear(part)
		for i, k := range hands {
			slices[i] = s.Triples.Slice(cards.Class(k))[from*n : to*n]
		}
		mixShares(part, slices, shares)
	}
	row := 0
	for c := range cards.NumClasses {
		for b := range c + 1 {
			if used[c] || used[b] {
				if row > to {
					sum()
					from = row
				}
				to = row + 1
			}
			row++
		}
	}
	sum()
}

// sumRows sums rows in which the first of three players is summed out, with the weighted hands of the third, by class
// of the second.
func (s *solver) sumRows(rows []float64, players [3]int, weights *values, by *tripleOrders) {
	n := s.Triples.Columns()
	low, high := new(tripleOrders), new(tripleOrders) // rows whose second hand is the second player's, and the third's
	for c := range cards.NumClasses {
		for b := range c + 1 {
			row := rows[:tournament.NumOrders]
			rows = rows[n:]
			addWeighted(&low[b], row, weights[c])
			if b != c {
				addWeighted(&high[c], row, weights[b])
			}
		}
	}
	lows, highs := relabel(players[0], players[1], players[2]), relabel(players[0], players[2], players[1])
	for k := range by {
		for o := range low[k] {
			by[k][lows[o]] += low[k][o]
			by[k][highs[o]] += high[k][o]
		}
	}
}

func addWeighted(to *[tournament.NumOrders]float64, row []float64, weight float64) {
	if weight == 0 {
		return
	}
	for o, n := range row[:len(to)] {
		to[o] += weight * n
	}
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

// enoughDeals returns how many deals a leaf takes: few if play seldom comes there.
func (s *solver) enoughDeals(l *leaf, all int) int {
	const least = 5000
	noise := s.reach(l) * l.scale / (2 * s.options.Target)
	return int(min(float64(all), max(least, 1000*noise*noise)))
}

func (s *solver) valueDeals(l *leaf) {
	m := len(l.seats)
	d := s.deals[m]
	w := l.weights
	total := make([]values, m)
	sum := make([]values, m)
	folded, all := make([]float64, s.n), 0.0
	by := make([][]float64, len(d.numbers)) // values by pattern
	for i, weight := range d.weight[:s.enoughDeals(l, len(d.weight))] {
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
