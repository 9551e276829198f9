package equity

import (
	"context"
	"slices"

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
		list := combosOf(r.Weights(), 0)
		for k := range cards.Class(cards.NumClasses) {
			hand := k.Representative()
			wins, ties := versus(hand, r.Weights(), list)
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
func (t *Tally) beforeFlop(ctx context.Context, hero, villain *weights, dead cards.Set,
	progress func(done, total int)) error {
	heroes, villains := combosOf(hero, dead), combosOf(villain, dead)
	if dead == 0 {
		for _, h := range heroes {
			wins, ties := versus(h, villain, villains)
			t.add(Product(uint64(hero[h]), wins), Product(uint64(hero[h]), ties))
		}
		return ctx.Err()
	}
	const sweepsPerDeal = 50 // boards that are swept in the time of one deal
	most := int(Choose(cards.NumCards-dead.Len(), 5)) / len(dead.Stabilizer()) / sweepsPerDeal
	deals := allin.NewDeals([][]cards.Combo{heroes, villains}, dead, most)
	if deals == nil {
		return t.allIn(ctx, without(hero, dead), without(villain, dead), dead, progress)
	}
	return deals.Count(ctx, 0, progress, func(at []int, winners []uint64) {
		weight := uint64(hero[heroes[at[0]]]) * uint64(villain[villains[at[1]]])
		t.add(Product(weight, winners[1]), Product(weight, winners[3]))
	})
}

func (t *Tally) add(wins, ties Sum) { t.Wins, t.Ties = t.Wins.Plus(wins), t.Ties.Plus(ties) }

func combosOf(w *weights, dead cards.Set) (list []cards.Combo) {
	for h := range cards.Combo(cards.NumCombos) {
		if w[h] > 0 && h.Set()&dead == 0 {
			list = append(list, h)
		}
	}
	return list
}

// versus counts a hand against some hands before the flop.
func versus(hand cards.Combo, w *weights, opponents []cards.Combo) (wins, ties uint64) {
	results := allin.VersusOf(hand)
	for _, o := range opponents {
		r := results.Against(o)
		wins += uint64(w[o]) * uint64(r.Wins)
		ties += uint64(w[o]) * uint64(r.Ties)
	}
	return wins, ties
}

// allIn counts wins and ties of one range against another over all boards without dead cards by sweeps.
//
// A board is p(B) for a B of Completed and a suit permutation p that fixes the dead cards. Hand h against range V on
// p(B) is hand p'(h) against the range p'(V) on B, where p' is the inverse of p. So each B is swept with every image of
// V, in lanes. The weights of the hero's combos that meet the same image are added up first.
func (t *Tally) allIn(ctx context.Context, hero, villain *weights, dead cards.Set, progress func(done, total int)) error {
	group := fixing(dead)
	images, imageOf := imagesOf(villain, group)
	if swapped, _ := imagesOf(hero, group); len(swapped) < len(images) {
		// With the ranges exchanged it takes fewer lanes; the hero's wins are the villain's losses.
		err := t.allIn(ctx, villain, hero, dead, progress)
		t.Wins = t.Deals.Minus(t.Ties).Minus(t.Wins)
		return err
	}
	boards, size := Completed(0, dead, true)
	err := t.sweepBoards(ctx, boards, size, meetings(hero, group, imageOf, len(images)), images, 0, progress)
	t.Wins, t.Ties = t.Wins.Over(uint64(len(group))), t.Ties.Over(uint64(len(group)))
	return err
}

// sweepBoards sorts boards and sweeps each with images of a range, in lanes. It adds up wins and ties of the hero's
// combos that meet each image, times the number of boards that a board represents.
func (t *Tally) sweepBoards(ctx context.Context, boards []cards.Set, size func(i int) uint64, heroes [][]weighted,
	images []*weights, workers int, progress func(done, total int)) error {
	bits := laneFor(NewLive(images[0]).Total)
	packs := slices.Collect(slices.Chunk(images, bits.perWord()))
	opponents := make([]*words, len(packs))
	for i, pack := range packs {
		opponents[i] = bits.pack(pack)
	}
	type worker struct {
		sweeper
		wins, ties Sum
	}
	loop := parallel.Loop{Items: len(boards), Block: boardsPerBlock, Workers: workers, Report: progress}
	newState := func() *worker { return new(worker) }
	done, err := parallel.States(ctx, loop, newState, func(w *worker, i int) error {
		n := size(i)
		w.sort(boards[i])
		for p := range packs {
			w.sweep(opponents[p])
			for lane := range packs[p] {
				win, tie := w.dot(heroes[p*bits.perWord()+lane], bits, lane)
				w.wins, w.ties = w.wins.Plus(win.Times(n)), w.ties.Plus(tie.Times(n))
			}
		}
		return nil
	})
	for _, w := range done {
		t.add(w.wins, w.ties)
	}
	return err
}

// fixing lists the suit permutations that map a set to itself, by their numbers in cards.SuitPerms.
func fixing(set cards.Set) (group []int) {
	for i, p := range cards.SuitPerms {
		if p.Set(set) == set {
			group = append(group, i)
		}
	}
	return group
}

// imagesOf lists the different images of a range under a group of suit permutations, and the index of the
// image for each of them: images[imageOf[i]][h] = w[p(h)].
func imagesOf(w *weights, group []int) (images []*weights, imageOf []int) {
	for _, p := range group {
		image, to := new(weights), &showdown.ComboMaps()[p]
		for h := range image {
			image[h] = w[to[h]]
		}
		i := slices.IndexFunc(images, func(old *weights) bool { return *old == *image })
		if i < 0 {
			i = len(images)
			images = append(images, image)
		}
		imageOf = append(imageOf, i)
	}
	return images, imageOf
}

type weighted struct {
	combo  cards.Combo
	weight uint64
}

// meetings lists for each image of the villain the hero's combos that meet it, with their weights added up over
// the permutations of that image.
func meetings(hero *weights, group, imageOf []int, images int) [][]weighted {
	sums := make([]words, images)
	for i, p := range group {
		to := &showdown.ComboMaps()[p]
		for h := range hero {
			sums[imageOf[i]][h] += uint64(hero[to[h]])
		}
	}
	lists := make([][]weighted, images)
	for i := range sums {
		for h, w := range sums[i] {
			if w != 0 {
				lists[i] = append(lists[i], weighted{cards.Combo(h), w})
			}
		}
	}
	return lists
}

func (s *sweeper) dot(list []weighted, bits laneBits, lane int) (wins, ties Sum) {
	for _, h := range list {
		out := &s.out[h.combo]
		wins = wins.Plus(Product(h.weight, bits.lane(out.Below, lane)))
		ties = ties.Plus(Product(h.weight, bits.lane(out.Tied, lane)))
	}
	return wins, ties
}
