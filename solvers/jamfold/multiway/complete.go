package multiway

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"feltlab/dataset/eval"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// observed are sums over complete deals at a decision with a hand of its player. A deal has the weight with which the
// others play to the decision.
type observed struct {
	weight, weights          float64 // and its square
	difference, fold         float64 // jam less fold, and fold, times the weight
	differences, foldSquares float64 // their squares, times the square of the weight
}

func (o *observed) add(weight, jam, fold float64) {
	difference, square := jam-fold, weight*weight
	o.weight += weight
	o.weights += square
	o.difference += weight * difference
	o.fold += weight * fold
	o.differences += square * difference * difference
	o.foldSquares += square * fold * fold
}

type observations [][cards.NumClasses]observed

func (o observations) take(other observations) {
	for node := range other {
		for k := range other[node] {
			from, to := &other[node][k], &o[node][k]
			if from.weight == 0 {
				continue
			}
			to.weight += from.weight
			to.weights += from.weights
			to.difference += from.difference
			to.fold += from.fold
			to.differences += from.differences
			to.foldSquares += from.foldSquares
		}
	}
}

// mostBoards is the number of boards that a deal of hands has at most: those of cards that nobody holds, and that have
// no card in common.
const mostBoards = 6

// completeDealer plays deals of all hands from one deck. It serves one goroutine.
type completeDealer struct {
	*solver
	x      stochastic.Strategy
	choice []bool      // whether the player of a decision has a choice
	ends   []endValues // by set of players in the pot
	boards int
	opens  [tournament.MaxTable][cards.NumClasses]bool // whether the class may jam first
	joins  [tournament.MaxTable][cards.NumClasses]bool // whether it may jam after others

	deck      [cards.NumCards]cards.Card
	board     [mostBoards]eval.Hand
	hand      [tournament.MaxTable]eval.Hand
	class     [tournament.MaxTable]cards.Class
	first     tournament.SeatSet // seats that may jam first
	later     tournament.SeatSet // seats that may jam after others
	ranked    tournament.SeatSet // seats whose strengths are computed
	strengths [tournament.MaxTable][mostBoards]eval.Strength
	outcomes  []outcome // of the last showdown
	by        observations
}

// outcome is an end of a deal: the part of its boards, and the values of all seats.
type outcome struct {
	part   float64
	values []float64
}

// endValues holds the values of all seats at the ends with the same players in the pot, by the ranks of their hands
// (completeDealer.pattern): of up to four players in a list, of more in a map.
type endValues struct {
	few  [][]float64
	many map[uint64][]float64
}

func (s *solver) newDealer(x stochastic.Strategy) *completeDealer {
	d := &completeDealer{
		solver: s, x: x, choice: s.Table.Free(), boards: min(mostBoards, (cards.NumCards-2*s.n)/5),
		by: make(observations, len(x)),
	}
	for node := range x {
		at := tournament.DecisionOf(node)
		may := &d.joins[at.Seat]
		if at.Jammed == 0 {
			may = &d.opens[at.Seat]
		}
		for k, p := range x[node] {
			may[k] = may[k] || p > 0
		}
	}
	return d
}

func (d *completeDealer) play(seed, number uint64, deals int) {
	const stream = 2 << 32 // other random numbers than those of the certificate
	rng := rand.NewPCG(seed, stream+number)
	for c := range d.deck {
		d.deck[c] = cards.Card(c)
	}
	for range deals {
		d.deal(rng)
		d.act(d.From.Seat, d.From.Jammed, 1)
	}
}

func (d *completeDealer) deal(rng *rand.PCG) {
	var random uint64
	for i := d.before.Deal(rng, &d.deck); i < 2*d.n+5*d.boards; i++ {
		if random >>= 32; i%2 == 0 {
			random = rng.Uint64()
		}
		j := i + int(random&(1<<32-1)*uint64(cards.NumCards-i)>>32)
		d.deck[i], d.deck[j] = d.deck[j], d.deck[i]
	}
	d.first, d.later, d.ranked = 0, 0, 0
	for seat := range d.n {
		a, b := d.before.Hand(seat, &d.deck)
		k := cards.ClassOf(a.Rank(), b.Rank(), a.Suit() == b.Suit())
		d.class[seat] = k
		d.hand[seat] = eval.Hand{}.Add(a).Add(b)
		if d.opens[seat][k] {
			d.first |= 1 << seat
		}
		if d.joins[seat][k] {
			d.later |= 1 << seat
		}
	}
	rest := d.deck[2*d.n:]
	for i := range d.boards {
		c := rest[5*i : 5*i+5]
		d.board[i] = eval.Hand{}.Add(c[0]).Add(c[1]).Add(c[2]).Add(c[3]).Add(c[4])
	}
}

// act plays on from a seat, after jams of earlier seats which the others play with some weight, and returns the values
// of all seats.
func (d *completeDealer) act(seat int, jammed tournament.SeatSet, weight float64) (v [tournament.MaxTable]float64) {
	if seat == d.n {
		d.showdown(jammed)
		for i := range d.n {
			v[i] = d.result(i)
		}
		return v
	}
	node, k, with := tournament.Node(seat, jammed), d.class[seat], jammed|1<<seat
	if !d.choice[node] {
		return d.act(seat+1, with, weight)
	}
	var jam, fold float64
	switch p := d.x[node][k]; p {
	case 1:
		v = d.act(seat+1, with, weight)
		jam, fold = v[seat], d.follow(seat, seat+1, jammed)
	case 0:
		v = d.act(seat+1, jammed, weight)
		jam, fold = d.follow(seat, seat+1, with), v[seat]
	default:
		v = d.act(seat+1, with, weight*p)
		other := d.act(seat+1, jammed, weight*(1-p))
		jam, fold = v[seat], other[seat]
		for i := range v {
			v[i] = p*v[i] + (1-p)*other[i]
		}
	}
	d.by[node][k].add(weight, jam-d.start[seat], fold-d.start[seat])
	return v
}

// follow plays on from a seat, and returns the value of another one, which has acted.
func (d *completeDealer) follow(me, seat int, jammed tournament.SeatSet) float64 {
	for {
		may := d.later
		if jammed == 0 {
			may = d.first
		}
		may = may >> seat << seat
		if may == 0 {
			break
		}
		seat = bits.TrailingZeros16(uint16(may))
		switch p := d.x[tournament.Node(seat, jammed)][d.class[seat]]; p {
		case 0:
		case 1:
			jammed |= 1 << seat
		default:
			return p*d.follow(me, seat+1, jammed|1<<seat) + (1-p)*d.follow(me, seat+1, jammed)
		}
		seat++
	}
	d.showdown(jammed)
	return d.result(me)
}

// duelPatterns are the patterns in which the first of two hands wins, ties and loses.
var duelPatterns = [3]uint64{1 << rankBits(2), 0, 1}

// duel counts the boards on which the first of two hands wins, ties and loses.
func (d *completeDealer) duel(in tournament.SeatSet) (times [3]int) {
	d.rank(in)
	a, b := bits.TrailingZeros16(uint16(in)), bits.Len16(uint16(in))-1
	for i, first := range d.strengths[a][:d.boards] {
		switch second := d.strengths[b][i]; {
		case first > second:
			times[0]++
		case first == second:
			times[1]++
		default:
			times[2]++
		}
	}
	return times
}

// showdown sets the shares of the boards and the values of all seats at their ends, for the players in the pot.
func (d *completeDealer) showdown(in tournament.SeatSet) {
	d.outcomes = d.outcomes[:0]
	part := 1 / float64(d.boards)
	switch in.Len() {
	case 1:
		d.outcomes = append(d.outcomes, outcome{1, d.valueOf(in, 0)})
	case 2:
		for o, n := range d.duel(in) {
			if n > 0 {
				d.outcomes = append(d.outcomes, outcome{part * float64(n), d.valueOf(in, duelPatterns[o])})
			}
		}
	default:
		d.rank(in)
		for i := range d.boards {
			d.outcomes = append(d.outcomes, outcome{part, d.valueOf(in, d.pattern(in, i))})
		}
	}
}

func (d *completeDealer) result(seat int) (v float64) {
	for _, o := range d.outcomes {
		v += o.part * o.values[seat]
	}
	return v
}

// fewInPot is the largest number of players in the pot whose patterns are so few that a list holds their values.
const fewInPot = 4

// rankBits is the number of bits of each rank in the pattern of a number of players in the pot.
func rankBits(players int) int {
	if players <= fewInPot {
		return 2
	}
	return 4
}

// valueOf returns the values of an end by the pattern of the ranks of the players in the pot.
func (d *completeDealer) valueOf(in tournament.SeatSet, pattern uint64) (v []float64) {
	e, players := &d.ends[in], in.Len()
	if players <= fewInPot {
		if e.few == nil {
			e.few = make([][]float64, 1<<(players*rankBits(players)))
		}
		v = e.few[pattern]
	} else {
		v = e.many[pattern]
	}
	if v != nil {
		return v
	}
	var ranks [tournament.MaxTable]uint8
	width := rankBits(players)
	for rest, packed := uint16(in), pattern; rest != 0; rest, packed = rest&(rest-1), packed>>width {
		ranks[bits.TrailingZeros16(rest)] = uint8(packed & (1<<width - 1))
	}
	v = slices.Clone(d.value(d.Table.End(in, ranks[:d.n])))
	switch {
	case players <= fewInPot:
		e.few[pattern] = v
	case e.many == nil:
		e.many = map[uint64][]float64{pattern: v}
	default:
		e.many[pattern] = v
	}
	return v
}

func (d *completeDealer) rank(in tournament.SeatSet) {
	for rest := uint16(in &^ d.ranked); rest != 0; rest &= rest - 1 {
		seat := bits.TrailingZeros16(rest)
		for i := range d.boards {
			d.strengths[seat][i] = d.hand[seat].Merge(d.board[i]).Strength()
		}
	}
	d.ranked |= in
}

// pattern packs the ranks of the players in the pot on a board, the first one's lowest: of each the number of better
// hands.
func (d *completeDealer) pattern(in tournament.SeatSet, board int) (packed uint64) {
	var strengths [tournament.MaxTable]eval.Strength
	players := 0
	for rest := uint16(in); rest != 0; rest &= rest - 1 {
		strengths[players] = d.strengths[bits.TrailingZeros16(rest)][board]
		players++
	}
	width := rankBits(players)
	for i, mine := range strengths[:players] {
		better := uint64(0)
		for _, other := range strengths[:players] {
			if other > mine {
				better++
			}
		}
		packed |= better << (i * width)
	}
	return packed
}

const (
	observeBatch = 1 << 14 // deals of a batch, which has random numbers of its own
	dealers      = 8       // that play a batch each at a time
)

// observe plays complete deals, in batches from a first one on. The error is the context's.
func (m *measurement) observe(ctx context.Context, x stochastic.Strategy, first, batches int) (observations, error) {
	of := make([]*completeDealer, min(dealers, batches))
	for i := range of {
		of[i] = m.newDealer(x)
	}
	for b := 0; b < batches; b += len(of) {
		loop := parallel.Loop{Items: min(len(of), batches-b), Workers: m.options.Workers}
		err := loop.Each(ctx, parallel.Same(func(i int) error {
			of[i].ends = <-m.ends
			of[i].play(m.options.Seed, uint64(first+b+i), observeBatch)
			m.ends <- of[i].ends
			return nil
		}))
		if err != nil {
			return nil, err
		}
		if m.options.Progress != nil {
			m.options.Progress(b+loop.Items, batches)
		}
	}
	sum := of[0].by
	for _, d := range of[1:] { // in this order, so that rounding does not depend on the workers
		sum.take(d.by)
	}
	return sum, nil
}
