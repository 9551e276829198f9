package river

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
