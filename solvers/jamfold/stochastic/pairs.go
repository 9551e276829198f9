package stochastic

import (
	"feltlab/dataset/allin"
	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// PairSource returns the number of deals in which a hand of one class wins, ties and loses against one
// of another. *allin.PairTable is one.
type PairSource interface {
	Counts(a, b cards.Class) allin.PairCounts
}

// pairTable has a number for two classes and the result of their showdown.
type pairTable [cards.NumClasses][cards.NumClasses][tournament.NumPairOrders]float64

// Pairs is the joint distribution of two hands and of the result of their showdown.
type Pairs struct {
	removal tournament.Removal
	// p is the probability of two classes and the result, over all deals.
	p pairTable
	// dealt is the probability of each class of the first hand.
	dealt [cards.NumClasses]float64
}

// NewPairs returns the distribution of two hands under the given card removal; for two hands exact and
// pair are the same.
func NewPairs(source PairSource, removal tournament.Removal) *Pairs {
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

// set fills the table from weights.
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
