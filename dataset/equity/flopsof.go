package equity

import (
	"context"
	"slices"

	"feltlab/dataset/showdown"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// FlopsOf counts one hand against a range on each of its 19,600 flops, in ascending order of the flops' card
// sets. A number of workers below 1 means one for each processor.
//
// It sorts each canonical board B once and sweeps it with every image of the range. On the board p(B) the hand
// h has the counts against the range V that p'(h) has against p'(V) on B, where p' is the inverse of p; they
// are added to the ten flops of p(B), for each p with another p(B). A suit-symmetric range has one image, any
// other up to 24, which take up to three times as long, four in a word.
//
// The error comes from the context, or wraps ErrEmptyRange if no hand of the range avoids a flop and the hand.
func FlopsOf(ctx context.Context, hand cards.Combo, r *ranges.Range, workers int) ([]Flop, error) {
	opponents := NewLive(r.Weights())
	if err := CheckBoards(hand, r, 3); err != nil {
		return nil, err
	}
	job := newFlopJob(hand, r.Weights())
	done, err := job.run(ctx, job.boards.Len(), workers)
	if err != nil {
		return nil, err
	}
	return listFlops(hand, opponents, func(i int, _ flopEntry) (wins, ties uint64) {
		for _, w := range done {
			wins += w.tally[i].wins
			ties += w.tally[i].ties
		}
		return wins, ties
	}), nil
}

type flopWorker struct {
	sweeper
	tally
}

func (job *flopJob) run(ctx context.Context, boards, workers int) ([]*flopWorker, error) {
	loop := parallel.Loop{Items: boards, Block: boardsPerBlock, Workers: workers}
	newState := func() *flopWorker { return new(flopWorker) }
	return parallel.States(ctx, loop, newState, func(w *flopWorker, i int) error {
		job.add(&w.tally, &w.sweeper, i)
		return nil
	})
}

type tally [numFlops]struct{ wins, ties uint64 }

type flopJob struct {
	boards  *showdown.Orbits
	flopMap *[24][numFlops]uint16
	combos  [24]cards.Combo // the image of the hand under the inverse of each p
	bits    laneBits
	packs   []*words // the different images of the range
	imageOf [24]int  // the image of each p: the number of its lane over all packs
}

func newFlopJob(hand cards.Combo, w *weights) *flopJob {
	job := &flopJob{
		boards:  showdown.Boards(),
		flopMap: flopMaps(),
		bits:    laneFor(NewLive(w).Total),
	}
	for p, perm := range cards.SuitPerms {
		job.combos[p] = hand.Permute(perm.Inverse())
	}
	var images []*weights
	images, job.imageOf = imagesOf(w)
	for pack := range slices.Chunk(images, job.bits.perWord()) {
		job.packs = append(job.packs, job.bits.pack(pack))
	}
	return job
}

func (job *flopJob) add(sums *tally, s *sweeper, i int) {
	flops := flopsOn(job.boards.Set(i))
	job.each(s, i, func(_ cards.Set, p int, wins, ties uint64) {
		for _, f := range flops {
			sum := &sums[job.flopMap[p][f]]
			sum.wins += wins
			sum.ties += ties
		}
	})
}

// each sweeps canonical board i and calls add for each of its different images without a card of the hand: with the
// image, the index of a permutation to it, and the hand's counts there.
func (job *flopJob) each(s *sweeper, i int, add func(image cards.Set, p int, wins, ties uint64)) {
	board := job.boards.Set(i)
	s.sort(board)
	var wins, ties [24]uint64 // by permutation
	for n, pack := range job.packs {
		s.sweep(pack)
		for p, image := range job.imageOf {
			if image/job.bits.perWord() == n {
				lane := image % job.bits.perWord()
				wins[p] = job.bits.lane(s.out[job.combos[p]].Below, lane)
				ties[p] = job.bits.lane(s.out[job.combos[p]].Tied, lane)
			}
		}
	}
	var seen [24]cards.Set
	for p := range cards.SuitPerms {
		seen[p] = cards.SuitPerms[p].Set(board)
		if job.combos[p].Set()&board != 0 || slices.Contains(seen[:p], seen[p]) {
			continue
		}
		add(seen[p], p, wins[p], ties[p])
	}
}

func flopsOn(board cards.Set) (flops [10]int) {
	n := 0
	for first := board; first != 0; first &= first - 1 {
		for second := first & (first - 1); second != 0; second &= second - 1 {
			flops[n] = flopIndex(board.Without(first.Min()).Without(second.Min()))
			n++
		}
	}
	return flops
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
