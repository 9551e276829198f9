package river

import "feltlab/model/cards"

// Lanes is the number of betting histories that are valued at once.
const Lanes = 16

// Real is the precision of a kernel: float32 for speed, float64 as the reference.
type Real interface{ float32 | float64 }

// Vector holds a number for each of sixteen betting histories.
type Vector[R Real] [Lanes]R

// Sequences is the number of ways in which the betting of a street can end without a fold.
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

// Shares holds a number for each sequence and betting history. As the opponent's shares they are the probability that
// it plays its part of the sequence.
type Shares[R Real] [Sequences]Vector[R]

// Stakes holds the payoff of a showdown or fold by the number of bets that both have put in on the street, from none to
// MaxBets, and betting history.
type Stakes[R Real] [MaxBets + 1]Vector[R]

// Block is sixteen betting histories that reach a board.
type Block[R Real] struct {
	// Stakes are those of Theirs. The assembly kernels depend on the layout of the first two.
	Stakes  Stakes[R]
	inverse Stakes[R] // 0 where there is nothing at stake
	Weight  R         // of the values in the sum
	// OpponentFirst reports whether the opponent opens the street.
	OpponentFirst bool
	// Reach is the probability with which the opponent plays to the street with each combo. Only the entries of hands
	// that are live on the board are read.
	Reach *[cards.NumCombos]Vector[R]
	// Theirs are the opponent's losses, by its bucket: see Ends.Pay.
	Theirs *Book[R]
	// Ours is our play, by our bucket: see Ends.Play. With nil we play a best response.
	Ours *Book[R]
	// Sum is the sum to which the values of our combos are added.
	Sum *[cards.NumCombos]Vector[float64]
}

// totals is a sum over all hands, and over the hands that hold each card.
type totals[R Real] struct {
	all     Shares[R]
	holding [cards.NumCards]Shares[R]
}

// Scratch is the memory of a sweep: one for each goroutine. It takes 980 KB in float32, of which Kernel.Add mostly
// touches 130 KB, and half of that with AVX2.
type Scratch[R Real] struct {
	river   riverScratch[R] // of Kernel.Add; what follows is of Kernel.Learn
	final   totals[R]
	running totals[R]
	edge    Shares[R] // of the group that was added last, the totals before plus those after
	before  [NumLive]Shares[R]
}

// riverScratch is the memory of Kernel.Add. The assembly kernels depend on the layout, and leave out the lanes that
// they do not work on.
type riverScratch[R Real] struct {
	// running totals of the opponent's losses, less half of the final ones: of each card, negative, and half of that
	// of all hands.
	running totals[R]
	edge    Shares[R] // of the group that was added last, half of the totals before plus those after
	folds   [Folds]Vector[R]
	// held is the winnings of a hand at each end by a card that it holds: those of its two cards add up, and at folds
	// the opponent's losses with the hand itself are added.
	held [cards.NumCards]Ends[R]
	// totals are the opponent's reach with the hands of each class.
	totals [NumLive]Vector[R]
	// parts are the opponent's reach with the hands of a class that hold a card.
	parts [2 * NumLive]Vector[R]
}
