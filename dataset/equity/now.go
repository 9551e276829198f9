package equity

import (
	"context"
	"slices"

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
	for _, r := range rs {
		if err := checkSymmetric(r); err != nil {
			return nil, err
		}
	}
	t, flops := newFlopTable(rs), showdown.Flops()
	for _, pack := range t.packs {
		pack.rows = make([]flopRow, flops.Len())
	}
	loop := parallel.Loop{Items: flops.Len(), Workers: workers, Block: 8}
	return t, loop.Each(ctx, parallel.Same(func(i int) error {
		order := sortedOn(flops.Set(i))
		for k, r := range rs {
			place := t.place[k]
			pack := t.packs[place.pack]
			shift := uint(place.lane/2) * uint(min(2*pack.bits, 64))
			row := &pack.rows[i][place.lane%2]
			sweepNow(order, r.Weights(), func(h cards.Combo, below, tied uint64) {
				row[h].Below += RunoutsOnFlop * below << shift
				row[h].Tied += RunoutsOnFlop * tied << shift
			})
		}
		return nil
	}))
}

type ranked struct {
	hand     cards.Combo
	strength eval.Strength
}

// sortedOn returns the hands that avoid a flop, the weakest first.
func sortedOn(flop cards.Set) []ranked {
	board := eval.HandOf(flop)
	order := make([]ranked, 0, cards.NumCombos)
	for h := range cards.Combo(cards.NumCombos) {
		if set := h.Set(); set&flop == 0 {
			order = append(order, ranked{h, board.Merge(eval.HandOf(set)).Strength()})
		}
	}
	slices.SortStableFunc(order, func(a, b ranked) int { return int(a.strength) - int(b.strength) })
	return order
}

// sweepNow calls each for every hand, with the weight of the hands that it beats and that it ties, among those that
// share no card with it; see showdown.Sweep.
func sweepNow(order []ranked, w *weights, each func(h cards.Combo, below, tied uint64)) {
	var total uint64
	var holding [cards.NumCards]uint64
	below := make([]uint64, len(order))
	for from, to := 0, 0; from < len(order); from = to {
		for to = from; to < len(order) && order[to].strength == order[from].strength; to++ {
			a, b := order[to].hand.Cards()
			below[to] = total - holding[a] - holding[b]
		}
		for _, x := range order[from:to] {
			a, b := x.hand.Cards()
			weight := uint64(w[x.hand])
			total += weight
			holding[a] += weight
			holding[b] += weight
		}
		for i, x := range order[from:to] {
			a, b := x.hand.Cards()
			atOrBelow := total - holding[a] - holding[b] + uint64(w[x.hand])
			each(x.hand, below[from+i], atOrBelow-below[from+i])
		}
	}
}
