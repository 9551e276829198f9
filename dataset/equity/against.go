package equity

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"feltlab/dataset/eval"
	"feltlab/dataset/showdown"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// Against counts the wins and ties of a hand against a range on a board of 0, 3, 4 or 5 cards, over all hands
// of the range that avoid the known cards and all ways to complete the board, weighted by the range's integer
// weights.
//
// The error comes from CheckDecision or of the context, or wraps ErrEmptyRange.
func Against(ctx context.Context, hand cards.Combo, r *ranges.Range, board []cards.Card) (Count, error) {
	if _, err := CheckDecision(hand, board); err != nil {
		return Count{}, err
	}
	return RangeAgainst(ctx, ranges.OfCombos(hand), r, board)
}

// enumerate compares a hand with each opponent on each completed board. It selects weights without branches on the
// outcome, which a processor cannot predict.
func enumerate(ctx context.Context, hand cards.Combo, r *ranges.Range, board, dead cards.Set,
) (wins, ties uint64, err error) {
	type opponent struct {
		hand   eval.Hand
		cards  cards.Set
		weight uint64
	}
	known := board | hand.Set() | dead
	var opponents []opponent
	for _, o := range HandsOf(r, known) {
		opponents = append(opponents, opponent{eval.HandOf(o.Set), o.Set, o.Weight})
	}
	boards, ours := 0, eval.HandOf(hand.Set())
	for full := range showdown.Completions(board, known) {
		if boards++; boards%boardsPerBlock == 0 && ctx.Err() != nil {
			return 0, 0, ctx.Err()
		}
		public := eval.HandOf(full)
		mine := public.Merge(ours).Strength()
		for i := range opponents {
			o := &opponents[i]
			if o.cards&full != 0 {
				continue
			}
			theirs := public.Merge(o.hand).Strength()
			var win, tie uint64
			if theirs < mine {
				win = o.weight
			}
			if theirs == mine {
				tie = o.weight
			}
			wins += win
			ties += tie
		}
	}
	return wins, ties, nil
}

// RangeAgainst counts the wins and ties of one range against another on a board of 0, 3, 4 or 5 cards, over all
// pairs of hands that share no card with each other, the board or the dead cards, each weighted by the product of its
// weights, and all ways to complete the board. It uses all processors for counts of more than milliseconds.
//
// The error comes from CheckBoard or of the context, wraps ErrEmptyRange, or says that a range is nil.
func RangeAgainst(ctx context.Context, hero, villain *ranges.Range, board []cards.Card, dead ...cards.Card,
) (Count, error) {
	t, err := ByCombo(ctx, hero, villain, board, cards.SetOf(dead...), 0, nil)
	if err != nil {
		return Count{}, err
	}
	return t.Total().Count(), nil
}

// errNoRange is the error for a nil pointer.
var errNoRange = errors.New("no range: it is nil, want one that package ranges returned")

// Tallies has a tally for each combo of a range, with its weight, and zeros for the others.
type Tallies [cards.NumCombos]Tally

// Total adds up all combos.
func (t *Tallies) Total() (sum Tally) {
	for i := range t {
		sum = Tally{sum.Wins.Plus(t[i].Wins), sum.Ties.Plus(t[i].Ties), sum.Deals.Plus(t[i].Deals)}
	}
	return sum
}

// ByCombo is RangeAgainst with all digits, for each combo of the first range. A number of workers below 1 means one for
// each processor; progress, if set, is called during counts of seconds.
func ByCombo(ctx context.Context, hero, villain *ranges.Range, board []cards.Card, dead cards.Set, workers int,
	progress func(done, total int)) (*Tallies, error) {
	if hero == nil || villain == nil {
		return nil, errNoRange
	}
	known, err := CheckBoard(board)
	if err != nil {
		return nil, err
	}
	c := &rangeCount{heroes: HandsOf(hero, known|dead), villains: HandsOf(villain, known|dead), dead: dead,
		workers: workers, progress: progress}
	for i := range c.villains {
		c.opponents[c.villains[i].Combo] = c.villains[i].Weight
	}
	switch {
	case known == 0:
		err = c.beforeFlop(ctx, hero.SuitSymmetric() && villain.SuitSymmetric())
	case len(c.heroes) == 1:
		h := c.heroes[0].Combo
		c.sums[h].Below, c.sums[h].Tied, err = enumerate(ctx, h, villain, known, dead)
	default:
		boards, size := Completed(known, dead, false)
		err = c.sweep(ctx, boards, size)
	}
	if err != nil {
		return nil, err
	}
	t, live, left := new(Tallies), NewLive(villain.Weights()), RunoutsBeside(known.Len(), 4+dead.Len())
	for i := range c.heroes {
		h := &c.heroes[i]
		n := &c.sums[h.Combo]
		t[h.Combo] = Tally{Product(h.Weight, n.Below), Product(h.Weight, n.Tied),
			Product(h.Weight, live.Avoiding(known|dead|h.Set)).Times(left)}
	}
	if t.Total().Deals.Zero() {
		return nil, fmt.Errorf("%w: range %v %s, opponent's range %v", ErrEmptyRange, hero, Where(known, dead), villain)
	}
	return t, nil
}

// Completed lists the completed boards without dead cards, and returns a function for the number of boards that board i
// represents: 1, or before the flop where suits do not matter but for the dead cards, those that differ by suits only.
func Completed(board, dead cards.Set, canonical bool) (list []cards.Set, size func(i int) uint64) {
	switch {
	case !canonical:
		return slices.Collect(showdown.Completions(board, dead)), func(int) uint64 { return 1 }
	case dead != 0:
		return representing(showdown.Completions(0, dead), dead.Stabilizer())
	}
	all := showdown.Boards()
	for i := range all.Len() {
		list = append(list, all.Set(i))
	}
	return list, func(i int) uint64 { return uint64(all.Size(i)) }
}

// representing lists the boards of which no image under some suit permutations is smaller.
func representing(boards iter.Seq[cards.Set], group []cards.SuitPerm) (list []cards.Set, size func(i int) uint64) {
	var sizes []uint64
	for board := range boards {
		if first, n := cards.Orbit(board, group); first == board {
			list, sizes = append(list, board), append(sizes, uint64(n))
		}
	}
	return list, func(i int) uint64 { return sizes[i] }
}
