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
	job := newJob(hand, r.Weights(), cards.Flop)
	done, err := job.run(ctx, job.boards.Len(), workers)
	if err != nil {
		return nil, err
	}
	return listFlops(hand, opponents, func(i int, _ flopEntry) (wins, ties uint64) { return sumOf(done, i) }), nil
}

// boardJob counts a hand against a range on all boards of a street.
type boardJob struct {
	street  cards.Street
	boards  *showdown.Orbits
	suits   []cards.SuitPerm // those that change neither hand nor range
	combos  [24]cards.Combo  // the image of the hand under the inverse of each p
	bits    laneBits
	packs   []*words // the different images of the range
	imageOf [24]int  // the image of each p: the number of its lane over all packs
}

type boardWorker struct {
	sweeper
	job    *boardJob
	sums   []struct{ wins, ties uint64 } // of flops or turns, by boardIndex
	rivers []Board                       // without sizes
}

func (job *boardJob) run(ctx context.Context, boards, workers int) ([]*boardWorker, error) {
	loop := parallel.Loop{Items: boards, Block: boardsPerBlock, Workers: workers}
	newState := func() *boardWorker {
		n := map[cards.Street]uint64{cards.Flop: Choose(cards.NumCards, 3), cards.Turn: Choose(cards.NumCards, 4)}
		return &boardWorker{job: job, sums: make([]struct{ wins, ties uint64 }, n[job.street])}
	}
	return parallel.States(ctx, loop, newState, func(w *boardWorker, i int) error {
		job.each(&w.sweeper, i, w.add)
		return nil
	})
}

// sumOf adds up what the workers have counted on a flop or a turn.
func sumOf(done []*boardWorker, i int) (wins, ties uint64) {
	for _, w := range done {
		wins += w.sums[i].wins
		ties += w.sums[i].ties
	}
	return wins, ties
}

func newJob(hand cards.Combo, w *weights, street cards.Street) *boardJob {
	job := &boardJob{street: street, boards: showdown.Boards(), bits: laneFor(NewLive(w).Total)}
	for p, perm := range cards.SuitPerms {
		job.combos[p] = hand.Permute(perm.Inverse())
	}
	var images []*weights
	images, job.imageOf = imagesOf(w)
	for pack := range slices.Chunk(images, job.bits.perWord()) {
		job.packs = append(job.packs, job.bits.pack(pack))
	}
	unchanged := job.imageOf[showdown.PermIndex(cards.SuitPerm{0, 1, 2, 3})]
	for _, p := range hand.Set().Stabilizer() {
		if job.imageOf[showdown.PermIndex(p)] == unchanged {
			job.suits = append(job.suits, p)
		}
	}
	return job
}

// add adds the counts on a board of five cards to the flops or turns on the board, or to the river's orbit.
func (w *boardWorker) add(board cards.Set, wins, ties uint64) {
	if w.job.street == cards.River {
		if smallest, _ := cards.Orbit(board, w.job.suits); smallest == board {
			w.rivers = append(w.rivers, Board{Cards: board, Wins: wins, Ties: ties})
		}
		return
	}
	var at [5]*[6]uint32
	for i := range at {
		at[i] = &chosen[board.Min()]
		board &= board - 1
	}
	put := func(index uint32) {
		sum := &w.sums[index]
		sum.wins += wins
		sum.ties += ties
	}
	for k := 2; k < 5; k++ {
		for j := 1; j < k; j++ {
			for i := range j {
				if three := at[i][1] + at[j][2] + at[k][3]; w.job.street == cards.Flop {
					put(three)
				} else {
					for l := k + 1; l < 5; l++ {
						put(three + at[l][4])
					}
				}
			}
		}
	}
}

// boardIndex numbers the sets of as many cards in ascending order of their bits.
func boardIndex(set cards.Set) (n int) {
	for i := 1; set != 0; set &= set - 1 {
		n += int(chosen[set.Min()][i])
		i++
	}
	return n
}

// chosen[n][k] is Choose(n, k).
var chosen = func() (table [cards.NumCards][6]uint32) {
	for n := range table {
		for k := range table[n] {
			table[n][k] = uint32(Choose(n, k))
		}
	}
	return table
}()

// each sweeps canonical board i and calls add for each of its different images without a card of the hand, with the
// hand's counts there.
func (job *boardJob) each(s *sweeper, i int, add func(image cards.Set, wins, ties uint64)) {
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
		add(seen[p], wins[p], ties[p])
	}
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
