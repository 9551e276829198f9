package equity

import (
	"context"

	"feltlab/dataset/allin"
	"feltlab/dataset/showdown"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// Preflop counts each of the 169 classes before the flop against a suit-symmetric range: entry k is the result
// of Against for any combo of class k. The ranking of hands is that of the rules if it is nil. A number of workers
// below 1 means one for each processor.
//
// The error comes from the context, or says that the range is not suit-symmetric.
func Preflop(ctx context.Context, r *ranges.Range, ranking *showdown.Ranking, workers int,
) ([cards.NumClasses]Count, error) {
	var counts [cards.NumClasses]Count
	if err := checkSymmetric(r); err != nil {
		return counts, err
	}
	opponents := NewLive(r.Weights())
	if ranking == nil {
		list := HandsOf(r, 0)
		for k := range cards.Class(cards.NumClasses) {
			hand := k.Representative()
			wins, ties := versus(hand, list)
			counts[k] = Count{wins, ties, opponents.Avoiding(hand.Set()) * Runouts(0)}
		}
		return counts, ctx.Err()
	}
	c := &rangeCount{ranking: ranking, workers: workers}
	for h, w := range r.Weights() {
		c.opponents[h] = uint64(w)
	}
	boards, size := Completed(0, 0, true)
	if err := c.sweep(ctx, boards, size); err != nil {
		return counts, err
	}
	c.level(cards.SuitPerms[:])
	for k := range cards.Class(cards.NumClasses) {
		hand := k.Representative()
		n := &c.sums[hand]
		counts[k] = Count{n.Below, n.Tied, opponents.Avoiding(hand.Set()) * Runouts(0)}
	}
	return counts, nil
}

// boardsPerBlock is the number of boards between two checks of the context, about a millisecond of work.
const boardsPerBlock = 128

// sweeper is the state of a goroutine that sweeps boards. Hands with a card of the board have no wins and ties.
type sweeper struct {
	ranking *showdown.Ranking // nil: the ranking of the rules
	order   showdown.Order
	out     outcomes
}

func (s *sweeper) sort(board cards.Set) {
	clear(s.out[:])
	if s.ranking != nil {
		s.order.SortBy(board, s.ranking)
	} else {
		s.order.Sort(board)
	}
}

func (s *sweeper) sweep(opponents *words) {
	showdown.Sweep(&s.order, opponents, &s.out)
}

// rangeCount counts a range against another.
type rangeCount struct {
	heroes, villains []Held
	dead             cards.Set
	ranking          *showdown.Ranking // nil: that of the rules
	workers          int
	progress         func(done, total int)
	opponents        words    // the weights of the villains
	sums             outcomes // of each hand, not times its own weight
}

// beforeFlop adds up the results of every two hands, which are in the program. With dead cards it counts the boards of
// hands that differ by more than suits, or if there are too many sweeps the boards without a dead card, or those with
// one, which it subtracts from the results of all boards.
func (c *rangeCount) beforeFlop(ctx context.Context, symmetric bool) error {
	if c.dead == 0 {
		c.fromTable()
		return ctx.Err()
	}
	const sweepsPerDeal = 50 // boards that are swept in the time of one deal
	all, without := Choose(cards.NumCards, 5), Choose(cards.NumCards-c.dead.Len(), 5)
	group := cards.SuitPerms[:1]
	if symmetric {
		group = c.dead.Stabilizer()
	}
	most := min(without, all-without) / sweepsPerDeal / uint64(len(group))
	if d := allin.NewDeals([][]cards.Combo{Combos(c.heroes), Combos(c.villains)}, c.dead, int(most)); d != nil {
		return d.Count(ctx, c.workers, c.progress, func(at []int, winners []uint64) {
			n, weight := &c.sums[c.heroes[at[0]].Combo], c.villains[at[1]].Weight
			n.Below += weight * winners[1]
			n.Tied += weight * winners[3]
		})
	}
	return c.sweepBeside(ctx, group, all-without < without)
}

// fromTable adds up the results of every two hands over all boards.
func (c *rangeCount) fromTable() {
	for i := range c.heroes {
		n := &c.sums[c.heroes[i].Combo]
		n.Below, n.Tied = versus(c.heroes[i].Combo, c.villains)
	}
}

// sweepBeside sweeps the boards without a dead card, or subtracts those with one from the results of all boards. It
// sweeps one board for those that a group of suit permutations exchanges.
func (c *rangeCount) sweepBeside(ctx context.Context, group []cards.SuitPerm, subtract bool) error {
	boards, size := representing(func(yield func(cards.Set) bool) {
		for board := range showdown.Completions(0, 0) {
			if (board&c.dead != 0) == subtract && !yield(board) {
				return
			}
		}
	}, group)
	if err := c.sweep(ctx, boards, size); err != nil {
		return err
	}
	c.level(group)
	if subtract {
		with := c.sums
		c.fromTable()
		for i := range c.heroes {
			h := c.heroes[i].Combo
			c.sums[h].Below -= with[h].Below
			c.sums[h].Tied -= with[h].Tied
		}
	}
	return nil
}

// level gives each combo the mean of those that suit permutations exchange it with, since one board stood for all of
// its images. The permutations are a group.
func (c *rangeCount) level(group []cards.SuitPerm) {
	before := c.sums
	for h := range c.sums {
		var below, tied Sum
		for _, p := range group {
			n := &before[showdown.ComboMaps()[showdown.PermIndex(p)][h]]
			below, tied = below.Plus(SumOf(n.Below)), tied.Plus(SumOf(n.Tied))
		}
		n := uint64(len(group))
		c.sums[h].Below, c.sums[h].Tied = below.Over(n).low, tied.Over(n).low
	}
}

// Combos lists the combos of hands.
func Combos(hands []Held) (list []cards.Combo) {
	for i := range hands {
		list = append(list, hands[i].Combo)
	}
	return list
}

// versus counts a hand against some hands before the flop.
func versus(hand cards.Combo, opponents []Held) (wins, ties uint64) {
	results := allin.VersusOf(hand)
	for i := range opponents {
		r := results.Against(opponents[i].Combo)
		wins += opponents[i].Weight * uint64(r.Wins)
		ties += opponents[i].Weight * uint64(r.Ties)
	}
	return wins, ties
}

// sweep sorts boards and sweeps each with the villains, and adds up the wins and ties of every hand, times the number
// of boards that a board represents: some 9 us a board. Where that is more than 1 only sums over hands that suits
// exchange are right, until level.
func (c *rangeCount) sweep(ctx context.Context, boards []cards.Set, size func(i int) uint64) error {
	type worker struct {
		sweeper
		sums outcomes
	}
	loop := parallel.Loop{Items: len(boards), Block: boardsPerBlock, Workers: c.workers, Report: c.progress}
	newState := func() *worker { return &worker{sweeper: sweeper{ranking: c.ranking}} }
	done, err := parallel.States(ctx, loop, newState, func(w *worker, i int) error {
		w.sort(boards[i])
		w.sweeper.sweep(&c.opponents)
		n := size(i)
		for h, o := range &w.out {
			w.sums[h].Below += n * o.Below
			w.sums[h].Tied += n * o.Tied
		}
		return nil
	})
	for _, w := range done {
		for h, o := range &w.sums {
			c.sums[h].Below += o.Below
			c.sums[h].Tied += o.Tied
		}
	}
	return err
}
