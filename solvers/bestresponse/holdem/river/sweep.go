package river

import "feltlab/model/cards"

// Kernel is one way to do the four steps that take all the time.
type Kernel[R Real] struct {
	name string
	// total fills totals with the reach, of each sequence, of all live hands. Hands with the same
	// higher card are neighbours, so that their total stays in registers.
	total func(board *Board, b *Block[R], t *totals[R])
	// accumulate adds the hands' reach, of each sequence, to the totals. It fills edge with the
	// sum of totals.all before and after. The hands are added up first, since long sums of
	// small numbers lose digits.
	accumulate func(hands []Entry, b *Block[R], t *totals[R], edge *Shares[R])
	// remember stores, for each hand, the running totals of both its cards together.
	remember func(hands []Entry, s *Scratch[R])
	// value adds what the hands are worth to the block's sum if we play a best response; all of
	// them tie. Play does the same if we play by our shares.
	value, play func(hands []Entry, b *Block[R], s *Scratch[R])
	// learn and learnLater value hands as Kernel.Learn says: hands that tie on the river, all
	// hands before it. The others are the exported methods of their names.
	learn, learnLater func(hands []Entry, b *Lesson[R], s *Scratch[R])
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
// response from here on, or by our shares where there are any.
func (k *Kernel[R]) Add(board *Board, b *Block[R], s *Scratch[R]) {
	s.final = totals[R]{}
	s.running = totals[R]{}
	k.total(board, b, &s.final)
	value := k.value
	if b.Ours != nil {
		value = k.play
	}
	start := 0
	for _, end := range board.ends[:board.groups] {
		group := board.sorted[start:end]
		k.remember(group, s)
		k.accumulate(group, b, &s.running, &s.edge)
		value(group, b, s)
		start = int(end)
	}
}
