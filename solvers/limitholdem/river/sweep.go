package river

import "feltlab/model/cards"

// Kernel is one way to do what takes all the time.
type Kernel[R Real] struct {
	name  string
	width int // lanes that are worked on together
	// add is Kernel.Add; learn is Kernel.Learn on the river, learnLater before it. The others are the
	// exported methods of their names.
	add               func(board *Board, b *Block[R], s *Scratch[R])
	learn, learnLater func(board *Board, b *Lesson[R], s *Scratch[R])
	match             func(updates []Update[R], regrets, plans []Plan[R])
	settle            func(updates []Update[R], floor R, plans, gains, regrets []Plan[R])
	share             func(updates []Update[R], opponentFirst bool, plans []Plan[R], shares []Shares[R])
	average           func(updates []Update[R], weight R, opponentFirst bool, plans []Plan[R], masses []Vector[R], sums []Plan[R])
	carry             func(before, hands []Entry, i int, reach *[cards.NumCombos]Vector[R], shares []Shares[R], to *[cards.NumCombos]Vector[R], masses []Vector[R])
	respond           func(updates []Update[R], opponentFirst bool, gains, plans []Plan[R], values *[cards.NumCombos]Vector[R])
}

// String names the kernel: "portable", "avx2" or "avx512".
func (k *Kernel[R]) String() string { return k.name }

// Add values all live hands of a board, for each of the block's betting histories, and adds the
// values to its sum: the sum over the opponent's live hands of reach x payoff if we play a best
// response from here on, or by our book where there is one.
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
