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
	sums, err := sweepAll(ctx, laneBits(64).pack([]*weights{r.Weights()}), ranking, workers)
	if err != nil {
		return counts, err
	}
	for k := range cards.Class(cards.NumClasses) {
		var wins, ties Sum
		for _, h := range k.Combos() {
			wins, ties = wins.Plus(SumOf(sums[h].Below)), ties.Plus(SumOf(sums[h].Tied))
		}
		n := uint64(k.Size())
		counts[k] = Count{wins.Over(n).low, ties.Over(n).low, opponents.Avoiding(k.Representative().Set()) * Runouts(0)}
	}
	return counts, nil
}

// boardsPerBlock is the number of boards between two checks of the context, about a millisecond of work.
const boardsPerBlock = 128

// sweepAll adds up wins and ties of each combo over the canonical boards, times the sizes of their orbits. Only
// the sums over whole classes are right, since the boards of an orbit exchange the combos of a class.
func sweepAll(ctx context.Context, opponents *words, ranking *showdown.Ranking, workers int) (*outcomes, error) {
	type worker struct {
		sweeper
		sums outcomes
	}
	boards := showdown.Boards()
	loop := parallel.Loop{Items: boards.Len(), Block: boardsPerBlock, Workers: workers}
	newState := func() *worker { return &worker{sweeper: sweeper{ranking: ranking}} }
	done, err := parallel.States(ctx, loop, newState, func(w *worker, i int) error {
		w.sort(boards.Set(i))
		w.sweep(opponents)
		n := uint64(boards.Size(i))
		for h, o := range &w.out {
			w.sums[h].Below += n * o.Below
			w.sums[h].Tied += n * o.Tied
		}
		return nil
	})
	total := new(outcomes)
	for _, w := range done {
		for h, o := range &w.sums {
			total[h].Below += o.Below
			total[h].Tied += o.Tied
		}
	}
	return total, err
}

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

// beforeFlop counts wins and ties of one range against another over all boards. Without dead cards it adds up the
// results of every two hands, which are in the program; else it counts the boards of hands that differ by more than
// suits, or sweeps all boards if there are too many.
func (t *Tally) beforeFlop(ctx context.Context, hero, villain *ranges.Range, dead cards.Set,
	progress func(done, total int)) error {
	heroes, villains := HandsOf(hero, dead), HandsOf(villain, dead)
	if dead == 0 {
		for i := range heroes {
			wins, ties := versus(heroes[i].Combo, villains)
			t.add(Product(heroes[i].Weight, wins), Product(heroes[i].Weight, ties))
		}
		return ctx.Err()
	}
	const sweepsPerDeal = 50 // boards that are swept in the time of one deal
	most := Choose(cards.NumCards-dead.Len(), 5) / sweepsPerDeal
	symmetric := hero.SuitSymmetric() && villain.SuitSymmetric()
	if symmetric {
		most /= uint64(len(dead.Stabilizer()))
	}
	deals := allin.NewDeals([][]cards.Combo{Combos(heroes), Combos(villains)}, dead, int(most))
	if deals == nil {
		boards, size := Completed(0, dead, symmetric)
		return t.sweep(ctx, heroes, villains, boards, size, 0, progress)
	}
	return deals.Count(ctx, 0, progress, func(at []int, winners []uint64) {
		weight := heroes[at[0]].Weight * villains[at[1]].Weight
		t.add(Product(weight, winners[1]), Product(weight, winners[3]))
	})
}

func (t *Tally) add(wins, ties Sum) { t.Wins, t.Ties = t.Wins.Plus(wins), t.Ties.Plus(ties) }

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

// sweep sorts boards and sweeps each with a range, and adds up wins and ties of the hero's hands, times the number of
// boards that a board represents: some 9 us a board. Neither range may have hands with dead cards.
func (t *Tally) sweep(ctx context.Context, heroes, villains []Held, boards []cards.Set, size func(i int) uint64,
	workers int, progress func(done, total int)) error {
	opponents := new(words)
	for i := range villains {
		opponents[villains[i].Combo] = villains[i].Weight
	}
	type worker struct {
		sweeper
		Tally
	}
	loop := parallel.Loop{Items: len(boards), Block: boardsPerBlock, Workers: workers, Report: progress}
	newState := func() *worker { return new(worker) }
	done, err := parallel.States(ctx, loop, newState, func(w *worker, i int) error {
		w.sort(boards[i])
		w.sweeper.sweep(opponents)
		var sum Tally
		for j := range heroes {
			h := &heroes[j]
			sum.add(Product(h.Weight, w.out[h.Combo].Below), Product(h.Weight, w.out[h.Combo].Tied))
		}
		w.add(sum.Wins.Times(size(i)), sum.Ties.Times(size(i)))
		return nil
	})
	for _, w := range done {
		t.add(w.Wins, w.Ties)
	}
	return err
}
