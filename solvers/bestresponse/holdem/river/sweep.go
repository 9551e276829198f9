package river

// Kernel is one way to do the three steps that take all the time.
type Kernel[R Real] struct {
	name string
	// accumulate adds the hands' reach, of each sequence, to the totals.
	accumulate func(hands []Entry, b *Block[R], t *totals[R])
	// remember stores, for each hand, the running totals of both its cards together.
	remember func(hands []Entry, s *Scratch[R])
	// value adds what the hands are worth to the block's sum; all of them tie.
	value func(hands []Entry, b *Block[R], s *Scratch[R])
}

// String names the kernel: "portable", "avx2" or "avx512".
func (k *Kernel[R]) String() string { return k.name }

// Add values all live hands of a board, for each of the block's betting histories, and adds the
// values to its sum: the sum over the opponent's live hands of reach x payoff if we play a best
// response from here on.
func (k *Kernel[R]) Add(board *Board, b *Block[R], s *Scratch[R]) {
	s.final = totals[R]{}
	k.accumulate(board.Entries[:], b, &s.final)
	s.running.startBelow(&s.final)
	start := 0
	for _, end := range board.ends[:board.groups] {
		group := board.Entries[start:end]
		k.remember(group, s)
		s.edge = s.running.all
		k.accumulate(group, b, &s.running)
		s.edge.add(&s.running.all)
		k.value(group, b, s)
		start = int(end)
	}
}

// startBelow sets running totals to minus half of what they will end above.
func (t *totals[R]) startBelow(final *totals[R]) {
	t.all.halfBelow(&final.all)
	for c := range t.holding {
		t.holding[c].halfBelow(&final.holding[c])
	}
}

func (s *Shares[R]) halfBelow(final *Shares[R]) {
	for i := range s {
		for l := range s[i] {
			s[i][l] = -0.5 * final[i][l]
		}
	}
}

func (s *Shares[R]) add(other *Shares[R]) {
	for i := range s {
		for l := range s[i] {
			s[i][l] += other[i][l]
		}
	}
}
