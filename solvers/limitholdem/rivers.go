package limitholdem

import (
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/solvers/limitholdem/river"
)

// riverRound holds all histories at the start of the river, sixteen a block.
type riverRound[R river.Real] struct {
	blocks [riverBlocks]struct {
		reached bool
		reach   *[cards.NumCombos]river.Vector[R]
		// sums are values over the rivers, of all or by fold.
		sums []*[cards.NumCombos]river.Vector[float64]
	}
	theirs  side[R]
	ours    side[R] // in a match
	boards  []riverBoard
	scratch *river.Scratch[R] // allocated alone, so that it begins at a page
}

// riverBoard is a possible river.
type riverBoard struct {
	river.Board
	board   game.Board
	weights []float64 // in the sums
}

func (r *riverRound[R]) allocate(sums int) {
	r.scratch = new(river.Scratch[R])
	for b := range r.blocks {
		r.blocks[b].reach = new([cards.NumCombos]river.Vector[R])
		for range sums {
			r.blocks[b].sums = append(r.blocks[b].sums, new([cards.NumCombos]river.Vector[float64]))
		}
	}
}

// clear removes the histories of the turn before.
func (r *riverRound[R]) clear() {
	for b := range r.blocks {
		if at := &r.blocks[b]; at.reached {
			at.reached = false
			clear(at.reach[:])
			for _, sum := range at.sums {
				clear(sum[:])
			}
		}
	}
}

// start puts the opponent's reach of a history into its lane.
func (r *riverRound[R]) start(history int, reach *vector) {
	at, l := &r.blocks[history/river.Lanes], history%river.Lanes
	at.reached = true
	for h, x := range reach {
		at.reach[h][l] = R(x)
	}
}

// reached reports whether the opponent reaches the river.
func (r *riverRound[R]) reached() bool {
	for b := range r.blocks {
		if r.blocks[b].reached {
			return true
		}
	}
	return false
}

// values fills out with the value of a history on the turn by one of the sums, hands that hold the turn included.
func (r *riverRound[R]) values(history, fold int, group []*game.Symmetry, seat int, out *vector) {
	sum, l := r.blocks[history/river.Lanes].sums[fold], history%river.Lanes
	if len(group) <= 1 { // what symmetrized does, without a call for each hand
		for h := range out {
			out[h] = sum[h][l]
		}
		return
	}
	for h := range out {
		out[h] = symmetrized(group, seat, h, func(h int) float64 { return sum[h][l] })
	}
}

// rivers values the rivers after a turn, block after block, so that the memory of a block stays in the cache.
func (w *worker[R]) rivers(turn *game.Deal) error {
	r := &w.river
	if !r.reached() {
		return nil
	}
	if err := w.lookAhead(turn); err != nil {
		return err
	}
	block := &river.Block[R]{OpponentFirst: w.opponentFirst(w.seat)}
	for b := range r.blocks {
		if !r.blocks[b].reached {
			continue
		}
		block.Reach, block.Stakes = r.blocks[b].reach, r.theirs.stakes(b)
		for i := range r.boards {
			board := &r.boards[i]
			var err error
			if block.Theirs, err = r.theirs.on(b, board.board); err != nil {
				return err
			}
			if w.played {
				if block.Ours, err = r.ours.on(b, board.board); err != nil {
					return err
				}
			}
			for fold, weight := range board.weights {
				if weight == 0 {
					continue
				}
				block.Sum = r.blocks[b].sums[fold]
				block.Weight = R(weight * w.game.Hands().PairWeight)
				w.kernel.Add(&board.Board, block, r.scratch)
			}
		}
	}
	return nil
}

// lookAhead prepares what all histories share on the rivers after a turn.
func (w *worker[R]) lookAhead(turn *game.Deal) error {
	r := &w.river
	deals := w.deals(onTurn, turn.State.Board, turn.Group)
	drawn := w.drawnRivers.from(&deals, turn.State.Board)
	for len(r.boards) < len(drawn) {
		r.boards = append(r.boards, riverBoard{})
	}
	r.boards = r.boards[:len(drawn)]
	var of [cards.NumCombos]int32
	for i, d := range drawn {
		board := &r.boards[i]
		board.board = d.State.Board
		if board.weights = []float64{d.weight}; w.turnRound.pairs > 0 {
			board.weights = d.folds[:w.turnRound.pairs]
		}
		board.Set(board.board.Set())
		if err := w.opponent.buckets(1-w.seat, onRiver, board.board, &of); err != nil {
			return err
		}
		board.SetBuckets(&of)
		if w.played {
			if err := w.self.buckets(w.seat, onRiver, board.board, &of); err != nil {
				return err
			}
			board.SetOwn(&of)
		}
	}
	return nil
}
