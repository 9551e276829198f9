package river

import "feltlab/model/cards"

// Entries is the number of actions that a player has on a street, its five decisions together.
const Entries = 13

// Open is the first entry of a player's decision before there is a bet: check and bet. The other
// decisions face bets, odd numbers of them if the first was theirs, and have fold, call and raise,
// but for the last bet, which nobody raises.
const Open = 0

const facing1, facing3, facing2, facing4 = 2, 5, 8, 11

// Place returns the first entry of a player's decision on a street, by the number of bets so
// far and whether the player made the first of them.
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

// Plan holds a number for each entry and betting history, such as the probability of each action
// given that its decision is reached, or what was learnt of each.
type Plan[R Real] [Entries]Vector[R]

// Payoffs are what the ends of a street pay. A showdown pays Show times what we beat less what
// beats us, plus Drift times all that the opponent may hold: with tilted payoffs, that a won
// and a lost pot differ.
type Payoffs[R Real] struct{ Win, Lose, Show, Drift Stakes[R] }

// Lesson is a block of sixteen betting histories from which we learn.
type Lesson[R Real] struct {
	Payoffs Payoffs[R]
	// OpponentFirst says who opens the street.
	OpponentFirst bool
	// Reach and Shares are the opponent's, as in Block.
	Reach  *[cards.NumCombos]Vector[R]
	Shares []Shares[R]
	// Plans are our strategy by our bucket. Gains, by our bucket, get the values of our actions
	// added, summed over the bucket's hands.
	Plans, Gains []Plan[R]
	// Later is what each combo wins after each sequence; nil on the river.
	Later *[Sequences][cards.NumCombos]Vector[R]
	// Values gets what each live combo wins.
	Values *[cards.NumCombos]Vector[R]
}

// Learn values all live hands of a board if we play by our plans, and adds up what our actions
// are worth. On the river it sweeps the hands in order of strength.
func (k *Kernel[R]) Learn(board *Board, b *Lesson[R], s *Scratch[R]) {
	if b.Later != nil {
		k.learnLater(board, b, s)
		return
	}
	k.learn(board, b, s)
}

// Update names a bucket, and what its old regrets count: those above 0 and those below.
type Update[R Real] struct {
	Bucket             uint32
	Positive, Negative R
}

// Match fills plans, for some buckets, by regret matching: in proportion to regrets above 0, and
// where there is none all actions are equally likely.
func (k *Kernel[R]) Match(updates []Update[R], regrets, plans []Plan[R]) {
	k.match(updates, regrets, plans)
}

// Settle makes regrets of gains, which it clears: it adds what each action won more than the plan
// to the discounted regrets, and keeps them at floor or above.
func (k *Kernel[R]) Settle(updates []Update[R], floor R, plans, gains, regrets []Plan[R]) {
	k.settle(updates, floor, plans, gains, regrets)
}

// Share fills the opponent's shares by its plans.
func (k *Kernel[R]) Share(updates []Update[R], opponentFirst bool, plans []Plan[R], shares []Shares[R]) {
	k.share(updates, opponentFirst, plans, shares)
}

// Average adds to sums, for some buckets, the weight times the probability with which the opponent
// plays each action; masses, which are its reach summed over each bucket's hands, are cleared.
func (k *Kernel[R]) Average(updates []Update[R], weight R, opponentFirst bool, plans []Plan[R], masses []Vector[R], sums []Plan[R]) {
	k.average(updates, weight, opponentFirst, plans, masses, sums)
}

// Carry fills to with the opponent's reach after sequence i of the street before, for the live
// hands of a board, and adds it to the masses of their buckets.
func (k *Kernel[R]) Carry(before, board *Board, i int, reach *[cards.NumCombos]Vector[R], shares []Shares[R], to *[cards.NumCombos]Vector[R], masses []Vector[R]) {
	k.carry(before.Hands(), board.Hands(), i, reach, shares, to, masses)
}

// Respond makes a best response of gains, which it clears, where each hand is a bucket of its own, its
// combo, and was valued with plans that are 0: then gains are what the ends that follow an
// action are worth. Plans get 1 for what is best, the first of equals, and values what that wins.
func (k *Kernel[R]) Respond(updates []Update[R], opponentFirst bool, gains, plans []Plan[R], values *[cards.NumCombos]Vector[R]) {
	k.respond(updates, opponentFirst, gains, plans, values)
}
