package equity

import (
	"context"

	"feltlab/dataset/eval"
	"feltlab/dataset/showdown"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// FlopsNow counts as FlopsOf does, but compares the hands as they are on the flop, without turn and river: a hand that
// is ahead now wins all 990 runouts, so that a Flop has the same number of deals. It compares the hand with each combo
// on each flop, some 20 million comparisons. The error comes from FlopsOf.
func FlopsNow(ctx context.Context, hand cards.Combo, r *ranges.Range, workers int) ([]Flop, error) {
	opponents := NewLive(r.Weights())
	if err := CheckBoards(hand, r, 3); err != nil {
		return nil, err
	}
	out := listFlops(hand, opponents, func(int, flopEntry) (wins, ties uint64) { return 0, 0 })
	lives, mine := HandsOf(r, hand.Set()), eval.HandOf(hand.Set())
	loop := parallel.Loop{Items: len(out), Workers: workers, Block: 128}
	return out, loop.Each(ctx, parallel.Same(func(i int) error {
		out[i].Wins, out[i].Ties = now(mine, lives, cards.SetOf(out[i].Cards[:]...))
		return nil
	}))
}

// now counts a hand against opponents as they are on a flop.
func now(mine eval.Hand, lives []Held, flop cards.Set) (wins, ties uint64) {
	board := eval.HandOf(flop)
	ours := board.Merge(mine).Strength()
	for _, o := range lives {
		if o.Set&flop != 0 {
			continue
		}
		switch theirs := board.Merge(eval.HandOf(o.Set)).Strength(); {
		case theirs < ours:
			wins += RunoutsOnFlop * o.Weight
		case theirs == ours:
			ties += RunoutsOnFlop * o.Weight
		}
	}
	return wins, ties
}

// AgainstNow is FlopsNow for one flop.
func AgainstNow(_ context.Context, hand cards.Combo, r *ranges.Range, flop []cards.Card) (Count, error) {
	board, err := CheckDecision(hand, flop)
	if err != nil {
		return Count{}, err
	}
	count := Count{Deals: NewLive(r.Weights()).Avoiding(board|hand.Set()) * RunoutsOnFlop}
	count.Wins, count.Ties = now(eval.HandOf(hand.Set()), HandsOf(r, hand.Set()), board)
	return count, nil
}

// AllFlopsNow is FlopsNow for all hands at once against suit-symmetric ranges. It sorts all hands on each of the 1,755
// flops that differ by more than suits and sweeps them, in less than a second. The error comes from AllFlops.
func AllFlopsNow(ctx context.Context, rs []*ranges.Range, workers int) (*FlopTable, error) {
	t, err := newFlopTable(rs)
	if err != nil {
		return nil, err
	}
	flops := showdown.Flops()
	for _, pack := range t.packs {
		pack.rows = make([]flopRow, flops.Len())
	}
	unchanged := &showdown.ComboMaps()[showdown.PermIndex(cards.SuitPerm{0, 1, 2, 3})]
	loop := parallel.Loop{Items: flops.Len(), Workers: workers, Block: 8}
	return t, loop.Each(ctx, func() func(i int) error {
		s := new(sweeper)
		return func(i int) error {
			s.sort(flops.Set(i))
			for _, pack := range t.packs {
				s.sweep(pack.words)
				pack.rows[i].add((*turnRow)(&s.out), unchanged, pack.bits)
				pack.rows[i].times(RunoutsOnFlop)
			}
			return nil
		}
	})
}
