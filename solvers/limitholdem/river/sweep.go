package river

import "feltlab/model/cards"

// Kernel is one implementation of the work that takes nearly all of the time.
type Kernel[R Real] struct {
	name  string
	width int // lanes that are worked on together

	add               func(board *Board, b *Block[R], s *Scratch[R])
	learn, learnLater func(board *Board, b *Lesson[R], s *Scratch[R]) // on the river, and before it

	// Match fills plans, for some buckets, by regret matching: in proportion to positive regrets; without any, all
	// actions are equally likely.
	Match func(updates []Update[R], regrets, plans []Plan[R])
	// UpdateRegrets adds to the discounted regrets the gain of each action less that of the plan, keeps them at floor
	// or above, and clears the gains.
	UpdateRegrets func(updates []Update[R], floor R, plans, gains, regrets []Plan[R])
	// Share fills the opponent's shares from its plans.
	Share func(updates []Update[R], opponentFirst bool, plans []Plan[R], shares []Shares[R])
	// Average adds to sums, for some buckets, the weight times the probability with which the opponent plays each
	// action. It clears masses, the opponent's reach summed over each bucket's hands.
	Average func(
		updates []Update[R], weight R, opponentFirst bool, plans []Plan[R], masses []Vector[R], sums []Plan[R],
	)
	// Carry fills to with the opponent's reach after sequence i of the street before, for the hands that are live on a
	// board, and adds it to the masses of their buckets.
	Carry func(
		before, hands []Entry, i int, reach *[cards.NumCombos]Vector[R], shares []Shares[R],
		to *[cards.NumCombos]Vector[R], masses []Vector[R],
	)
	// Respond turns gains into a best response and clears them. Each hand is a bucket of its own, its combo, and was
	// valued with plans that are 0, so that gains are the values of the ends that follow an action. Plans get 1 for the
	// best action, the first of equals, and values its winnings.
	Respond func(
		updates []Update[R], opponentFirst bool, gains, plans []Plan[R], values *[cards.NumCombos]Vector[R],
	)
}

// String returns the name: "portable", "avx2" or "avx512".
func (k *Kernel[R]) String() string { return k.name }

// Add values all live hands of a board, for each of the block's betting histories, and adds the values to its sum: the
// sum over the opponent's live hands of reach x payoff if we play a best response from here on, or by our book if there
// is one.
func (k *Kernel[R]) Add(board *Board, b *Block[R], s *Scratch[R]) {
	for bets := range b.Stakes {
		for l, x := range b.Stakes[bets] {
			b.inverse[bets][l] = 0
			if x != 0 {
				b.inverse[bets][l] = 1 / x
			}
		}
	}
	k.add(board, b, s)
}

// Learn values all live hands of a board if we play by our plans, and adds up the values of our actions. On the river
// it sweeps the hands in order of strength.
func (k *Kernel[R]) Learn(board *Board, b *Lesson[R], s *Scratch[R]) {
	if b.Later != nil {
		k.learnLater(board, b, s)
		return
	}
	k.learn(board, b, s)
}
