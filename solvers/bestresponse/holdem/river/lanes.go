package river

import "feltlab/model/cards"

// Lanes is the number of betting histories that are valued at once.
const Lanes = 16

// Real is the precision of a kernel: float32 for speed, float64 as the reference.
type Real interface{ float32 | float64 }

// Vector holds a number for each of sixteen betting histories.
type Vector[R Real] [Lanes]R

// Sequences is the number of ways in which the betting of a street ends without a fold.
const Sequences = 9

// MaxBets is the number of bets that a street allows.
const MaxBets = 4

// CheckedDown is the sequence in which both check.
const CheckedDown = 0

// Sequence numbers the ways in which the betting of a street ends without a fold: CheckedDown,
// or the number of bets, from 1 to MaxBets, and whether we made the first of them.
func Sequence(bets int, oursFirst bool) int {
	if oursFirst {
		return MaxBets + bets
	}
	return bets
}

// Shares holds a number for each sequence and betting history. As the opponent's shares they
// are the probability that it plays its part of the sequence.
type Shares[R Real] [Sequences]Vector[R]

// Stakes holds what a showdown or fold pays by the number of bets that both have put in on
// the street, from none to MaxBets, and betting history.
type Stakes[R Real] [MaxBets + 1]Vector[R]

// Block is sixteen betting histories that reach a board.
type Block[R Real] struct {
	Stakes Stakes[R]
	// OpponentFirst says who opens the street.
	OpponentFirst bool
	// Reach is the probability with which the opponent plays to the street with each combo. Only
	// the entries of hands that are live on the board are read.
	Reach *[cards.NumCombos]Vector[R]
	// Shares are the opponent's, by bucket.
	Shares []Shares[R]
	// Ours are our own shares, by our bucket, or nil: then we play a best response.
	Ours []Shares[R]
	// Sum is what the values of our combos are added to.
	Sum *[cards.NumCombos]Vector[float64]
}

// totals is a sum over hands, and over those that hold each card.
type totals[R Real] struct {
	all     Shares[R]
	holding [cards.NumCards]Shares[R]
}

// Scratch is the memory that a sweep works with: one for each goroutine. It takes 680 KB in
// float32, of which a sweep touches 62 KB, and more where very many hands tie.
type Scratch[R Real] struct {
	final   totals[R]
	running totals[R]
	edge    Shares[R] // what accumulate was last called with, before plus after
	before  [NumLive]Shares[R]
}
