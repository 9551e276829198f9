package river

import "feltlab/model/cards"

// Entries is the number of actions that a player has on a street, its five decisions together.
const Entries = 13

// Open is the first entry of a player's decision before there is a bet: check and bet. The other decisions face bets,
// an odd number of them if the opponent made the first, and have fold, call and raise, except that nobody raises the
// last bet.
const Open = 0

const facing1, facing3, facing2, facing4 = 2, 5, 8, 11

// Place returns the first entry of a player's decision on a street, by the number of bets so far and whether the
// player made the first of them.
func Place(bets int, oursFirst bool) int {
	switch {
	case bets == 0:
		return Open
	case oursFirst:
		return [...]int{2: facing2, 4: facing4}[bets]
	}
	return [...]int{1: facing1, 3: facing3}[bets]
}

// places are the decisions with their number of actions.
var places = [...]struct{ first, actions int }{{Open, 2}, {facing1, 3}, {facing3, 3}, {facing2, 3}, {facing4, 2}}

// Plan holds a number for each entry and betting history, such as the probability of each action given that its
// decision is reached, or its regret.
type Plan[R Real] [Entries]Vector[R]

// Payoffs are the payoffs of the ends of a street. A showdown pays Show times the reach that we beat less the reach
// that beats us, plus Drift times the opponent's whole reach: with tilted payoffs a won and a lost pot differ.
type Payoffs[R Real] struct{ Win, Lose, Show, Drift Stakes[R] }

// Lesson is a block of sixteen betting histories from which we learn.
type Lesson[R Real] struct {
	Payoffs Payoffs[R]
	// OpponentFirst reports whether the opponent opens the street.
	OpponentFirst bool
	// Reach and Shares are the opponent's, as in Block.
	Reach  *[cards.NumCombos]Vector[R]
	Shares []Shares[R]
	// Plans are our strategy by our bucket. The values of our actions, summed over the bucket's hands, are added to
	// Gains.
	Plans, Gains []Plan[R]
	// Later is the winnings of each combo after each sequence; nil on the river.
	Later *[Sequences][cards.NumCombos]Vector[R]
	// Values is set to the winnings of each live combo.
	Values *[cards.NumCombos]Vector[R]
}

// Update is a bucket with the discounts of its old regrets: of those above 0 and of those below.
type Update[R Real] struct {
	Bucket             uint32
	Positive, Negative R
}
