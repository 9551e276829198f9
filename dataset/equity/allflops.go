package equity

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"feltlab/dataset/showdown"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// AllFlops counts all 1,326 hands on all 22,100 flops against several suit-symmetric ranges at once. progress,
// if set, is called with the number of finished canonical sets of cards; its calls do not overlap. A number of
// workers below 1 means one for each processor.
//
// It sweeps the 134,459 canonical boards with the ranges in lanes: four in a word if their weights are 1, else
// two or one. It sums boards to four-card sets ("turns") and turns to flops:
//
//	turn(h) = sum of board(h) over the 48 boards that contain the turn
//	flop(h) = sum of turn(h) over the 49 turns that contain the flop, halved
//
// This takes half the additions of summing each board to its ten flops, the sums of the turns fit 16-bit lanes
// (48 boards of at most 1,326 opponents), and the sums of a flop stay in the cache. Only canonical turns and
// flops are summed; other sets are read through the suit permutation to the canonical one.
//
// Four ranges of weight 1 take about 2.5 CPU-seconds. The turns take 350 MB while it runs, the result 75 MB for
// each word of ranges.
//
// The error comes from the context, or says that a range is not suit-symmetric.
func AllFlops(ctx context.Context, rs []*ranges.Range, workers int, progress func(done, total int),
) (*FlopTable, error) {
	t, err := newFlopTable(rs)
	if err != nil || len(t.packs) == 0 {
		return t, err
	}
	perPack := showdown.NumBoards + showdown.NumFlops
	report := func(before int) func(done, _ int) {
		if progress == nil {
			return nil
		}
		return func(done, _ int) { progress(before+done, len(t.packs)*perPack) }
	}
	turns := newTurnTable()
	for i, pack := range t.packs {
		if i > 0 {
			clear(turns.rows)
		}
		if err := turns.addBoards(ctx, pack.words, workers, report(i*perPack)); err != nil {
			return nil, err
		}
		if err := pack.sumTurns(ctx, turns, workers, report(i*perPack+showdown.NumBoards)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

type turnRow outcomes

type turnTable struct {
	turns       *showdown.Orbits
	stabilizers [][]cards.SuitPerm
	rows        []turnRow
	locks       []sync.Mutex // of the rows
}

func newTurnTable() *turnTable {
	turns := showdown.Turns()
	t := &turnTable{turns: turns, rows: make([]turnRow, turns.Len()), locks: make([]sync.Mutex, turns.Len())}
	for i := range turns.Len() {
		t.stabilizers = append(t.stabilizers, turns.Set(i).Stabilizer())
	}
	return t
}

func (t *turnTable) addBoards(ctx context.Context, opponents *words, workers int, report func(done, total int)) error {
	boards := showdown.Boards()
	loop := parallel.Loop{Items: boards.Len(), Block: boardsPerBatch, Workers: workers, Report: report}
	return loop.Blocks(ctx, func() func(from, to int) error {
		s, batch := new(sweeper), new(batch)
		return func(from, to int) error {
			batch.shares = batch.shares[:0]
			for i := from; i < to; i++ {
				s.sort(boards.Set(i))
				s.sweep(opponents)
				batch.out[i-from] = s.out
				batch.shares = t.shares(batch.shares, boards.Set(i), i-from)
			}
			batch.addTo(t)
			return nil
		}
	})
}

// boardsPerBatch is the number of boards that are swept before they are added to their turns. Neighbours have
// most turns in common, so that a turn's row, which is not in the cache, is read once for two of its boards,
// which are: a batch takes 340 KB.
const boardsPerBatch = 16

type batch struct {
	out    [boardsPerBatch]outcomes
	shares []share
}

func (b *batch) addTo(t *turnTable) {
	slices.SortFunc(b.shares, func(x, y share) int { return cmp.Compare(x.turn, y.turn) })
	maps := showdown.ComboMaps()
	for rest := b.shares; len(rest) > 0; {
		x := rest[0]
		row := &t.rows[x.turn]
		t.locks[x.turn].Lock()
		if len(rest) > 1 && rest[1].turn == x.turn {
			y := rest[1]
			row.addTwo(&b.out[x.board], &b.out[y.board], &maps[x.perm], &maps[y.perm])
			rest = rest[2:]
		} else {
			row.add(&b.out[x.board], &maps[x.perm])
			rest = rest[1:]
		}
		t.locks[x.turn].Unlock()
	}
}

func (r *turnRow) add(board *outcomes, from *showdown.ComboMap) {
	for h, k := range from {
		sum, o := &r[h], &board[k]
		sum.Below += o.Below
		sum.Tied += o.Tied
	}
}

// addTwo adds the results of two boards. AllFlops spends most of its time in this loop, which lacks registers
// if it is inlined.
//
//go:noinline
func (r *turnRow) addTwo(board1, board2 *outcomes, from1, from2 *showdown.ComboMap) {
	for h, k := range from1 {
		sum, o1, o2 := &r[h], &board1[k], &board2[from2[h]]
		sum.Below += o1.Below + o2.Below
		sum.Tied += o1.Tied + o2.Tied
	}
}

type share struct {
	turn  int
	board int       // the board's number in the batch
	perm  int       // the permutation from the image to the board
	image cards.Set // the image
}

// shares appends all images of a canonical board that contain a canonical turn, each once: for each card, let p map the
// other four to their canonical turn; the images are p(board) and its images under the permutations that fix the turn.
func (t *turnTable) shares(list []share, board cards.Set, number int) []share {
	before := len(list)
	for rest := board; rest != 0; rest &= rest - 1 {
		turn, p := t.turns.Index(board.Without(rest.Min()))
	symmetries:
		for _, s := range t.stabilizers[turn] {
			q := p.Then(s)
			image := q.Set(board)
			for _, old := range list[before:] {
				if old.turn == turn && old.image == image {
					continue symmetries
				}
			}
			list = append(list, share{turn, number, showdown.PermIndex(q.Inverse()), image})
		}
	}
	return list
}
