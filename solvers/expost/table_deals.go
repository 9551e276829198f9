package expost

import (
	"math/rand/v2"

	"feltlab/dataset/eval"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// actions are the sums over deals of a player's values of jam and fold, each times the probability of the others' play,
// and of the squares of what other play could change: of the difference of the two values, times the most that the
// probability to jam can change, times the probability that play comes to the decision.
type actions struct{ jam, fold, square float64 }

// tableSums holds the actions at each decision and class.
type tableSums struct {
	actions [][cards.NumClasses]actions
}

func newTableSums(nodes int) *tableSums {
	return &tableSums{actions: make([][cards.NumClasses]actions, nodes)}
}

// take adds other sums and clears them.
func (s *tableSums) take(other *tableSums) {
	for node := range other.actions {
		for k := range other.actions[node] {
			a := &other.actions[node][k]
			s.actions[node][k].jam += a.jam
			s.actions[node][k].fold += a.fold
			s.actions[node][k].square += a.square
			*a = actions{}
		}
	}
}

// tableDealer plays deals. It serves one goroutine.
type tableDealer struct {
	table  *tournament.Table
	x      stochastic.TableStrategy
	stays  []bool
	value  func(tournament.Ended) []float64
	values map[uint64][]float64 // by end: players in the pot and ranks

	deck      [cards.NumCards]cards.Card
	class     [tournament.MaxTable]cards.Class
	hands     [tournament.MaxTable]cards.Set
	board     eval.Hand
	strengths [tournament.MaxTable]eval.Strength // 0: not computed

	me   int
	sums *tableSums
}

func newTableDealer(
	t *tournament.Table, x stochastic.TableStrategy, value func(tournament.Ended) []float64,
) *tableDealer {
	d := &tableDealer{table: t, x: x, value: value, values: map[uint64][]float64{}, stays: make([]bool, len(x))}
	for c := range d.deck {
		d.deck[c] = cards.Card(c)
	}
	for seat := range t.Stacks {
		for jammed := range tournament.SeatSet(1 << seat) {
			d.stays[stochastic.TableNode(seat, jammed)] = t.Stays(seat, jammed)
		}
	}
	return d
}

// play adds the deals of a batch.
func (d *tableDealer) play(sums *tableSums, seed, number uint64) {
	const stream = 1 << 32 // other random numbers than those of a solver with the same seed
	rng := rand.New(rand.NewPCG(seed, stream+number))
	for c := range d.deck {
		d.deck[c] = cards.Card(c)
	}
	d.sums = sums
	for range batchDeals {
		d.deal(rng)
		for d.me = range d.table.Stacks {
			d.follow(0, 0, 1)
		}
	}
}

// deal draws the hands and the board without replacement.
func (d *tableDealer) deal(rng *rand.Rand) {
	n := len(d.table.Stacks)
	for i := range 2*n + 5 {
		j := i + int(rng.Uint32N(uint32(cards.NumCards-i)))
		d.deck[i], d.deck[j] = d.deck[j], d.deck[i]
	}
	for seat := range n {
		a, b := d.deck[2*seat], d.deck[2*seat+1]
		d.hands[seat] = cards.SetOf(a, b)
		d.class[seat] = cards.ClassOf(a.Rank(), b.Rank(), a.Suit() == b.Suit())
		d.strengths[seat] = 0
	}
	d.board = eval.HandOf(cards.SetOf(d.deck[2*n : 2*n+5]...))
}

// follow plays on from a seat, after jams of earlier seats that the others play with probability p. It returns p times
// the player's expected value, if he has acted.
func (d *tableDealer) follow(seat int, jammed tournament.SeatSet, p float64) (value float64) {
	if seat == len(d.table.Stacks) {
		return p * d.end(jammed)[d.me]
	}
	node := stochastic.TableNode(seat, jammed)
	with := jammed | 1<<seat
	in := d.x[node][d.class[seat]]
	if seat == d.me {
		a := &d.sums.actions[node][d.class[seat]]
		jam := d.follow(seat+1, with, p)
		a.jam += jam
		if !d.stays[node] {
			fold := d.follow(seat+1, jammed, p)
			a.fold += fold
			change := max(in, 1-in) * (jam - fold)
			a.square += change * change / p
		}
		return 0
	}
	if in > 0 {
		value += d.follow(seat+1, with, p*in)
	}
	if in < 1 {
		value += d.follow(seat+1, jammed, p*(1-in))
	}
	return value
}

// end returns the values of all seats for the players in the pot and the cards.
func (d *tableDealer) end(in tournament.SeatSet) []float64 {
	var ranks [tournament.MaxTable]uint8
	key := uint64(in)
	if in&(in-1) != 0 {
		key |= d.rank(in, &ranks) << tournament.MaxTable
	}
	v, ok := d.values[key]
	if !ok {
		n := len(d.table.Stacks)
		v = append(v, d.value(d.table.End(in, ranks[:n]))...)
		d.values[key] = v
	}
	return v
}

// rank ranks the hands of the players in the pot: each by the number of players with a better hand. It returns the
// ranks packed, 4 bits each.
func (d *tableDealer) rank(in tournament.SeatSet, ranks *[tournament.MaxTable]uint8) (packed uint64) {
	n := len(d.table.Stacks)
	for seat := range n {
		if in.Has(tournament.Seat(seat)) && d.strengths[seat] == 0 {
			d.strengths[seat] = eval.HandOf(d.hands[seat]).Merge(d.board).Strength()
		}
	}
	for seat := range n {
		if !in.Has(tournament.Seat(seat)) {
			continue
		}
		for other := range n {
			if in.Has(tournament.Seat(other)) && d.strengths[other] > d.strengths[seat] {
				ranks[seat]++
			}
		}
		packed |= uint64(ranks[seat]) << (4 * seat)
	}
	return packed
}
