package equity

import (
	"context"
	"slices"

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

// allIn counts wins and ties of one range against another over all boards, for any two ranges.
//
// A board is p(B) for a canonical B and a suit permutation p. Hand h against range V on p(B) is hand p'(h) against the
// range p'(V) on B, where p' is the inverse of p. So each canonical board is swept with every image of V, in lanes: one
// if V is suit-symmetric, at most 24. The weights of the hero's combos that meet the same image are added up first.
func (t *Tally) allIn(ctx context.Context, hero, villain *weights, workers int) error {
	images, imageOf := imagesOf(villain)
	if swapped, _ := imagesOf(hero); len(swapped) < len(images) {
		// With the ranges exchanged it takes fewer lanes; the hero's wins are the villain's losses.
		err := t.allIn(ctx, villain, hero, workers)
		t.Wins = t.Deals.Minus(t.Ties).Minus(t.Wins)
		return err
	}
	boards, size := Completed(0, 0, true)
	err := t.sweepBoards(ctx, boards, size, meetings(hero, imageOf[:], len(images)), images, workers)
	t.Wins, t.Ties = t.Wins.Over(symmetries), t.Ties.Over(symmetries)
	return err
}

// sweepBoards sorts boards and sweeps each with images of a range, in lanes. It adds up wins and ties of the hero's
// combos that meet each image, times the number of boards that a board represents.
func (t *Tally) sweepBoards(ctx context.Context, boards []cards.Set, size func(i int) uint64, heroes [][]weighted,
	images []*weights, workers int) error {
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
	loop := parallel.Loop{Items: len(boards), Block: boardsPerBlock, Workers: workers}
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
		t.Wins, t.Ties = t.Wins.Plus(w.wins), t.Ties.Plus(w.ties)
	}
	return err
}

// imagesOf lists the different images of a range under the suit permutations, and the index of the image for
// each permutation p: images[imageOf[p]][h] = w[p(h)].
func imagesOf(w *weights) (images []*weights, imageOf [24]int) {
	for p, to := range showdown.ComboMaps() {
		image := new(weights)
		for h := range image {
			image[h] = w[to[h]]
		}
		imageOf[p] = slices.IndexFunc(images, func(old *weights) bool { return *old == *image })
		if imageOf[p] < 0 {
			imageOf[p] = len(images)
			images = append(images, image)
		}
	}
	return images, imageOf
}

type weighted struct {
	combo  cards.Combo
	weight uint64
}

// meetings lists for each image of the villain the hero's combos that meet it, with their weights added up over
// the permutations of that image.
func meetings(hero *weights, imageOf []int, images int) [][]weighted {
	sums := make([]words, images)
	for p, image := range imageOf {
		to := &showdown.ComboMaps()[p]
		for h := range hero {
			sums[image][h] += uint64(hero[to[h]])
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
