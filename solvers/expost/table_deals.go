package expost

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"feltlab/dataset/eval"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// actions are the sums over deals of a player's values of jam and fold, each times the probability of the others' play,
// and of the squares of what other play could change: of the difference of the two values, times the most that the
// probability to jam can change, times the probability that play comes to the decision.
type actions struct{ jam, fold, square float64 }

type tableSums struct {
	actions [][cards.NumClasses]actions
	values  [tournament.MaxTable]float64 // of the seats
}

func newTableSums(nodes int) *tableSums {
	return &tableSums{actions: make([][cards.NumClasses]actions, nodes)}
}

// take adds other sums and clears them.
func (s *tableSums) take(other *tableSums) {
	for seat, v := range other.values {
		s.values[seat] += v
	}
	other.values = [tournament.MaxTable]float64{}
	for node := range other.actions {
		for k := range other.actions[node] {
			a := &other.actions[node][k]
			if *a == (actions{}) {
				continue
			}
			s.actions[node][k].jam += a.jam
			s.actions[node][k].fold += a.fold
			s.actions[node][k].square += a.square
			*a = actions{}
		}
	}
}

// deckBoards is the largest number of boards of a deal. They have no card in common, and each counts the same part, so
// that chance on the board averages out and the variance of a deal falls to a third or so.
const deckBoards = 6

// tableDealer plays deals. It serves one goroutine.
type tableDealer struct {
	table  *tournament.Table
	x      stochastic.Strategy
	stays  []bool
	value  func(tournament.Ended) []float64
	values []endsOf // by players in the pot
	plays  [tournament.MaxTable][cards.NumClasses]playsWhen
	from   tournament.Decision // where play begins

	boards int
	before *stochastic.Earlier // deals the hands of the seats before it
	deck   [cards.NumCards]cards.Card
	class  [tournament.MaxTable]cards.Class
	open   tournament.SeatSet // seats that jam with some probability if nobody has jammed
	over   tournament.SeatSet // the same after jams
	common [deckBoards]eval.Hand
	known  tournament.SeatSet // seats whose strengths are computed
	best   [tournament.MaxTable][deckBoards]eval.Strength

	sums *tableSums
}

// playsWhen tells whether a class jams with some probability at any decision of a seat.
type playsWhen struct{ first, later bool }

// endsOf holds the values of all seats for the same players in the pot: of two players by who wins (the first, both,
// the second), of more by packed ranks.
type endsOf struct {
	two  [3][]float64
	more map[uint64][]float64
}

// newTableDealer returns a dealer of deals from a decision on with a number of boards each, as far as the deck has
// cards. The error is stochastic.ErrUnreached.
func newTableDealer(
	t *tournament.Table, x stochastic.Strategy, from tournament.Decision,
	value func(tournament.Ended) []float64, boards int,
) (*tableDealer, error) {
	n := len(t.Stacks)
	before, err := x.Earlier(t, from)
	if err != nil {
		return nil, err
	}
	d := &tableDealer{
		table: t, x: x, value: value, values: make([]endsOf, 1<<n), stays: make([]bool, len(x)),
		from: from, before: before, boards: min(boards, (cards.NumCards-2*n)/5),
	}
	d.sort()
	for node := range x {
		at := tournament.DecisionOf(node)
		d.stays[node] = t.Stays(at.Seat, at.Jammed)
		for k, p := range x[node] {
			if plays := &d.plays[at.Seat][k]; at.Jammed == 0 {
				plays.first = p > 0
			} else {
				plays.later = plays.later || p > 0
			}
		}
	}
	return d, nil
}

func (d *tableDealer) play(sums *tableSums, seed, number uint64) {
	const stream = 1 << 32 // other random numbers than those of a solver with the same seed
	rng := rand.NewPCG(seed, stream+number)
	d.sort()
	d.sums = sums
	for range batchDeals {
		d.deal(rng)
		for seat, v := range d.follow(d.from.Seat, d.from.Jammed, 1) {
			sums.values[seat] += v
		}
	}
}

// sort puts the deck into order, so that a batch depends on its random numbers alone.
func (d *tableDealer) sort() {
	for c := range d.deck {
		d.deck[c] = cards.Card(c)
	}
}

// below draws a number below n, all with the same probability, from 32 random bits. It reports false for the few bits
// that would make some numbers likelier.
func below(n, random uint32) (uint32, bool) {
	product := uint64(random) * uint64(n)
	return uint32(product >> 32), uint32(product) >= -n%n
}

// deal draws the hands and the boards without replacement.
func (d *tableDealer) deal(rng *rand.PCG) {
	n := len(d.table.Stacks)
	random, left := uint64(0), 0
	for i := d.before.Deal(rng, &d.deck); i < 2*n+5*d.boards; {
		if left == 0 {
			random, left = rng.Uint64(), 2
		}
		by, fair := below(uint32(cards.NumCards-i), uint32(random))
		random, left = random>>32, left-1
		if fair {
			j := i + int(by)
			d.deck[i], d.deck[j] = d.deck[j], d.deck[i]
			i++
		}
	}
	d.open, d.over, d.known = 0, 0, 0
	for seat := range n {
		a, b := d.before.Hand(seat, &d.deck)
		d.class[seat] = cards.ClassOf(a.Rank(), b.Rank(), a.Suit() == b.Suit())
		plays := d.plays[seat][d.class[seat]]
		if plays.first {
			d.open |= 1 << seat
		}
		if plays.later {
			d.over |= 1 << seat
		}
	}
	for i := range d.boards {
		d.common[i] = eval.Hand{}
		for _, c := range d.deck[2*n+5*i:][:5] {
			d.common[i] = d.common[i].Add(c)
		}
	}
}

// follow plays on from a seat, after jams of earlier seats, to which the players play with probability p. It adds the
// actions of the players behind, and returns the expected values of all seats.
func (d *tableDealer) follow(seat int, jammed tournament.SeatSet, p float64) (values [tournament.MaxTable]float64) {
	if seat == len(d.table.Stacks) {
		d.end(jammed, &values)
		return values
	}
	node := tournament.Node(seat, jammed)
	with := jammed | 1<<seat
	in := d.x[node][d.class[seat]]
	var jam, fold float64
	switch {
	case d.stays[node]:
		values = d.follow(seat+1, with, p)
		d.sums.actions[node][d.class[seat]].jam += p * values[seat]
		return values
	case in == 0:
		values = d.follow(seat+1, jammed, p)
		jam, fold = d.alone(seat, seat+1, with), values[seat]
	case in == 1:
		values = d.follow(seat+1, with, p)
		jam, fold = values[seat], d.alone(seat, seat+1, jammed)
	default:
		values = d.follow(seat+1, with, p*in)
		others := d.follow(seat+1, jammed, p*(1-in))
		jam, fold = values[seat], others[seat]
		for i := range values {
			values[i] = in*values[i] + (1-in)*others[i]
		}
	}
	change := max(in, 1-in) * (jam - fold)
	a := &d.sums.actions[node][d.class[seat]]
	a.jam += p * jam
	a.fold += p * fold
	a.square += p * change * change
	return values
}

// alone returns the expected value of a player, who has acted, from the play of the seats from another one on. It looks
// only at seats that may jam.
func (d *tableDealer) alone(me, seat int, jammed tournament.SeatSet) float64 {
	for n := len(d.table.Stacks); seat < n; seat++ {
		may := d.over
		if jammed == 0 {
			may = d.open
		}
		if may >>= seat; may == 0 {
			break
		}
		seat += bits.TrailingZeros16(uint16(may))
		in := d.x[tournament.Node(seat, jammed)][d.class[seat]]
		if in > 0 && in < 1 {
			return in*d.alone(me, seat+1, jammed|1<<seat) + (1-in)*d.alone(me, seat+1, jammed)
		}
		if in == 1 {
			jammed |= 1 << seat
		}
	}
	return d.endOf(jammed, me)
}

// end sets the mean values of all seats over the boards for the players in the pot.
func (d *tableDealer) end(in tournament.SeatSet, values *[tournament.MaxTable]float64) {
	if in.Len() < 3 {
		for seat := range d.table.Stacks {
			values[seat] = d.endOf(in, seat)
		}
		return
	}
	d.compare(in)
	for board := range d.boards {
		for seat, v := range d.more(in, d.rank(in, board)) {
			values[seat] += v / float64(d.boards)
		}
	}
}

// endOf returns a seat's mean value over the boards for the players in the pot.
func (d *tableDealer) endOf(in tournament.SeatSet, me int) (value float64) {
	first, last := bits.TrailingZeros16(uint16(in)), bits.Len16(uint16(in))-1
	if first == last {
		return d.two(in, 0, 1<<(4*first))[me] // whoever wins
	}
	d.compare(in)
	if in.Len() > 2 {
		for board := range d.boards {
			value += d.more(in, d.rank(in, board))[me]
		}
		return value / float64(d.boards)
	}
	wins, ties := 0, 0
	for board, mine := range d.best[first][:d.boards] {
		if theirs := d.best[last][board]; mine > theirs {
			wins++
		} else if mine == theirs {
			ties++
		}
	}
	if wins > 0 {
		value += float64(wins) * d.two(in, 0, 1<<(4*last))[me]
	}
	if ties > 0 {
		value += float64(ties) * d.two(in, 1, 0)[me]
	}
	if losses := d.boards - wins - ties; losses > 0 {
		value += float64(losses) * d.two(in, 2, 1<<(4*first))[me]
	}
	return value / float64(d.boards)
}

// two returns the values of all seats at an end of one or two players in the pot.
func (d *tableDealer) two(in tournament.SeatSet, result int, packed uint64) []float64 {
	v := &d.values[in].two[result]
	if *v == nil {
		*v = d.valued(in, packed)
	}
	return *v
}

func (d *tableDealer) more(in tournament.SeatSet, packed uint64) []float64 {
	e := &d.values[in]
	v, ok := e.more[packed]
	if !ok {
		if e.more == nil {
			e.more = map[uint64][]float64{}
		}
		v = d.valued(in, packed)
		e.more[packed] = v
	}
	return v
}

// valued values an end by the packed ranks of all seats.
func (d *tableDealer) valued(in tournament.SeatSet, packed uint64) []float64 {
	ranks := unpack(packed)
	return slices.Clone(d.value(d.table.End(in, ranks[:len(d.table.Stacks)])))
}

func unpack(packed uint64) (ranks [tournament.MaxTable]uint8) {
	for seat := range ranks {
		ranks[seat] = uint8(packed >> (4 * seat) & 15)
	}
	return ranks
}

func (d *tableDealer) compare(in tournament.SeatSet) {
	for seat := range d.table.Stacks {
		if !in.Has(seat) || d.known.Has(seat) {
			continue
		}
		a, b := d.before.Hand(seat, &d.deck)
		hand := eval.Hand{}.Add(a).Add(b)
		for board := range d.boards {
			d.best[seat][board] = hand.Merge(d.common[board]).Strength()
		}
		d.known |= 1 << seat
	}
}

// rank ranks the hands of the players in the pot on a board: each by the number of players with a better hand. It
// returns the ranks packed, 4 bits each.
func (d *tableDealer) rank(in tournament.SeatSet, board int) (packed uint64) {
	for rest := uint16(in); rest != 0; rest &= rest - 1 {
		seat := bits.TrailingZeros16(rest)
		for others := uint16(in); others != 0; others &= others - 1 {
			if d.best[bits.TrailingZeros16(others)][board] > d.best[seat][board] {
				packed += 1 << (4 * seat)
			}
		}
	}
	return packed
}
