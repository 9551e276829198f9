package stochastic

import (
	"context"
	"math"

	"feltlab/dataset/allin"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// Rollout returns the number of deals in which hands of three classes finish in each order, over all
// disjoint combos and all boards. *allin.Table is one.
type Rollout interface {
	Orders(a, b, c cards.Class) allin.Counts
}

// NumClassPairs is the number of multisets of two classes.
const NumClassPairs = cards.NumClasses * (cards.NumClasses + 1) / 2

func pairIndex(b, c cards.Class) int { return int(c)*(int(c)+1)/2 + int(b) }

// Columns of a row of Triples. The first 13 are the orders of the three hands.
const (
	MaxColumns = tournament.NumOrders + 6 // largest number of columns
	// pairColumns is the first column of the wins and ties of two hands, for removal other than exact: first over
	// second, first and second tied, then the same for first and third, and for second and third.
	pairColumns = tournament.NumOrders
)

// Triples is the joint distribution of three hands and of their order at the showdown. It does not change
// and may be shared by goroutines.
type Triples struct {
	Pairs
	columns int
	rows    []uint32
	all     []float64
	deals   float64
}

// Columns returns the number of columns: 13, or 19 unless removal is exact.
func (t *Triples) Columns() int { return t.columns }

// Deals returns the sum of the first 13 columns over all three classes, in every sequence.
func (t *Triples) Deals() float64 { return t.deals }

// Slice returns the rows in which the first hand is of class a: NumClassPairs rows of Columns numbers, by the
// pairIndex of the second and the third hand, the second the lesser class. It is shared and must not be changed.
func (t *Triples) Slice(a cards.Class) []uint32 {
	size := NumClassPairs * t.columns
	return t.rows[int(a)*size:][:size]
}

// All returns the sum of the slices of all classes. It is shared and must not be changed.
func (t *Triples) All() []float64 { return t.all }

// NewTriples lays out a rollout for the given card removal. The only error is the context's.
func NewTriples(ctx context.Context, source Rollout, removal tournament.Removal) (*Triples, error) {
	t := &Triples{columns: tournament.NumOrders}
	if removal != tournament.RemovalExact {
		t.columns = MaxColumns
	}
	t.rows = make([]uint32, cards.NumClasses*NumClassPairs*t.columns)
	orders := func(a cards.Class, slice []uint32) { t.addOrders(a, slice, source) }
	if err := t.eachSlice(ctx, orders); err != nil {
		return nil, err
	}
	t.deals = t.sumOut(&t.Pairs)
	t.removal = removal
	if removal == tournament.RemovalNone {
		t.Pairs.ignoreRemoval()
		if err := t.eachSlice(ctx, t.ignoreRemoval); err != nil {
			return nil, err
		}
		t.deals = t.sumOut(new(Pairs))
	}
	if removal != tournament.RemovalExact {
		if err := t.eachSlice(ctx, t.addShares); err != nil {
			return nil, err
		}
	}
	t.all = make([]float64, NumClassPairs*t.columns)
	for a := range cards.Class(cards.NumClasses) {
		for i, n := range t.Slice(a) {
			t.all[i] += float64(n)
		}
	}
	return t, nil
}

func (t *Triples) eachSlice(ctx context.Context, do func(a cards.Class, slice []uint32)) error {
	return parallel.Loop{Items: cards.NumClasses}.Each(ctx, parallel.Same(func(a int) error {
		do(cards.Class(a), t.Slice(cards.Class(a)))
		return nil
	}))
}

func (t *Triples) addOrders(a cards.Class, slice []uint32, source Rollout) {
	for c := range cards.Class(cards.NumClasses) {
		for b := range c + 1 {
			row := slice[pairIndex(b, c)*t.columns:]
			for o, n := range source.Orders(a, b, c) {
				row[o] = uint32(n) // at most 12*12*12*C(46,5) < 2^32
			}
		}
	}
}

// ignoreRemoval gives every triple of combos, disjoint or not, the orders of disjoint ones.
func (t *Triples) ignoreRemoval(a cards.Class, slice []uint32) {
	const tie = tournament.NumOrders - 1
	for c := range cards.Class(cards.NumClasses) {
		for b := range c + 1 {
			row := slice[pairIndex(b, c)*t.columns:][:tournament.NumOrders]
			had := sum(row)
			if had == 0 {
				row[tie], had = 1, 1
			}
			deals := float64(a.Size()*b.Size()*c.Size()) * allin.BoardsAvoidingThree
			for o, n := range row {
				row[o] = uint32(math.Round(deals * float64(n) / had))
			}
		}
	}
}

func sum(row []uint32) (total float64) {
	for _, n := range row {
		total += float64(n)
	}
	return total
}

// sumOut fills duels by summing over the third hand, and returns the sum over all three.
func (t *Triples) sumOut(duels *Pairs) (total float64) {
	var sums pairTable
	for a := range cards.Class(cards.NumClasses) {
		slice := t.Slice(a)
		for c := range cards.Class(cards.NumClasses) {
			for b := range c + 1 {
				row := slice[pairIndex(b, c)*t.columns:]
				for o := range tournament.Order(tournament.NumOrders) {
					n := float64(row[o])
					sums[a][b][o.Between(0, 1)] += n
					total += n
					if b != c {
						sums[a][c][o.Between(0, 2)] += n
						total += n
					}
				}
			}
		}
	}
	duels.set(&sums)
	return total
}

// addShares fills the columns of two hands' results: the deals of a row, divided by the results of the two hands alone.
func (t *Triples) addShares(a cards.Class, slice []uint32) {
	for c := range cards.Class(cards.NumClasses) {
		for b := range c + 1 {
			row := slice[pairIndex(b, c)*t.columns:][:MaxColumns]
			deals := sum(row[:tournament.NumOrders])
			for i, hands := range [3][2]cards.Class{{a, b}, {a, c}, {b, c}} {
				p := t.Showdown(hands[0], hands[1])
				row[pairColumns+2*i] = uint32(math.Round(deals * p[tournament.FirstWins]))
				row[pairColumns+2*i+1] = uint32(math.Round(deals * p[tournament.Tied]))
			}
		}
	}
}

// Column returns the column of the wins of hand i of a row over hand j > i; the next column has their
// ties. It is for Triples of 19 columns.
func Column(i, j int) int { return pairColumns + 2*(i+j-1) }

type pairTable [cards.NumClasses][cards.NumClasses][tournament.NumPairOrders]float64

// Pairs is the joint distribution of two hands and of the result of their showdown.
type Pairs struct {
	removal tournament.Removal
	p       pairTable
	dealt   [cards.NumClasses]float64
}

// NewPairs returns the distribution of two hands under the given card removal; for two hands exact and
// pair are the same.
func NewPairs(source *allin.PairTable, removal tournament.Removal) *Pairs {
	var sums pairTable
	for a := range cards.Class(cards.NumClasses) {
		for b := range cards.Class(cards.NumClasses) {
			n := source.Counts(a, b)
			sums[a][b] = [tournament.NumPairOrders]float64{
				tournament.FirstWins:  float64(n.Wins),
				tournament.SecondWins: float64(n.Losses),
				tournament.Tied:       float64(n.Ties),
			}
		}
	}
	d := &Pairs{removal: removal}
	d.set(&sums)
	if removal == tournament.RemovalNone {
		d.ignoreRemoval()
	}
	return d
}

// ignoreRemoval gives every pair of combos, disjoint or not, the results of disjoint ones.
func (d *Pairs) ignoreRemoval() {
	var p pairTable
	for a := range cards.Class(cards.NumClasses) {
		for b := range cards.Class(cards.NumClasses) {
			p[a][b] = d.Showdown(a, b)
			for k := range p[a][b] {
				p[a][b][k] *= Prior(a) * Prior(b)
			}
		}
	}
	d.set(&p)
}

func (d *Pairs) set(sums *pairTable) {
	total := 0.0
	for a := range sums {
		for b := range sums[a] {
			for _, n := range sums[a][b] {
				total += n
			}
		}
	}
	for a := range sums {
		d.dealt[a] = 0
		for b := range sums[a] {
			for k, n := range sums[a][b] {
				d.p[a][b][k] = n / total
				d.dealt[a] += n / total
			}
		}
	}
}

// Removal returns the card removal of the distribution.
func (d *Pairs) Removal() tournament.Removal { return d.removal }

// Joint returns the probability, over all deals, of two classes and of each result of their showdown.
// It is shared and must not be changed.
func (d *Pairs) Joint(a, b cards.Class) *[tournament.NumPairOrders]float64 { return &d.p[a][b] }

// Dealt returns the probability of being dealt a class: its Prior, up to the rounding of sums.
func (d *Pairs) Dealt(a cards.Class) float64 { return d.dealt[a] }

// Showdown returns the probabilities of the results given the classes.
func (d *Pairs) Showdown(a, b cards.Class) [tournament.NumPairOrders]float64 {
	p := d.p[a][b]
	sum := p[0] + p[1] + p[2]
	for k := range p {
		p[k] /= sum
	}
	return p
}

// Prior returns the probability of being dealt a class.
func Prior(a cards.Class) float64 { return float64(a.Size()) / cards.NumCombos }
