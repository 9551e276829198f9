package buckets

import (
	"context"

	"feltlab/dataset/showdown"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
)

// RiverBins has the bin of every hand on every canonical river, 0 for hands that the board blocks:
// 178 MB, with which the histograms of many boards are counted several times as fast as by a Tally.
type RiverBins struct{ rows [][cards.NumCombos]uint8 }

// RiverBinsBytes is the memory that RiverBins takes.
const RiverBinsBytes = showdown.NumBoards * cards.NumCombos

// AllRivers sweeps all rivers, on so many goroutines or one for each processor. The error is that
// of the context.
func AllRivers(ctx context.Context, workers int) (*RiverBins, error) {
	boards := showdown.Boards()
	r := &RiverBins{make([][cards.NumCombos]uint8, boards.Len())}
	loop := parallel.Loop{Items: boards.Len(), Block: 256, Workers: workers}
	err := loop.Blocks(ctx, func() func(from, to int) error {
		s := NewSweeper()
		return func(from, to int) error {
			for i := from; i < to; i++ {
				for h, v := range s.Strengths(boards.Set(i)) {
					r.rows[i][h] = binOf[v]
				}
			}
			return nil
		}
	})
	return r, err
}

// Count fills in the histograms of all hands on a board of three or four cards, as Tally.Count
// does.
func (r *RiverBins) Count(board cards.Set, out *[cards.NumCombos]Histogram) {
	clear(out[:])
	all := 0
	complete(board, cards.NumCards, func(river cards.Set) {
		all++
		i, p := showdown.Boards().Index(river)
		row := &r.rows[i]
		for h, image := range &showdown.ComboMaps()[showdown.PermIndex(p)] {
			out[h][row[image]]++
		}
	})
	unblock(board, all, out)
}

// unblock takes out of the lowest bin the rivers that a hand blocks, where it was counted for want
// of a strength, and everything of hands that hold a card of the board.
func unblock(board cards.Set, all int, out *[cards.NumCombos]Histogram) {
	blocked := uint16(all - Rivers(board.Len()))
	for h := range out {
		if cards.Combo(h).Set()&board != 0 {
			out[h] = Histogram{}
			continue
		}
		out[h][0] -= blocked
	}
}
